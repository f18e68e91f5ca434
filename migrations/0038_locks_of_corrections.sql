-- A class that is changed may move what is over, too: in the rooms it was in, with whoever held it and whoever taught in
-- their place. All of them are held meanwhile, so that nobody else books them for what they are just being moved to.

create function lock_class_schedule(class uuid, room uuid, instructor uuid) returns void language plpgsql as $$ begin
  perform lock_schedule(array_agg(held.room_id), array_agg(held.instructor_id)) from (
    values (room, instructor)
    union all
    select room_id, instructor_id from classes where organization_id = current_organization_id() and id = class
    union all
    select room_id, instructor_id from past_class_rules where organization_id = current_organization_id() and class_id = class
    union all
    select null, instructor_id from attendance_sessions
      where organization_id = current_organization_id() and class_id = class and status = 'Completed'
  ) held (room_id, instructor_id);
end $$;

create or replace function project_class_rule() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform lock_class_schedule(new.id, new.room_id, new.instructor_id);
  perform project_class(new.organization_id, new.id);
  return null;
end $$;

create or replace function prepare_booking(
  instructor uuid, room uuid, weekdays smallint[], first_day date, last_day date, starts time, ends time,
  of_class uuid, of_one_off uuid, restored_day date,
  out edited jsonb, out instructor_name text, out clashes jsonb
) language plpgsql as $$ begin
  if of_class is not null then
    select to_jsonb(c) into edited from classes c where c.id = of_class for no key update;
  elsif of_one_off is not null then
    select to_jsonb(s) into edited from one_off_sessions s where s.id = of_one_off for no key update;
  end if;
  perform lock_class_schedule(of_class, room, instructor);
  select p.full_name into instructor_name from profiles p
    where p.id = instructor and p.role = 'instructor' and p.erased_at is null for share;
  select coalesce(jsonb_agg(to_jsonb(taken)), '[]') into clashes
    from find_clashes(instructor, room, weekdays, first_day, last_day,
      array_remove(freed_dates(current_organization_id(), of_class), restored_day), starts, ends, of_class, of_one_off) taken;
end $$;

-- A date that has a log, whatever it says, is not cancelled besides: corrected to Completed it would be both.
create or replace function project_cancellation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed class_cancellations := coalesce(new, old);
  class classes;
  rule record;
begin
  select * into class from classes where organization_id = changed.organization_id and id = changed.class_id
    for no key update;
  if not found then return null; end if; -- the class itself is being deleted
  select * into rule from classes_on(changed.cancelled_date) c
    where c.organization_id = changed.organization_id and c.id = changed.class_id;
  if tg_op = 'INSERT' and not found then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_is_a_session',
      message = 'a class can only be cancelled on a date on which it takes place';
  end if;
  if tg_op = 'INSERT' and exists (select from attendance_sessions a where a.organization_id = new.organization_id
      and a.class_id = new.class_id and a.session_date = new.cancelled_date) then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_was_not_held',
      message = 'a date that was logged can not be cancelled';
  end if;
  perform lock_schedule(array[rule.room_id], array[rule.instructor_id]);
  perform project_class(changed.organization_id, changed.class_id);
  return null;
end $$;

-- The room is held also where the class no longer takes place on the day: who is said to have taught then holds it.
create or replace function project_substitute() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  rule record;
begin
  perform from classes where organization_id = new.organization_id and id = new.class_id for no key update;
  select * into rule from classes_as_of(new.session_date) c
    where c.organization_id = new.organization_id and c.id = new.class_id;
  if tg_op = 'INSERT' and rule.takes_place is not true then
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

-- A logged session is held by whoever taught it, also by the instructor of the class where its dates were moved away.
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
      and rule.organization_id = studio and rule.id = class
      and (rule.instructor_id <> a.instructor_id or (rule.archived_at is null and not rule.takes_place));
  -- after them: the days they hold are none of the class
  insert into occupancy (organization_id, class_id, instructor_id, room_id, weekday, dates, times)
    select r.organization_id, r.class_id, r.instructor_id, r.room_id, day, span.dates, timerange(r.start_time, r.end_time)
    from dated_class_rules r, unnest(r.days_of_week) day,
      lateral (select weekly_dates(day, r.first_day, r.last_day, freed_dates(studio, class)) as dates) span
    where r.organization_id = studio and r.class_id = class and r.archived_at is null and not isempty(span.dates);
end $$;

-- Who only frees a time waits for nobody: a student who is deleted frees several, in no order of rooms and instructors.
create or replace function project_one_off() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  is_held boolean := new.cancelled_at is null and new.outcome is distinct from 'Cancelled';
begin
  if is_held then perform lock_schedule(array[new.room_id], array[new.instructor_id]); end if;
  delete from occupancy where organization_id = new.organization_id and one_off_session_id = new.id;
  if is_held then
    insert into occupancy (organization_id, one_off_session_id, instructor_id, room_id, weekday, dates, times)
      values (new.organization_id, new.id, new.instructor_id, new.room_id, extract(isodow from new.session_date),
        datemultirange(daterange(new.session_date, new.session_date, '[]')), timerange(new.start_time, new.end_time));
  end if;
  return null;
end $$;
