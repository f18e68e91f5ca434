-- A class that is over does not keep its classroom or its dance type from being deleted. It may be corrected and shortened
-- afterwards, but takes place on no other day, and in that room at no other time: as with instructors.

drop trigger classroom_is_still_there on classes;
create trigger classroom_is_still_there before update on classes for each row
  when (old.room_id <> new.room_id or (new.archived_at is null and not (
    (old.start_time, old.end_time) = (new.start_time, new.end_time)
    and new.days_of_week <@ old.days_of_week
    and daterange(new.session_start_date, new.session_end_date, '[]') <@ daterange(old.session_start_date, old.session_end_date, '[]'))))
  execute function refuse_deleted_of_catalog('classrooms', 'room_id', 'classroom_was_deleted');

drop trigger dance_type_is_still_there on classes;
create trigger dance_type_is_still_there before update on classes for each row
  when (old.dance_type_id <> new.dance_type_id or (new.archived_at is null and not (
    new.days_of_week <@ old.days_of_week
    and daterange(new.session_start_date, new.session_end_date, '[]') <@ daterange(old.session_start_date, old.session_end_date, '[]'))))
  execute function refuse_deleted_of_catalog('dance_types', 'dance_type_id', 'dance_type_was_deleted');
