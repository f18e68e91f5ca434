-- Instructors who leave: erasing a person ends their login, and nothing new is booked for them.

-- Whatever code erases a person, who they were can no longer sign in: sessions and passwords go with the login.
create function end_login_of_erased() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from auth.user where id = (select user_id from auth.membership
    where organization_id = new.organization_id and profile_id = new.id);
  return null;
end $$;
create trigger end_login after update of erased_at on profiles for each row
  when (old.erased_at is null and new.erased_at is not null) execute function end_login_of_erased();

-- The row is locked before it is looked at: an erasure under way is waited for, and one that comes later finds
-- this booking.
create function refuse_erased_instructor() returns trigger language plpgsql as $$
declare
  erased timestamptz;
begin
  select erased_at into erased from profiles
    where organization_id = new.organization_id and id = new.instructor_id for share;
  if erased is not null then
    raise exception using errcode = 'check_violation', constraint = 'instructor_was_deleted',
      message = 'nothing can be booked for an instructor who was deleted';
  end if;
  return new;
end $$;

create trigger instructor_is_there before insert on classes
  for each row execute function refuse_erased_instructor();
-- What is over keeps its instructor and may still be renamed or archived; only what is booked anew is refused.
create trigger instructor_is_still_there before update on classes for each row
  when (new.archived_at is null and
    (old.instructor_id, old.days_of_week, old.start_time, old.end_time, old.session_start_date, old.session_end_date)
      is distinct from
    (new.instructor_id, new.days_of_week, new.start_time, new.end_time, new.session_start_date, new.session_end_date))
  execute function refuse_erased_instructor();

create trigger instructor_is_there before insert on one_off_sessions
  for each row execute function refuse_erased_instructor();
create trigger instructor_is_still_there before update on one_off_sessions for each row
  when (new.cancelled_at is null and (old.instructor_id, old.session_date, old.start_time, old.end_time)
      is distinct from (new.instructor_id, new.session_date, new.start_time, new.end_time))
  execute function refuse_erased_instructor();
