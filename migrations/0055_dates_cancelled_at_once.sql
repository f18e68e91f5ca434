-- Dates that are cancelled at once, a holiday say, are checked and projected at once: each class a single time, and all
-- rooms and instructors are locked in the order in which everybody locks them.

create or replace function project_cancellation() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  -- without those that are themselves being deleted
  perform from classes c where (c.organization_id, c.id) in (select organization_id, class_id from changed)
    order by c.id for no key update;
  if tg_op = 'INSERT' and exists (select from changed x
      join classes c on c.organization_id = x.organization_id and c.id = x.class_id
      where not exists (select from classes_on(x.cancelled_date) rule
        where rule.organization_id = x.organization_id and rule.id = x.class_id)) then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_is_a_session',
      message = 'a class can only be cancelled on a date on which it takes place';
  end if;
  if tg_op = 'INSERT' and exists (select from changed x join attendance_sessions a
      on a.organization_id = x.organization_id and a.class_id = x.class_id and a.session_date = x.cancelled_date) then
    raise exception using errcode = 'check_violation', constraint = 'cancelled_date_was_not_held',
      message = 'a date that was logged can not be cancelled';
  end if;
  perform lock_schedule(array_agg(rule.room_id), array_agg(rule.instructor_id))
    from changed x cross join lateral classes_on(x.cancelled_date) rule
    where rule.organization_id = x.organization_id and rule.id = x.class_id;
  perform project_class(c.organization_id, c.id) from classes c
    where (c.organization_id, c.id) in (select organization_id, class_id from changed) order by c.id;
  return null;
end $$;

drop trigger project_occupancy on class_cancellations;
create trigger project_cancelled after insert on class_cancellations referencing new table as changed
  for each statement execute function project_cancellation();
create trigger project_restored after delete on class_cancellations referencing old table as changed
  for each statement execute function project_cancellation();

-- What classes hold, held or may be logged to have held.
create function schedules_of(class_ids uuid[]) returns table (room_id uuid, instructor_id uuid) language sql stable as $$
  select room_id, instructor_id from classes where organization_id = current_organization_id() and id = any (class_ids)
  union all
  select room_id, instructor_id from past_class_rules
    where organization_id = current_organization_id() and class_id = any (class_ids)
  union all
  select null, instructor_id from attendance_sessions
    where organization_id = current_organization_id() and class_id = any (class_ids) and status = 'Completed'
$$;

create or replace function lock_class_schedule(class uuid, room uuid, instructor uuid) returns void language plpgsql as $$ begin
  perform lock_schedule(array_agg(held.room_id), array_agg(held.instructor_id))
    from (values (room, instructor) union all select * from schedules_of(array[class])) held (room_id, instructor_id);
end $$;
