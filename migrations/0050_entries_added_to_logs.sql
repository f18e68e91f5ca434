-- Who is added to a log by a correction is in its history, as who is changed or removed. The entries a log is made with are
-- not: it stands at its first version then. Asked once of a statement, however many entries it writes.

create function audit_added_entries() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (organization_id, profile_id, table_name, row_id, action, after)
    select e.organization_id, current_profile_id(), tg_table_name, concat_ws('/', e.session_id, e.student_id), 'INSERT',
      jsonb_build_object('is_present', e.is_present)
    from added e join attendance_sessions a on a.organization_id = e.organization_id and a.id = e.session_id
    where a.version > 1;
  return null;
end $$;
create trigger audit_added after insert on attendance_entries referencing new table as added
  for each statement execute function audit_added_entries();
