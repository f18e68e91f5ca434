-- Somebody may be enrolled from an earlier day than today, and that day be corrected: whatever is entered, two places of
-- a student in a class are never of the same day.

-- The studio's day on which a place was entered by itself; null of those that came with a new student and a payment.
alter table class_registrations add column entered_on date;
grant insert (entered_on), update (enrolled_on) on class_registrations to barre_app;

-- A time zone that was changed could take a studio a day back, and let a place begin before the last one had ended.
alter table class_registrations no force row level security;
update class_registrations r set ended_on = greatest(r.enrolled_on, later.first_day)
  from (select organization_id, id, min(enrolled_on) over (partition by organization_id, class_id, student_id
      order by ended_on nulls last, id rows between 1 following and unbounded following) as first_day
    from class_registrations) later
  where later.organization_id = r.organization_id and later.id = r.id and r.ended_on > later.first_day;
alter table class_registrations force row level security;

-- student_enrolled_once stays: it finds who is enrolled now, and two at once wait for each other there. A place that ended
-- on the day it began has no days. That it is left out also keeps plans from looking for students or classes in this
-- index, where either alone is found slowly.
alter table class_registrations add constraint one_place_at_a_time exclude using gist
  (organization_id with =, class_id with =, student_id with =, daterange(enrolled_on, ended_on) with &&)
  where (ended_on is distinct from enrolled_on);
