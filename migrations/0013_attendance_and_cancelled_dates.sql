-- A date is either cancelled or held: a cancelled one takes no log, and one that was held can not be cancelled.
-- Both sides lock the class before they look, so that neither misses the other.

create or replace function project_cancellation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed class_cancellations := coalesce(new, old);
  class classes;
begin
  select * into class from classes where organization_id = changed.organization_id and id = changed.class_id
    for no key update;
  if not found then return null; end if; -- the class itself is being deleted
  if tg_op = 'INSERT' and not class_takes_place_on(class.days_of_week, class.session_start_date, class.session_end_date, new.cancelled_date) then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_is_a_session',
      message = 'a class can only be cancelled on a date on which it takes place';
  end if;
  if tg_op = 'INSERT' and exists (select from attendance_sessions a where a.organization_id = new.organization_id
      and a.class_id = new.class_id and a.session_date = new.cancelled_date and a.status = 'Completed') then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_was_not_held',
      message = 'a date that was logged as completed can not be cancelled';
  end if;
  perform lock_schedule(array[class.room_id], array[class.instructor_id]);
  perform project_class(changed.organization_id, changed.class_id);
  return null;
end $$;

create or replace function project_substitute() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  class classes;
begin
  select * into class from classes where organization_id = new.organization_id and id = new.class_id
    for no key update;
  if tg_op = 'INSERT' and not class_takes_place_on(class.days_of_week, class.session_start_date, class.session_end_date, new.session_date) then
    raise exception using errcode = 'check_violation', constraint = 'attendance_date_is_a_session',
      message = 'attendance can only be logged on a date on which the class takes place';
  end if;
  if (tg_op = 'INSERT' or new.status = 'Completed') and exists (select from class_cancellations x
      where x.organization_id = new.organization_id and x.class_id = new.class_id and x.cancelled_date = new.session_date) then
    raise exception using errcode = 'check_violation', constraint = 'attendance_date_not_cancelled',
      message = 'attendance can not be logged on a cancelled date';
  end if;
  delete from occupancy where organization_id = new.organization_id and attendance_session_id = new.id;
  if new.status = 'Completed' and new.instructor_id <> class.instructor_id then
    perform lock_schedule(array[class.room_id], array[class.instructor_id, new.instructor_id]);
    insert into occupancy (organization_id, attendance_session_id, instructor_id, room_id, weekday, dates, times)
      values (new.organization_id, new.id, new.instructor_id, class.room_id, extract(isodow from new.session_date),
        datemultirange(daterange(new.session_date, new.session_date, '[]')), timerange(class.start_time, class.end_time));
  elsif tg_op = 'INSERT' then
    return null;
  end if;
  perform project_class(new.organization_id, new.class_id);
  return null;
end $$;
