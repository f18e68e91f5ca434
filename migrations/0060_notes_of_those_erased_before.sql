-- The notes on students who were deleted before 0058. A step of its own, which locks nothing but what it changes: it takes
-- some milliseconds for each of them.
do $$
declare studio uuid;
begin
  for studio in select distinct organization_id from auth.membership loop
    perform set_config('app.organization_id', studio::text, true);
    update profiles set erased_at = erased_at
      where organization_id = studio and role = 'student' and erased_at is not null;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;
