-- Backups read every studio, and nothing else does. The role that may is nobody's by default and can change nothing;
-- a login that is to take backups and do no more is made a member of it.

do $$ begin
  if not exists (select from pg_roles where rolname = 'barre_backup') then
    create role barre_backup nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was quicker
end $$;
-- Whoever migrates takes backups too, but only after it has said so with SET ROLE.
do $$ begin
  perform set_config('role', 'barre_backup', true);
  perform set_config('role', 'none', true);
exception when insufficient_privilege then
  if current_setting('server_version_num')::int >= 160000 then
    execute format('grant barre_backup to %I with inherit false, set true', current_user);
  else
    execute format('grant barre_backup to %I', current_user);
  end if;
end $$;

grant usage on schema public, auth to barre_backup;
grant select on all tables in schema public, auth to barre_backup;
grant select on all sequences in schema public, auth to barre_backup;
alter default privileges in schema public, auth grant select on tables to barre_backup;
alter default privileges in schema public, auth grant select on sequences to barre_backup;

-- A policy for a role counts for whoever inherits from it as well, so it asks again who reads.
create procedure open_to_backup(target regclass) language plpgsql as $$ begin
  execute format($p$create policy backup on %s for select to barre_backup using (current_user = 'barre_backup')$p$, target);
end $$;

create or replace procedure protect_by_studio(target regclass, key name default 'organization_id') language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy own_studio on %s
    using (%I = (select nullif(current_setting('app.organization_id', true), '')::uuid))
    with check (%I = (select nullif(current_setting('app.organization_id', true), '')::uuid))$p$, target, key, key);
  call open_to_backup(target);
end $$;

do $$
declare
  protected record;
begin
  for protected in select polrelid::regclass as target from pg_policy where polname = 'own_studio' loop
    call open_to_backup(protected.target);
  end loop;
end $$;
