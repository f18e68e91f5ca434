-- What one person saves appears on everyone's screens: each statement that changes a studio's table says so when its
-- transaction commits. Equal notices of one transaction are sent once; they carry no data but the table's name.

create function announce_change() returns trigger language plpgsql as $$
declare
  studio uuid := current_organization_id();
begin
  if studio is not null then
    perform pg_notify('barre_changes', studio || ' ' || tg_table_name);
  end if;
  return null;
end $$;

do $$
declare
  target text;
begin
  foreach target in array '{organizations,profiles,pay_terms,classrooms,dance_types,classes,class_cancellations,one_off_sessions,inquiries,subscriptions,class_registrations,attendance_sessions,attendance_entries}'::text[] loop
    execute format('create trigger announce_change after insert or update or delete on %I
      for each statement execute function announce_change()', target);
  end loop;
end $$;
