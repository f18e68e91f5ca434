-- What was written about a student goes with them: the notes on their payments and on how their own sessions went, in the
-- log of changes, too. A change of a note alone leaves nothing to tell.

create function forget_notes() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio constant uuid := new.organization_id;
  sold constant text[] := array(select id from subscriptions where organization_id = studio and student_id = new.id);
  held constant text[] := array(select id from one_off_sessions where organization_id = studio and (student_id = new.id
    or inquiry_id in (select id from inquiries where organization_id = studio and student_id = new.id)));
begin
  update subscriptions set payment_notes = null
    where organization_id = studio and id = any (sold::uuid[]) and payment_notes is not null;
  update one_off_sessions set outcome_notes = null
    where organization_id = studio and id = any (held::uuid[]) and outcome_notes is not null;
  update audit_log set before = before - 'payment_notes' - 'outcome_notes', after = after - 'payment_notes' - 'outcome_notes'
    where organization_id = studio
      and ((table_name = 'subscriptions' and row_id = any (sold)) or (table_name = 'one_off_sessions' and row_id = any (held)));
  delete from audit_log
    where organization_id = studio and action = 'UPDATE'
      and before - '{version,changed_at,changed_by}'::text[] = after - '{version,changed_at,changed_by}'::text[]
      and ((table_name = 'subscriptions' and row_id = any (sold)) or (table_name = 'one_off_sessions' and row_id = any (held)));
  return null;
end $$;

create trigger forget_notes after update of erased_at on profiles for each row
  when (new.role = 'student' and new.erased_at is not null) execute function forget_notes();

-- Of those who were deleted before, too.
alter table organizations no force row level security;
do $$
declare studio uuid;
begin
  for studio in select id from organizations loop
    perform set_config('app.organization_id', studio::text, true);
    update profiles set erased_at = erased_at
      where organization_id = studio and role = 'student' and erased_at is not null;
  end loop;
  perform set_config('app.organization_id', '', true);
end $$;
alter table organizations force row level security;
