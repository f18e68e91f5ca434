-- Whoever is logged to have taught a session in another's place holds it as the class is said to have been on that day:
-- where that is corrected later they move with it, to its time and its room, and whoever is said to have held the class
-- then holds nothing. Where the dates of the class are moved away from it they stay, as its log does.

create or replace function project_class(studio uuid, class uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from occupancy where organization_id = studio and class_id = class;
  delete from occupancy o using attendance_sessions a
    where a.organization_id = studio and a.class_id = class and o.organization_id = studio and o.attendance_session_id = a.id;
  insert into occupancy (organization_id, attendance_session_id, instructor_id, room_id, weekday, dates, times)
    select a.organization_id, a.id, a.instructor_id, rule.room_id, extract(isodow from a.session_date),
      datemultirange(daterange(a.session_date, a.session_date, '[]')), timerange(rule.start_time, rule.end_time)
    from attendance_sessions a cross join lateral classes_as_of(a.session_date) rule
    where a.organization_id = studio and a.class_id = class and a.status = 'Completed'
      and rule.organization_id = studio and rule.id = class and rule.instructor_id <> a.instructor_id;
  -- after them: the days they hold are none of the class
  insert into occupancy (organization_id, class_id, instructor_id, room_id, weekday, dates, times)
    select r.organization_id, r.class_id, r.instructor_id, r.room_id, day, span.dates, timerange(r.start_time, r.end_time)
    from dated_class_rules r, unnest(r.days_of_week) day,
      lateral (select weekly_dates(day, r.first_day, r.last_day, freed_dates(studio, class)) as dates) span
    where r.organization_id = studio and r.class_id = class and r.archived_at is null and not isempty(span.dates);
end $$;

create or replace function project_substitute() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule record;
begin
  perform from classes where organization_id = new.organization_id and id = new.class_id for no key update;
  select * into rule from classes_on(new.session_date) c
    where c.organization_id = new.organization_id and c.id = new.class_id;
  if tg_op = 'INSERT' and not found then
    raise exception using errcode = 'check_violation', constraint = 'attendance_date_is_a_session',
      message = 'attendance can only be logged on a date on which the class takes place';
  end if;
  if (tg_op = 'INSERT' or new.status = 'Completed') and exists (select from class_cancellations x
      where x.organization_id = new.organization_id and x.class_id = new.class_id and x.cancelled_date = new.session_date) then
    raise exception using errcode = 'check_violation', constraint = 'attendance_date_not_cancelled',
      message = 'attendance can not be logged on a cancelled date';
  end if;
  if tg_op = 'INSERT' and new.status = 'Completed' and new.instructor_id = rule.instructor_id then return null; end if;
  perform lock_schedule(array[rule.room_id], array[rule.instructor_id, new.instructor_id]);
  perform project_class(new.organization_id, new.class_id);
  return null;
end $$;
