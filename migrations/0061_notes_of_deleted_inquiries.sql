-- What was written about how the tryouts of a lead went goes with their inquiry too, in the log of changes as well. Who
-- became a student has been handed their tryouts by then, and keeps the notes until they are deleted.

create function forget_notes_on(studio uuid, sold text[], held text[]) returns void language plpgsql
set search_path = public, pg_temp as $$
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
end $$;
revoke execute on function forget_notes_on(uuid, text[], text[]) from public;

create or replace function forget_notes() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
declare
  studio constant uuid := new.organization_id;
begin
  perform forget_notes_on(
    studio,
    array(select id::text from subscriptions where organization_id = studio and student_id = new.id),
    array(select id::text from one_off_sessions where organization_id = studio and (student_id = new.id
      or inquiry_id in (select id from inquiries where organization_id = studio and student_id = new.id))));
  return null;
end $$;

create function forget_notes_of_inquiry() returns trigger language plpgsql security definer
set search_path = public, pg_temp as $$
begin
  perform forget_notes_on(
    old.organization_id,
    '{}',
    array(select id::text from one_off_sessions
      where organization_id = old.organization_id and inquiry_id = old.id and student_id is null));
  return old;
end $$;
create trigger forget_notes before delete on inquiries for each row execute function forget_notes_of_inquiry();
