-- A class that had ended and resumes took place on none of the days in between, also on those that were kept when it was
-- changed before; one that had ended and is only changed still takes its days up to an end that is corrected.

drop function keep_past_rule(uuid, date);

-- Keeps a class as it is now for the days before `changed`: called before it is changed. What was kept of days from
-- then on is overwritten by the change. If it `resumes` then, the rows from the day after its end on lose their days:
-- it did not take place. The rows of a class leave no day out between the first of all and the last.
create function keep_past_rule(class uuid, changed date, resumes boolean default false) returns void language plpgsql as $$
declare
  stored classes;
  first_day date;
  kept date;
begin
  select * into stored from classes where id = class;
  -- what was logged or cancelled before the start was moved still says what it was
  first_day := least(stored.session_start_date,
    (select min(session_date) from attendance_sessions where class_id = class),
    (select min(cancelled_date) from class_cancellations where class_id = class));
  delete from past_class_rules where class_id = class and (first_day >= changed or lower(dates) >= changed);
  if first_day >= changed then return; end if;
  update past_class_rules set dates = dates * daterange(null, changed) where class_id = class and upper(dates) > changed;
  kept := (select max(upper(dates)) from past_class_rules where class_id = class);
  if kept is null or kept < changed then
    insert into past_class_rules (class_id, dates, instructor_id, room_id, days_of_week, start_time, end_time)
      values (class, daterange(kept, changed), stored.instructor_id, stored.room_id, stored.days_of_week, stored.start_time, stored.end_time);
  end if;
  if resumes then
    with past as (
      delete from past_class_rules where class_id = class and upper(dates) > stored.session_end_date + 1 returning *
    )
    insert into past_class_rules (class_id, dates, instructor_id, room_id, days_of_week, start_time, end_time)
      select class, dates * part, instructor_id, room_id, days, start_time, end_time
      from past, lateral (values (daterange(null, stored.session_end_date, '[]'), days_of_week),
        (daterange(stored.session_end_date, null, '()'), '{}')) half (part, days)
      where not isempty(dates * part);
  end if;
end $$;
