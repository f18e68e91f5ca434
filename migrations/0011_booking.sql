-- Booking in one step: the row being edited, the room and the instructor are locked, then looked at. Whatever
-- changes what a class occupies locks the class first, then rooms, then instructors, so nobody waits in a circle.

-- Reads the class only once nobody else is changing it: projecting an outdated one would bring back what the
-- other has just taken out.
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
  if new.status = 'Completed' and not class_takes_place_on(class.days_of_week, class.session_start_date, class.session_end_date, new.session_date) and tg_op = 'INSERT' then
    raise exception using errcode = 'check_violation', constraint = 'attendance_date_is_a_session',
      message = 'attendance can only be logged on a date on which the class takes place';
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

drop function find_clashes;

-- What a booking would clash with: each class or one-off session once, with the earliest real date of the clash,
-- the earliest first. A null room or instructor is not checked. A class is spared itself and its own substitutes.
create function find_clashes(
  instructor uuid, room uuid, weekdays smallint[], first_day date, last_day date, cancelled date[],
  starts time, ends time, except_class uuid, except_one_off uuid
) returns table (
  resource text, kind text, id uuid, name text, session_type text, outcome text, date date,
  start_time time, end_time time, instructor_name text
) language sql stable as $$
  with wanted as (
    select day as weekday, weekly_dates(day, first_day, last_day, cancelled) as dates from unnest(weekdays) day
  ), taken as (
    select 'instructor' as resource, o.*, wanted.dates as wanted_dates from wanted join occupancy o
      on o.instructor_id = instructor and o.weekday = wanted.weekday and o.dates && wanted.dates and o.times && timerange(starts, ends)
    union all
    select 'room', o.*, wanted.dates from wanted join occupancy o
      on o.room_id = room and o.weekday = wanted.weekday and o.dates && wanted.dates and o.times && timerange(starts, ends)
  ), found as (
    select t.resource, coalesce(t.class_id, a.class_id) as class_id, t.one_off_session_id, t.instructor_id,
      lower(t.dates * t.wanted_dates) as date, lower(t.times) as start_time, upper(t.times) as end_time
    from taken t left join attendance_sessions a
      on a.organization_id = t.organization_id and a.id = t.attendance_session_id
  ), first_of_each as (
    select distinct on (resource, class_id, one_off_session_id) * from found
    where (except_class is null or class_id is distinct from except_class)
      and (except_one_off is null or one_off_session_id is distinct from except_one_off)
    order by resource, class_id, one_off_session_id, date
  )
  select f.resource, case when f.class_id is null then 'session' else 'class' end, coalesce(f.class_id, f.one_off_session_id),
    c.name, s.session_type, s.outcome, f.date, f.start_time, f.end_time, p.full_name
  from first_of_each f
    left join classes c on c.id = f.class_id
    left join one_off_sessions s on s.id = f.one_off_session_id
    left join profiles p on p.id = f.instructor_id
  order by f.date, f.start_time, f.resource
$$;

-- The first step of every booking. Locks what is edited (if anything), the room and the instructor, and only
-- then looks, so that what it tells stays true until the transaction ends. The instructor's name is null when
-- there is no such instructor (any more). Editing keeps cancelled days free; `restored_day` is about to be taken again.
create function prepare_booking(
  instructor uuid, room uuid, weekdays smallint[], first_day date, last_day date, starts time, ends time,
  of_class uuid, of_one_off uuid, restored_day date,
  out edited jsonb, out instructor_name text, out clashes jsonb
) language plpgsql as $$ begin
  if of_class is not null then
    select to_jsonb(c) into edited from classes c where c.id = of_class for no key update;
  elsif of_one_off is not null then
    select to_jsonb(s) into edited from one_off_sessions s where s.id = of_one_off for no key update;
  end if;
  perform lock_schedule(array[room], array[instructor]);
  select p.full_name into instructor_name from profiles p
    where p.id = instructor and p.role = 'instructor' and p.erased_at is null for share;
  select coalesce(jsonb_agg(to_jsonb(taken)), '[]') into clashes
    from find_clashes(instructor, room, weekdays, first_day, last_day,
      array_remove(freed_dates(current_organization_id(), of_class), restored_day), starts, ends, of_class, of_one_off) taken;
end $$;
