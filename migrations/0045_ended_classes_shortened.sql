-- A class that takes place on fewer days than before books nobody anew: one of an instructor who was deleted may be
-- corrected to have ended sooner, to have begun later or to have left out a weekday.

drop trigger instructor_is_still_there on classes;
create trigger instructor_is_still_there before update on classes for each row
  when (new.archived_at is null and not (
    (old.instructor_id, old.start_time, old.end_time) is not distinct from (new.instructor_id, new.start_time, new.end_time)
    and new.days_of_week <@ old.days_of_week
    and daterange(new.session_start_date, new.session_end_date, '[]') <@ daterange(old.session_start_date, old.session_end_date, '[]')))
  execute function refuse_erased_instructor();
