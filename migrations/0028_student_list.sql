-- A page of students costs about the same beside 200 studios as alone, and their number little in a studio of 20,000.

-- The sessions of a subscription are counted once: asked for by two conditions, each would count them.
create or replace function student_statuses(students uuid[], today date) returns table (student_id uuid, status text)
language sql stable parallel safe as $$
  select s.student_id, case min(case s.effective_status when 'active' then 1 when 'expired' then 2 else 3 end)
    when 1 then 'active' when 2 then 'expired' else 'cancelled'
  end
  from subscription_states(today) s where s.student_id = any (students) group by s.student_id
$$;

-- Whether a student was in a session is found by the key. The planner takes studio and student for independent, expected
-- next to nothing under a student here and read all they ever attended, a scattered page each, once for every session.
-- Nothing else used it: it has not all entries, so no foreign key can be checked by it.
drop index attendance_entries_of_student;

-- How many there are is counted here: rows that are all alike fit into a few pages, those with words fill hundreds.
create index people_words_whole_names on people_words (organization_id, role) where word >= ' ' and word < '!';
