-- Who has attended is looked up, a scattered page for every session, only where as many sessions were held as were paid
-- for: nobody is in more of them. The conditions of a case are tried in turn. It answers as before.
create or replace function subscription_states(today date) returns table (
  organization_id uuid, id uuid, student_id uuid, class_id uuid, sessions_left integer, effective_status text
) language sql stable parallel safe as $$
  select s.organization_id, s.id, s.student_id, s.class_id,
    case when s.subscription_type = 'session_based' then greatest(s.number_of_sessions - case
      when s.is_after_another then sessions_used_in_turn(s.organization_id, s.id) else s.sessions_attended end, 0) end,
    case
      when s.status <> 'active' then s.status
      when s.end_date < today then 'expired'
      when s.subscription_type = 'session_based' and s.sessions_held >= s.number_of_sessions
        and s.sessions_attended >= s.number_of_sessions and (not s.is_after_another
        or sessions_used_in_turn(s.organization_id, s.id) >= s.number_of_sessions) then 'expired'
      else 'active'
    end
  from (
    select sold.*, (
      select count(*)::integer
      from attendance_sessions a
      where a.organization_id = sold.organization_id and a.class_id = sold.class_id and a.status = 'Completed'
        and a.session_date between sold.start_date and sold.end_date
    ) as sessions_held, (
      select count(*)::integer
      from attendance_sessions a join attendance_entries e on e.organization_id = a.organization_id and e.session_id = a.id
      where a.organization_id = sold.organization_id and a.class_id = sold.class_id and a.status = 'Completed'
        and a.session_date between sold.start_date and sold.end_date and e.student_id = sold.student_id and e.is_present
    ) as sessions_attended, exists (
      select from subscriptions earlier
      where earlier.organization_id = sold.organization_id and earlier.student_id = sold.student_id
        and earlier.class_id = sold.class_id and earlier.subscription_type = 'session_based'
        and earlier.status <> 'cancelled' and earlier.end_date >= sold.start_date
        and (earlier.start_date, earlier.end_date, earlier.id) < (sold.start_date, sold.end_date, sold.id)
        and exists (
          select from attendance_sessions a join attendance_entries e on e.organization_id = a.organization_id and e.session_id = a.id
          where a.organization_id = sold.organization_id and a.class_id = sold.class_id and a.status = 'Completed'
            and a.session_date between sold.start_date and least(earlier.end_date, sold.end_date)
            and e.student_id = sold.student_id and e.is_present)
    ) as is_after_another
    from subscriptions sold
  ) s
$$;
