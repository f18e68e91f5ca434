-- A session that was attended is taken off one subscription: of those of the student sold by the session for its class
-- whose dates cover it, that were not cancelled and have sessions left on that day, the one that starts first, of those
-- the one that ends first. A new one bought before the last session of the old one is used loses none to it.

-- How many sessions of a subscription were used, when those before it in turn take theirs. One that was cancelled counts
-- for itself as if it were not.
create function sessions_used_in_turn(studio uuid, subscription uuid) returns integer
language plpgsql stable parallel safe as $$
declare
  own subscriptions;
  starts date[];
  ends date[];
  remaining integer[];
  own_nth integer;
  first_open integer := 1;
  attended date;
begin
  select * into own from subscriptions where organization_id = studio and id = subscription;
  select array_agg(s.start_date order by s.start_date, s.end_date, s.id),
      array_agg(s.end_date order by s.start_date, s.end_date, s.id),
      array_agg(s.number_of_sessions order by s.start_date, s.end_date, s.id), count(*)
    into starts, ends, remaining, own_nth
    from subscriptions s
    where s.organization_id = studio and s.student_id = own.student_id and s.class_id = own.class_id
      and s.subscription_type = 'session_based' and (s.status <> 'cancelled' or s.id = own.id)
      and (s.start_date, s.end_date, s.id) <= (own.start_date, own.end_date, own.id);
  for attended in
    select a.session_date
    from attendance_sessions a join attendance_entries e on e.organization_id = a.organization_id and e.session_id = a.id
    where a.organization_id = studio and a.class_id = own.class_id and a.status = 'Completed'
      and a.session_date between starts[1] and own.end_date and e.student_id = own.student_id and e.is_present
    order by a.session_date
  loop
    while first_open < own_nth and (remaining[first_open] = 0 or ends[first_open] < attended) loop
      first_open := first_open + 1;
    end loop;
    for nth in first_open .. own_nth loop
      exit when starts[nth] > attended;
      if remaining[nth] > 0 and ends[nth] >= attended then
        remaining[nth] := remaining[nth] - 1;
        exit;
      end if;
    end loop;
  end loop;
  return own.number_of_sessions - remaining[own_nth];
end $$;

-- Sessions are counted where an answer needs them and nowhere else: not for what is over or cancelled anyway. Counting is
-- much quicker than dealing out: that is done only where a session was attended that another one covers too, and never
-- to learn whether one is used up that would not be if it were the only one.
create or replace function subscription_states(today date) returns table (
  organization_id uuid, id uuid, student_id uuid, class_id uuid, sessions_left integer, effective_status text
) language sql stable parallel safe as $$
  select s.organization_id, s.id, s.student_id, s.class_id,
    case when s.subscription_type = 'session_based' then greatest(s.number_of_sessions - case
      when s.is_after_another then sessions_used_in_turn(s.organization_id, s.id) else s.sessions_attended end, 0) end,
    case
      when s.status <> 'active' then s.status
      when s.end_date < today then 'expired'
      when s.subscription_type = 'session_based' and s.sessions_attended >= s.number_of_sessions and (not s.is_after_another
        or sessions_used_in_turn(s.organization_id, s.id) >= s.number_of_sessions) then 'expired'
      else 'active'
    end
  from (
    select sold.*, (
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
