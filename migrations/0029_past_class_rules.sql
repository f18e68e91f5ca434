-- A class that is changed keeps what it was: what took place before stays at its time, in its room, with its instructor.

create table past_class_rules (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  class_id uuid not null,
  -- the days on which the class was as below; none before its first day or after its last one counts
  dates daterange not null check (not isempty(dates) and not upper_inf(dates)),
  instructor_id uuid not null,
  instructor_role text not null generated always as ('instructor') stored,
  room_id uuid not null,
  days_of_week smallint[] not null,
  start_time time not null,
  end_time time not null,
  primary key (organization_id, class_id, dates),
  foreign key (organization_id, class_id) references classes on delete cascade,
  foreign key (organization_id, instructor_id, instructor_role) references profiles (organization_id, id, role),
  foreign key (organization_id, room_id) references classrooms,
  constraint one_class_rule_a_day exclude using gist (organization_id with =, class_id with =, dates with &&)
);
call protect_by_studio('past_class_rules');
create index past_class_rules_in_room on past_class_rules (organization_id, room_id);
grant select, delete, insert (class_id, dates, instructor_id, room_id, days_of_week, start_time, end_time), update (dates)
  on past_class_rules to barre_app;

-- Keeps a class as it is now for the days before `changed`: called before it is changed. What was kept of days from
-- then on is overwritten by the change.
create function keep_past_rule(class uuid, changed date) returns void language plpgsql as $$ begin
  delete from past_class_rules p using classes c
    where p.class_id = class and c.id = class and coalesce(lower(p.dates), c.session_start_date) >= changed;
  update past_class_rules set dates = dates * daterange(null, changed) where class_id = class and upper(dates) > changed;
  insert into past_class_rules (class_id, dates, instructor_id, room_id, days_of_week, start_time, end_time)
    select c.id, daterange(kept.until, changed), c.instructor_id, c.room_id, c.days_of_week, c.start_time, c.end_time
    from classes c, (select max(upper(dates)) as until from past_class_rules where class_id = class) kept
    where c.id = class and greatest(c.session_start_date, kept.until) < changed;
end $$;

-- What takes place on a day, cancelled or not, as it was or is on that day; archived classes too.
create function classes_on(day date) returns table (
  organization_id uuid, id uuid, name text, class_type text, dance_type_id uuid, instructor_id uuid, room_id uuid,
  start_time time, end_time time, archived_at timestamptz, created_at timestamptz
) language sql stable parallel safe as $$
  select c.organization_id, c.id, c.name, c.class_type, c.dance_type_id, coalesce(p.instructor_id, c.instructor_id),
    coalesce(p.room_id, c.room_id), coalesce(p.start_time, c.start_time), coalesce(p.end_time, c.end_time), c.archived_at, c.created_at
  from classes c left join past_class_rules p
    on p.organization_id = c.organization_id and p.class_id = c.id and p.dates @> day
  where class_takes_place_on(coalesce(p.days_of_week, c.days_of_week), c.session_start_date, c.session_end_date, day)
$$;

-- Every rule of a class, past and present, with the first and the last day (null: open) on which it held.
create view dated_class_rules with (security_invoker = true) as
  select c.organization_id, c.id as class_id, c.instructor_id, c.room_id, c.days_of_week, c.start_time, c.end_time,
    greatest(c.session_start_date, kept.until) as first_day, c.session_end_date as last_day, c.archived_at
  from classes c left join (
      select organization_id, class_id, max(upper(dates)) as until from past_class_rules group by 1, 2) kept
    on kept.organization_id = c.organization_id and kept.class_id = c.id
  union all
  select p.organization_id, p.class_id, p.instructor_id, p.room_id, p.days_of_week, p.start_time, p.end_time,
    greatest(c.session_start_date, lower(p.dates)), least(c.session_end_date, upper(p.dates) - 1), c.archived_at
  from past_class_rules p join classes c on c.organization_id = p.organization_id and c.id = p.class_id;
grant select on dated_class_rules to barre_app;

create or replace function project_class(studio uuid, class uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from occupancy where organization_id = studio and class_id = class;
  insert into occupancy (organization_id, class_id, instructor_id, room_id, weekday, dates, times)
    select r.organization_id, r.class_id, r.instructor_id, r.room_id, day, span.dates, timerange(r.start_time, r.end_time)
    from dated_class_rules r, unnest(r.days_of_week) day,
      lateral (select weekly_dates(day, r.first_day, r.last_day, freed_dates(studio, class)) as dates) span
    where r.organization_id = studio and r.class_id = class and r.archived_at is null and not isempty(span.dates);
end $$;

-- A date that is logged as cancelled is as free as one that was cancelled before.
create or replace function freed_dates(studio uuid, class uuid) returns date[] language sql stable as $$
  select coalesce(array_agg(day), '{}') from (
    select cancelled_date as day from class_cancellations where organization_id = studio and class_id = class
    union
    select session_date from attendance_sessions
      where organization_id = studio and class_id = class and status = 'Cancelled'
    union
    select a.session_date from attendance_sessions a join occupancy o
      on o.organization_id = a.organization_id and o.attendance_session_id = a.id
      where a.organization_id = studio and a.class_id = class
  ) freed
$$;

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
      and a.class_id = new.class_id and a.session_date = new.cancelled_date and a.status = 'Completed') then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_was_not_held',
      message = 'a date that was logged as completed can not be cancelled';
  end if;
  perform lock_schedule(array[rule.room_id], array[rule.instructor_id]);
  perform project_class(changed.organization_id, changed.class_id);
  return null;
end $$;

-- A date the class no longer takes place on, because its past was corrected, is held by nobody; its log stays.
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
  delete from occupancy where organization_id = new.organization_id and attendance_session_id = new.id;
  if new.status = 'Completed' and new.instructor_id <> rule.instructor_id then
    perform lock_schedule(array[rule.room_id], array[rule.instructor_id, new.instructor_id]);
    insert into occupancy (organization_id, attendance_session_id, instructor_id, room_id, weekday, dates, times)
      values (new.organization_id, new.id, new.instructor_id, rule.room_id, extract(isodow from new.session_date),
        datemultirange(daterange(new.session_date, new.session_date, '[]')), timerange(rule.start_time, rule.end_time));
  elsif tg_op = 'INSERT' and new.status = 'Completed' then
    return null;
  end if;
  perform project_class(new.organization_id, new.class_id);
  return null;
end $$;

-- Who was present or what was noted books nobody: only who taught and whether it was held do.
drop trigger project_occupancy on attendance_sessions;
create trigger project_occupancy after insert on attendance_sessions
  for each row execute function project_substitute();
create trigger project_occupancy_again after update of status, instructor_id on attendance_sessions
  for each row when ((old.status, old.instructor_id) is distinct from (new.status, new.instructor_id))
  execute function project_substitute();
