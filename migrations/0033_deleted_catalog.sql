-- A classroom or dance type that was deleted is in no list and its name is free again; what is over keeps its name.

alter table classrooms add column archived_at timestamptz;
alter table dance_types add column archived_at timestamptz;
drop index classroom_name_taken;
create unique index classroom_name_taken on classrooms (organization_id, lower(name)) where archived_at is null;
drop index dance_type_name_taken;
create unique index dance_type_name_taken on dance_types (organization_id, lower(name)) where archived_at is null;
revoke delete on classrooms, dance_types from barre_app;
grant update (archived_at) on classrooms, dance_types to barre_app;

-- Arguments: the table, the column that refers to it and the constraint. The row is locked before it is looked at: a
-- deletion under way is waited for, and one that comes later finds this booking.
create function refuse_deleted_of_catalog() returns trigger language plpgsql as $$
declare
  deleted timestamptz;
begin
  execute format('select archived_at from %I where organization_id = $1 and id = $2 for share', tg_argv[0])
    into deleted using new.organization_id, (to_jsonb(new) ->> tg_argv[1])::uuid;
  if deleted is not null then
    raise exception using errcode = 'check_violation', constraint = tg_argv[2],
      message = format('nothing can be booked for one of %s that was deleted', tg_argv[0]);
  end if;
  return new;
end $$;

create trigger classroom_is_there before insert on classes
  for each row execute function refuse_deleted_of_catalog('classrooms', 'room_id', 'classroom_was_deleted');
create trigger classroom_is_still_there before update on classes for each row
  when (old.room_id <> new.room_id)
  execute function refuse_deleted_of_catalog('classrooms', 'room_id', 'classroom_was_deleted');
create trigger dance_type_is_there before insert on classes
  for each row execute function refuse_deleted_of_catalog('dance_types', 'dance_type_id', 'dance_type_was_deleted');
create trigger dance_type_is_still_there before update on classes for each row
  when (old.dance_type_id <> new.dance_type_id)
  execute function refuse_deleted_of_catalog('dance_types', 'dance_type_id', 'dance_type_was_deleted');

-- A session that is over does not keep its classroom from being deleted: it must not come back into it.
create trigger classroom_is_there before insert on one_off_sessions
  for each row execute function refuse_deleted_of_catalog('classrooms', 'room_id', 'classroom_was_deleted');
create trigger classroom_is_still_there before update on one_off_sessions for each row
  when (new.cancelled_at is null and (old.room_id, old.session_date, old.start_time, old.end_time)
      is distinct from (new.room_id, new.session_date, new.start_time, new.end_time))
  execute function refuse_deleted_of_catalog('classrooms', 'room_id', 'classroom_was_deleted');
create trigger dance_type_is_there before insert on one_off_sessions
  for each row execute function refuse_deleted_of_catalog('dance_types', 'dance_type_id', 'dance_type_was_deleted');
create trigger dance_type_is_still_there before update on one_off_sessions for each row
  when (old.dance_type_id is distinct from new.dance_type_id)
  execute function refuse_deleted_of_catalog('dance_types', 'dance_type_id', 'dance_type_was_deleted');
