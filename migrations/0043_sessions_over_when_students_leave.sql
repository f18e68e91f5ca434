-- What is over when a student is deleted stays to be logged, also that of today: it was held, or nobody came. Who calls
-- with a day alone, as the version before did, still cancels all of that day.

drop function erase_student(uuid, date);

-- Step by step on purpose: each statement sees what was committed while the first one waited for the person's row,
-- so an enrolment under way at the same time is ended too. The login ends with the erasure (see end_login).
create function erase_student(student uuid, studio_time timestamp) returns boolean language plpgsql as $$
declare
  today constant date := studio_time;
begin
  update profiles set full_name = 'Deleted student', email = null, phone_number = null, gender = null,
      date_of_birth = null, erased_at = now()
    where id = student and role = 'student' and erased_at is null;
  if not found then return false; end if;
  delete from class_registrations where student_id = student and enrolled_on >= today;
  update class_registrations set ended_on = today where student_id = student and (ended_on is null or ended_on > today);
  update one_off_sessions set cancelled_at = now()
    where session_date + end_time > studio_time and cancelled_at is null and outcome is null
      and (student_id = student or inquiry_id in (select id from inquiries where student_id = student));
  update inquiries set full_name = 'Deleted student', email = null, phone_number = null, age = null, age_told_on = null,
      gender = null, availability_notes = null
    where student_id = student;
  return true;
end $$;
