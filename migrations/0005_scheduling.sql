-- Class rules, cancelled dates and one-off sessions, projected into occupancy, where an instructor can not be
-- in two places: two occupancy rows of one weekday clash exactly when they share a real date and a minute.

create function time_difference(a time, b time) returns double precision
  language sql strict immutable parallel safe return extract(epoch from a - b)::double precision;
create type timerange as range (subtype = time, subtype_diff = time_difference);

create table classes (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  class_type text not null default 'Group' check (class_type in ('Group', 'Private')),
  dance_type_id uuid not null,
  instructor_id uuid not null,
  instructor_role text not null generated always as ('instructor') stored,
  room_id uuid not null,
  days_of_week smallint[] not null
    check (cardinality(days_of_week) between 1 and 7 and days_of_week <@ '{1,2,3,4,5,6,7}'::smallint[]),
  start_time time not null,
  end_time time not null,
  session_start_date date not null check (session_start_date between '1900-01-01' and '2199-12-31'),
  session_end_date date check (session_end_date <= '2199-12-31'),
  is_room_conflict_ignored boolean not null default false,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, dance_type_id) references dance_types,
  foreign key (organization_id, instructor_id, instructor_role) references profiles (organization_id, id, role),
  foreign key (organization_id, room_id) references classrooms,
  constraint class_ends_after_start check (start_time < end_time),
  constraint class_dates_in_order check (session_end_date >= session_start_date)
);
call track_versions('classes');
call protect_by_studio('classes');
create index classes_of_instructor on classes (organization_id, instructor_id);
create index classes_of_dance_type on classes (organization_id, dance_type_id);
create index classes_in_room on classes (organization_id, room_id);
grant select,
  insert (id, name, class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
    session_start_date, session_end_date, is_room_conflict_ignored),
  update (name, class_type, dance_type_id, instructor_id, room_id, days_of_week, start_time, end_time,
    session_start_date, session_end_date, is_room_conflict_ignored, archived_at)
  on classes to barre_app;

-- Whether a rule has a session on a day, cancelled or not.
create function class_takes_place_on(days_of_week smallint[], first_day date, last_day date, day date) returns boolean
  language sql immutable parallel safe
  return extract(isodow from day)::smallint = any (days_of_week) and day >= first_day and (last_day is null or day <= last_day);

create table class_cancellations (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  class_id uuid not null,
  cancelled_date date not null,
  created_at timestamptz not null default now(),
  created_by uuid default current_profile_id(),
  primary key (organization_id, id),
  foreign key (organization_id, class_id) references classes on delete cascade,
  constraint class_date_cancelled_once unique (organization_id, class_id, cancelled_date)
);
call protect_by_studio('class_cancellations');
create index class_cancellations_by_date on class_cancellations (organization_id, cancelled_date desc);
grant select, delete, insert (id, class_id, cancelled_date) on class_cancellations to barre_app;

create table one_off_sessions (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  session_type text not null check (session_type in ('Private', 'Catch-up', 'Tryout')),
  student_id uuid,
  student_role text not null generated always as ('student') stored,
  instructor_id uuid not null,
  instructor_role text not null generated always as ('instructor') stored,
  room_id uuid not null,
  dance_type_id uuid,
  class_id uuid,
  session_date date not null check (session_date between '1900-01-01' and '2199-12-31'),
  start_time time not null,
  end_time time not null,
  price_cents bigint check (price_cents between 0 and 999999999),
  is_paid boolean not null default false,
  paid_on date,
  outcome text check (outcome in ('Completed', 'Cancelled', 'No Show')),
  outcome_notes text check (char_length(outcome_notes) <= 2000),
  is_room_conflict_ignored boolean not null default false,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, student_id, student_role) references profiles (organization_id, id, role),
  foreign key (organization_id, instructor_id, instructor_role) references profiles (organization_id, id, role),
  foreign key (organization_id, room_id) references classrooms,
  foreign key (organization_id, dance_type_id) references dance_types,
  foreign key (organization_id, class_id) references classes,
  constraint one_off_ends_after_start check (start_time < end_time),
  constraint one_off_paid_has_day check (is_paid = (paid_on is not null))
);
call track_versions('one_off_sessions');
call protect_by_studio('one_off_sessions');
create index one_off_sessions_by_date on one_off_sessions (organization_id, session_date);
create index one_off_sessions_of_instructor on one_off_sessions (organization_id, instructor_id);
create index one_off_sessions_of_student on one_off_sessions (organization_id, student_id) where student_id is not null;
create index one_off_sessions_in_room on one_off_sessions (organization_id, room_id);
grant select,
  insert (id, session_type, student_id, instructor_id, room_id, dance_type_id, class_id, session_date, start_time, end_time,
    price_cents, is_paid, paid_on, is_room_conflict_ignored),
  update (session_type, student_id, instructor_id, room_id, dance_type_id, class_id, session_date, start_time, end_time,
    price_cents, is_paid, paid_on, outcome, outcome_notes, is_room_conflict_ignored, cancelled_at)
  on one_off_sessions to barre_app;
create trigger audit after update of price_cents, is_paid, paid_on, outcome or delete on one_off_sessions
  for each row execute function write_audit('price_cents', 'is_paid', 'paid_on', 'outcome', 'outcome_notes');

-- Kept by the triggers below and by nothing else: requests may only read it.
create table occupancy (
  organization_id uuid not null references organizations on delete cascade,
  class_id uuid,
  one_off_session_id uuid,
  instructor_id uuid not null,
  room_id uuid not null,
  weekday smallint not null check (weekday between 1 and 7),
  dates datemultirange not null check (not isempty(dates)),
  times timerange not null check (not isempty(times)),
  check (num_nonnulls(class_id, one_off_session_id) = 1),
  foreign key (organization_id, class_id) references classes on delete cascade,
  foreign key (organization_id, one_off_session_id) references one_off_sessions on delete cascade,
  constraint instructor_not_double_booked exclude using gist
    (organization_id with =, instructor_id with =, weekday with =, dates with &&, times with &&)
);
call protect_by_studio('occupancy');
create index occupancy_of_room on occupancy using gist (organization_id, room_id, weekday, dates, times);
create index occupancy_of_class on occupancy (organization_id, class_id);
create index occupancy_of_one_off on occupancy (organization_id, one_off_session_id);
grant select on occupancy to barre_app;

-- The days of one weekday from first_day to last_day (null: for ever) less the cancelled ones, as segments that each
-- start and end on that weekday. A cancelled day is cut out with the six days on either side of it: cutting the
-- single day would leave a segment holding no session, which would still collide.
create function weekly_dates(weekday smallint, first_day date, last_day date, cancelled date[]) returns datemultirange
language sql immutable parallel safe as $$
  select case
    when bounds.until < bounds.since then '{}'::datemultirange
    else datemultirange(daterange(bounds.since, bounds.until, '[]')) - coalesce(
      (select range_agg(daterange(day - 6, day + 7)) from unnest(cancelled) day where extract(isodow from day) = weekday),
      '{}'::datemultirange)
  end
  from (select
    first_day + ((weekday - extract(isodow from first_day)::int + 7) % 7) as since,
    last_day - ((extract(isodow from last_day)::int - weekday + 7) % 7) as until) bounds
$$;

-- Whoever books a room or an instructor first takes these locks, rooms before instructors and each kind in order, so
-- that a check and the booking after it are one step and two bookings wait for each other instead of deadlocking.
create function lock_schedule(rooms uuid[], instructors uuid[]) returns void language plpgsql as $$
declare
  studio uuid := current_organization_id();
  resource uuid;
begin
  for resource in select distinct r from unnest(rooms) r where r is not null order by r loop
    perform pg_advisory_xact_lock(hashtextextended('room:' || studio || resource, 0));
  end loop;
  for resource in select distinct i from unnest(instructors) i where i is not null order by i loop
    perform pg_advisory_xact_lock(hashtextextended('instructor:' || studio || resource, 0));
  end loop;
end $$;

-- The days on which a class's own instructor and room are not taken by it.
create function freed_dates(studio uuid, class uuid) returns date[] language sql stable as $$
  select coalesce(array_agg(cancelled_date), '{}') from class_cancellations
    where organization_id = studio and class_id = class
$$;

create function project_class(studio uuid, class uuid) returns void
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from occupancy where organization_id = studio and class_id = class;
  insert into occupancy (organization_id, class_id, instructor_id, room_id, weekday, dates, times)
    select c.organization_id, c.id, c.instructor_id, c.room_id, day, span.dates, timerange(c.start_time, c.end_time)
    from classes c, unnest(c.days_of_week) day,
      lateral (select weekly_dates(day, c.session_start_date, c.session_end_date, freed_dates(studio, class)) as dates) span
    where c.organization_id = studio and c.id = class and c.archived_at is null and not isempty(span.dates);
end $$;

create function project_class_rule() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform lock_schedule(array[new.room_id], array[new.instructor_id]);
  perform project_class(new.organization_id, new.id);
  return null;
end $$;
create trigger project_occupancy after insert or update of instructor_id, room_id, days_of_week, start_time, end_time,
  session_start_date, session_end_date, archived_at on classes
  for each row execute function project_class_rule();

create function project_cancellation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  changed class_cancellations := coalesce(new, old);
  class classes;
begin
  select * into class from classes where organization_id = changed.organization_id and id = changed.class_id;
  if not found then return null; end if; -- the class itself is being deleted
  if tg_op = 'INSERT' and not class_takes_place_on(class.days_of_week, class.session_start_date, class.session_end_date, new.cancelled_date) then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_is_a_session',
      message = 'a class can only be cancelled on a date on which it takes place';
  end if;
  perform lock_schedule(array[class.room_id], array[class.instructor_id]);
  perform project_class(changed.organization_id, changed.class_id);
  return null;
end $$;
create trigger project_occupancy after insert or delete on class_cancellations
  for each row execute function project_cancellation();

create function project_one_off() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  perform lock_schedule(array[new.room_id], array[new.instructor_id]);
  delete from occupancy where organization_id = new.organization_id and one_off_session_id = new.id;
  if new.cancelled_at is null and new.outcome is distinct from 'Cancelled' then
    insert into occupancy (organization_id, one_off_session_id, instructor_id, room_id, weekday, dates, times)
      values (new.organization_id, new.id, new.instructor_id, new.room_id, extract(isodow from new.session_date),
        datemultirange(daterange(new.session_date, new.session_date, '[]')), timerange(new.start_time, new.end_time));
  end if;
  return null;
end $$;
create trigger project_occupancy after insert or update of instructor_id, room_id, session_date, start_time, end_time,
  outcome, cancelled_at on one_off_sessions
  for each row execute function project_one_off();

-- What a booking would clash with, the earliest real date of each first. A null room or instructor is not checked.
create function find_clashes(
  instructor uuid, room uuid, weekdays smallint[], first_day date, last_day date, cancelled date[],
  starts time, ends time, except_class uuid, except_one_off uuid
) returns table (resource text, class_id uuid, one_off_session_id uuid, clash_date date, start_time time, end_time time)
language sql stable as $$
  with wanted as (
    select day as weekday, weekly_dates(day, first_day, last_day, cancelled) as dates from unnest(weekdays) day
  ), taken as (
    select 'instructor' as resource, o.*, wanted.dates as wanted_dates from wanted join occupancy o
      on o.instructor_id = instructor and o.weekday = wanted.weekday and o.dates && wanted.dates and o.times && timerange(starts, ends)
    union all
    select 'room', o.*, wanted.dates from wanted join occupancy o
      on o.room_id = room and o.weekday = wanted.weekday and o.dates && wanted.dates and o.times && timerange(starts, ends)
  )
  select t.resource, t.class_id, t.one_off_session_id, lower(t.dates * t.wanted_dates), lower(t.times), upper(t.times)
  from taken t
  where (except_class is null or t.class_id is distinct from except_class)
    and (except_one_off is null or t.one_off_session_id is distinct from except_one_off)
  order by 4, 5
$$;
