-- A student who leaves is forgotten as a person: what money and attendance refer to stays, under no name.

-- Step by step on purpose: each statement sees what was committed while the first one waited for the person's row,
-- so an enrolment under way at the same time is ended too. The login ends with the erasure (see end_login).
create function erase_student(student uuid, today date) returns boolean language plpgsql as $$ begin
  update profiles set full_name = 'Deleted student', email = null, phone_number = null, gender = null,
      date_of_birth = null, erased_at = now()
    where id = student and role = 'student' and erased_at is null;
  if not found then return false; end if;
  delete from class_registrations where student_id = student and enrolled_on >= today;
  update class_registrations set ended_on = today where student_id = student and (ended_on is null or ended_on > today);
  update one_off_sessions set cancelled_at = now()
    where session_date >= today and cancelled_at is null and outcome is null
      and (student_id = student or inquiry_id in (select id from inquiries where student_id = student));
  update inquiries set full_name = 'Deleted student', email = null, phone_number = null, age = null, age_told_on = null,
      gender = null, availability_notes = null
    where student_id = student;
  return true;
end $$;
