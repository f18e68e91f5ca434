-- A class whose type or dance type is changed keeps, for what took place before, the ones it had: the activity of an
-- instructor counts group and private classes, and is what some are paid by.

alter table past_class_rules
  add column class_type text check (class_type in ('Group', 'Private')),
  add column dance_type_id uuid,
  add foreign key (organization_id, dance_type_id) references dance_types;
grant insert (class_type, dance_type_id) on past_class_rules to barre_app;

alter table past_class_rules no force row level security;
alter table classes no force row level security;
update past_class_rules p set class_type = c.class_type, dance_type_id = c.dance_type_id
  from classes c where c.organization_id = p.organization_id and c.id = p.class_id;
alter table past_class_rules force row level security;
alter table classes force row level security;
alter table past_class_rules alter column class_type set not null, alter column dance_type_id set not null;

create or replace function classes_as_of(day date) returns table (
  organization_id uuid, id uuid, name text, class_type text, dance_type_id uuid, instructor_id uuid, room_id uuid,
  start_time time, end_time time, archived_at timestamptz, created_at timestamptz, takes_place boolean
) language sql stable parallel safe as $$
  select c.organization_id, c.id, c.name, coalesce(p.class_type, c.class_type), coalesce(p.dance_type_id, c.dance_type_id),
    coalesce(p.instructor_id, c.instructor_id), coalesce(p.room_id, c.room_id), coalesce(p.start_time, c.start_time),
    coalesce(p.end_time, c.end_time), c.archived_at, c.created_at,
    class_takes_place_on(coalesce(p.days_of_week, c.days_of_week), c.session_start_date, c.session_end_date, day)
  from classes c left join past_class_rules p
    on p.organization_id = c.organization_id and p.class_id = c.id and p.dates @> day
$$;

-- Keeps a class as it is now for the days before `changed`: called before it is changed. What was kept of days from
-- then on is overwritten by the change. If it `resumes` then, the rows from the day after its end on lose their days:
-- it did not take place. The rows of a class leave no day out between the first of all and the last.
create or replace function keep_past_rule(class uuid, changed date, resumes boolean default false) returns void
language plpgsql as $$
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
    insert into past_class_rules (class_id, dates, class_type, dance_type_id, instructor_id, room_id, days_of_week,
        start_time, end_time)
      values (class, daterange(kept, changed), stored.class_type, stored.dance_type_id, stored.instructor_id,
        stored.room_id, stored.days_of_week, stored.start_time, stored.end_time);
  end if;
  if resumes then
    with past as (
      delete from past_class_rules where class_id = class and upper(dates) > stored.session_end_date + 1 returning *
    )
    insert into past_class_rules (class_id, dates, class_type, dance_type_id, instructor_id, room_id, days_of_week,
        start_time, end_time)
      select class, dates * part, class_type, dance_type_id, instructor_id, room_id, days, start_time, end_time
      from past, lateral (values (daterange(null, stored.session_end_date, '[]'), days_of_week),
        (daterange(stored.session_end_date, null, '()'), '{}')) half (part, days)
      where not isempty(dates * part);
  end if;
end $$;
