-- A class that is changed keeps what it was for all that is logged of it, also where its dates were moved since, and one
-- that had ended resumes from the day of the change: nothing took place in between.

-- Every class as it was or is on a day, and whether it takes place then, cancelled or not; archived classes too.
create function classes_as_of(day date) returns table (
  organization_id uuid, id uuid, name text, class_type text, dance_type_id uuid, instructor_id uuid, room_id uuid,
  start_time time, end_time time, archived_at timestamptz, created_at timestamptz, takes_place boolean
) language sql stable parallel safe as $$
  select c.organization_id, c.id, c.name, c.class_type, c.dance_type_id, coalesce(p.instructor_id, c.instructor_id),
    coalesce(p.room_id, c.room_id), coalesce(p.start_time, c.start_time), coalesce(p.end_time, c.end_time), c.archived_at, c.created_at,
    class_takes_place_on(coalesce(p.days_of_week, c.days_of_week), c.session_start_date, c.session_end_date, day)
  from classes c left join past_class_rules p
    on p.organization_id = c.organization_id and p.class_id = c.id and p.dates @> day
$$;

-- What takes place on a day, cancelled or not, as it was or is on that day; archived classes too.
create or replace function classes_on(day date) returns table (
  organization_id uuid, id uuid, name text, class_type text, dance_type_id uuid, instructor_id uuid, room_id uuid,
  start_time time, end_time time, archived_at timestamptz, created_at timestamptz
) language sql stable parallel safe as $$
  select organization_id, id, name, class_type, dance_type_id, instructor_id, room_id, start_time, end_time, archived_at, created_at
  from classes_as_of(day) where takes_place
$$;

-- Keeps a class as it is now for the days before `changed`: called before it is changed. What was kept of days from
-- then on is overwritten by the change. From the day after its end up to then a row without days is kept: it did not
-- take place. The rows of a class leave no day out between the first of all and the last.
create or replace function keep_past_rule(class uuid, changed date) returns void language plpgsql as $$
declare
  stored classes;
  first_day date;
  ended date;
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
  ended := least(stored.session_end_date + 1, changed);
  insert into past_class_rules (class_id, dates, instructor_id, room_id, days_of_week, start_time, end_time)
    select class, daterange(since, until), stored.instructor_id, stored.room_id, days, stored.start_time, stored.end_time
    from (values (kept, ended, stored.days_of_week), (greatest(kept, ended), changed, '{}')) span (since, until, days)
    where since is null or since < until;
end $$;
