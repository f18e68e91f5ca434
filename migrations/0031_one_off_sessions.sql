-- What a one-off session never is, also when two people save at the same moment.

-- Booked for a student who was deleted, or for the inquiry they came from. A deletion under way is waited for, and waits
-- for a booking under way, which it then cancels.
create function refuse_erased_student() returns trigger language plpgsql as $$
declare
  inquirer uuid := (select student_id from inquiries where organization_id = new.organization_id and id = new.inquiry_id);
begin
  perform from profiles where organization_id = new.organization_id and id in (new.student_id, inquirer) for share;
  if exists (select from profiles
      where organization_id = new.organization_id and id in (new.student_id, inquirer) and erased_at is not null) then
    raise exception using errcode = 'check_violation', constraint = 'student_was_deleted',
      message = 'nothing can be booked for a student who was deleted';
  end if;
  return new;
end $$;

create trigger student_is_there before insert on one_off_sessions for each row
  when (new.student_id is not null or new.inquiry_id is not null)
  execute function refuse_erased_student();
-- What is over keeps its student, also when the inquiry is deleted; only what is booked anew is refused.
create trigger student_is_still_there before update on one_off_sessions for each row
  when (new.cancelled_at is null and (new.student_id is not null or new.inquiry_id is not null) and
    (old.student_id, old.inquiry_id, old.session_date, old.start_time, old.end_time) is distinct from
    (new.student_id, coalesce(new.inquiry_id, old.inquiry_id), new.session_date, new.start_time, new.end_time))
  execute function refuse_erased_student();

-- Cancelled and told of how it went: corrected to Completed it would not take its instructor's time again. What was
-- stored so before stays; no constraint, so that everything else about it can still be changed.
create function refuse_outcome_of_cancelled() returns trigger language plpgsql as $$ begin
  raise exception using errcode = 'check_violation', constraint = 'cancelled_session_has_no_outcome',
    message = 'a session that was cancelled takes no outcome, and one with an outcome is not cancelled';
end $$;

create trigger cancelled_or_logged before update on one_off_sessions for each row
  when (new.cancelled_at is not null and new.outcome is not null and
    (old.cancelled_at, old.outcome) is distinct from (new.cancelled_at, new.outcome))
  execute function refuse_outcome_of_cancelled();
