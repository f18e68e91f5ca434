-- What a subscription is on a day, in one place. Staff set active, expired or cancelled; time and attendance do the rest:
-- it is expired from the day after its end date, and once its sessions are used up if it is sold by the session.
-- Used is every completed session of its class within its dates that the student attended.

-- Sessions are counted where an answer needs them and nowhere else: not for what is over or cancelled anyway.
create function subscription_states(today date) returns table (
  organization_id uuid, id uuid, student_id uuid, class_id uuid, sessions_left integer, effective_status text
) language sql stable parallel safe as $$
  select s.organization_id, s.id, s.student_id, s.class_id,
    case when s.subscription_type = 'session_based' then greatest(s.number_of_sessions - s.sessions_used, 0) end,
    case
      when s.status <> 'active' then s.status
      when s.end_date < today then 'expired'
      when s.subscription_type = 'session_based' and s.sessions_used >= s.number_of_sessions then 'expired'
      else 'active'
    end
  from (
    select sold.*, (
      select count(*)::integer
      from attendance_sessions a join attendance_entries e on e.organization_id = a.organization_id and e.session_id = a.id
      where a.organization_id = sold.organization_id and a.class_id = sold.class_id and a.status = 'Completed'
        and a.session_date between sold.start_date and sold.end_date and e.student_id = sold.student_id and e.is_present
    ) as sessions_used
    from subscriptions sold
  ) s
$$;

-- Students as a whole: active while any subscription is, else expired if one ran out, else cancelled. Who never had
-- one is not in the answer.
create function student_statuses(students uuid[], today date) returns table (student_id uuid, status text)
language sql stable parallel safe as $$
  select s.student_id, case
    when bool_or(s.effective_status = 'active') then 'active'
    when bool_or(s.effective_status = 'expired') then 'expired'
    else 'cancelled'
  end
  from subscription_states(today) s where s.student_id = any (students) group by s.student_id
$$;
