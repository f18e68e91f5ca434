-- What happened: one log per class and date, one entry per student, and the substitute who taught.

create table attendance_sessions (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  class_id uuid not null,
  session_date date not null,
  status text not null check (status in ('Completed', 'Cancelled')),
  -- who taught: the class's own instructor or a substitute
  instructor_id uuid not null,
  instructor_role text not null generated always as ('instructor') stored,
  notes text check (char_length(notes) <= 2000),
  logged_by uuid default current_profile_id(),
  logged_at timestamptz not null default now(),
  primary key (organization_id, id),
  foreign key (organization_id, class_id) references classes,
  foreign key (organization_id, instructor_id, instructor_role) references profiles (organization_id, id, role),
  constraint attendance_logged_once unique (organization_id, class_id, session_date)
);
call track_versions('attendance_sessions');
call protect_by_studio('attendance_sessions');
create index attendance_sessions_by_date on attendance_sessions (organization_id, session_date);
create index attendance_sessions_of_instructor on attendance_sessions (organization_id, instructor_id, session_date);
grant select, insert (id, class_id, session_date, status, instructor_id, notes),
  update (status, instructor_id, notes) on attendance_sessions to barre_app;
create trigger audit after insert or update or delete on attendance_sessions for each row execute function write_audit();

create table attendance_entries (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  session_id uuid not null,
  student_id uuid not null,
  student_role text not null generated always as ('student') stored,
  is_present boolean not null,
  primary key (organization_id, session_id, student_id),
  foreign key (organization_id, session_id) references attendance_sessions on delete cascade,
  foreign key (organization_id, student_id, student_role) references profiles (organization_id, id, role)
);
call protect_by_studio('attendance_entries');
create index attendance_entries_of_student on attendance_entries (organization_id, student_id) where is_present;
grant select, delete, insert (session_id, student_id, is_present), update (is_present) on attendance_entries to barre_app;
create trigger audit after update or delete on attendance_entries for each row execute function write_audit('is_present');

-- A substitute holds the date instead of the class's own instructor, and the class keeps its room through it.
alter table occupancy add column attendance_session_id uuid,
  add foreign key (organization_id, attendance_session_id) references attendance_sessions on delete cascade,
  drop constraint occupancy_check,
  add constraint occupancy_of_one_thing check (num_nonnulls(class_id, one_off_session_id, attendance_session_id) = 1);
create index occupancy_of_attendance on occupancy (organization_id, attendance_session_id) where attendance_session_id is not null;

create or replace function freed_dates(studio uuid, class uuid) returns date[] language sql stable as $$
  select coalesce(array_agg(day), '{}') from (
    select cancelled_date as day from class_cancellations where organization_id = studio and class_id = class
    union
    select a.session_date from attendance_sessions a join occupancy o
      on o.organization_id = a.organization_id and o.attendance_session_id = a.id
      where a.organization_id = studio and a.class_id = class
  ) freed
$$;

create function project_substitute() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  class classes;
begin
  select * into class from classes where organization_id = new.organization_id and id = new.class_id;
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
create trigger project_occupancy after insert or update of status, instructor_id on attendance_sessions
  for each row execute function project_substitute();
