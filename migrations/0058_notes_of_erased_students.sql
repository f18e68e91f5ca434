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

-- Nor is anything noted about them later, by who has had the form open since: nobody could ever take it away.
create function refuse_notes_of_erased() returns trigger language plpgsql as $$
declare
  student uuid := new.student_id;
  erased timestamptz;
begin
  if student is null and tg_table_name = 'one_off_sessions' then
    student := (select i.student_id from inquiries i where i.organization_id = new.organization_id and i.id = new.inquiry_id);
  end if;
  -- waits for a deletion under way; one that comes later waits for this, and takes the note away
  select p.erased_at into erased from profiles p where p.organization_id = new.organization_id and p.id = student for share;
  if erased is not null then
    raise exception using errcode = 'check_violation', constraint = 'no_notes_of_erased',
      message = 'nothing is noted about a student who was deleted';
  end if;
  return new;
end $$;
create trigger no_notes_of_erased before update of payment_notes on subscriptions for each row
  when (new.payment_notes is distinct from old.payment_notes and new.payment_notes is not null)
  execute function refuse_notes_of_erased();
create trigger no_notes_of_erased before update of outcome_notes on one_off_sessions for each row
  when (new.outcome_notes is distinct from old.outcome_notes and new.outcome_notes is not null)
  execute function refuse_notes_of_erased();
