-- The ground every table stands on: the role requests run as, row-level security made by one procedure,
-- versions for rows people edit, and the history of what may never be silently overwritten.

create extension if not exists btree_gist;

do $$ begin
  if not exists (select from pg_roles where rolname = 'barre_app') then
    create role barre_app nologin;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was quicker
end $$;
-- Requests switch to it with SET ROLE, so whoever migrates and serves must be allowed to.
do $$ begin
  perform set_config('role', 'barre_app', true);
  perform set_config('role', 'none', true);
exception when insufficient_privilege then
  execute format('grant barre_app to %I', current_user);
end $$;
grant usage on schema public to barre_app;

-- The studio a transaction acts for. Null outside one, so every policy refuses.
create function current_organization_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.organization_id', true), '')::uuid;

-- The person who acts, for history. Null for the system.
create function current_profile_id() returns uuid language sql stable parallel safe
  return nullif(current_setting('app.profile_id', true), '')::uuid;

-- Closes a table to everyone but its studio. The expression stands in the policy itself so that it
-- becomes an index condition.
create procedure protect_by_studio(target regclass, key name default 'organization_id') language plpgsql as $$ begin
  execute format('alter table %s enable row level security', target);
  execute format('alter table %s force row level security', target);
  execute format($p$create policy own_studio on %s
    using (%I = nullif(current_setting('app.organization_id', true), '')::uuid)
    with check (%I = nullif(current_setting('app.organization_id', true), '')::uuid)$p$, target, key, key);
end $$;

-- Rows people edit: an update names the version it saw; who changed it last is shown to the one refused.
create function stamp_change() returns trigger language plpgsql as $$ begin
  if tg_op = 'UPDATE' then new.version := old.version + 1; end if;
  new.changed_at := now();
  new.changed_by := current_profile_id();
  return new;
end $$;
create procedure track_versions(target regclass) language plpgsql as $$ begin
  execute format('alter table %s add column version integer not null default 1,
    add column changed_at timestamptz not null default now(), add column changed_by uuid', target);
  execute format('create trigger stamp_change before insert or update on %s
    for each row execute function stamp_change()', target);
end $$;

create table organizations (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 120),
  phone_number text check (char_length(phone_number) <= 40),
  country text check (char_length(country) <= 80),
  city text check (char_length(city) <= 80),
  time_zone text not null default 'UTC' check (char_length(time_zone) <= 64),
  currency text not null default 'USD' check (currency ~ '^[A-Z]{3}$'),
  trial_ends_on date not null,
  created_at timestamptz not null default now()
);
call track_versions('organizations');
call protect_by_studio('organizations', 'id');
grant select, update (name, phone_number, country, city, time_zone) on organizations to barre_app;

-- A person of the studio; a login is given to some of them (auth.membership).
create table profiles (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  id uuid not null default gen_random_uuid(),
  role text not null check (role in ('owner', 'admin', 'staff', 'instructor', 'student')),
  full_name text not null check (char_length(full_name) between 1 and 120),
  email text check (char_length(email) <= 254),
  phone_number text check (char_length(phone_number) <= 40),
  gender text check (gender in ('Female', 'Male')),
  date_of_birth date,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (organization_id, id),
  -- lets a class name an instructor and a registration a student, and nobody else
  unique (organization_id, id, role)
);
call track_versions('profiles');
call protect_by_studio('profiles');
create index profiles_by_role_and_name on profiles (organization_id, role, lower(full_name), id);
grant select, delete,
  insert (id, role, full_name, email, phone_number, gender, date_of_birth),
  update (role, full_name, email, phone_number, gender, date_of_birth, erased_at)
  on profiles to barre_app;

-- Who changed what, when, from which value to which: money, attendance and permissions.
create table audit_log (
  organization_id uuid not null references organizations on delete cascade,
  id bigint generated always as identity,
  at timestamptz not null default clock_timestamp(),
  profile_id uuid,
  table_name text not null,
  row_id text not null,
  action text not null check (action in ('INSERT', 'UPDATE', 'DELETE')),
  before jsonb,
  after jsonb,
  primary key (organization_id, id)
);
call protect_by_studio('audit_log');
create index audit_log_of_row on audit_log (organization_id, table_name, row_id, id);
grant select on audit_log to barre_app;

-- Arguments of the trigger: the columns to keep; none keeps the whole row.
create function write_audit() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
  row_now jsonb := coalesce(new_row, old_row);
begin
  if tg_nargs > 0 then
    select jsonb_object_agg(k, old_row -> k) filter (where old_row ? k), jsonb_object_agg(k, new_row -> k) filter (where new_row ? k)
      into old_row, new_row from unnest(tg_argv) k;
  end if;
  if tg_op = 'UPDATE' and old_row - '{version,changed_at,changed_by}'::text[] = new_row - '{version,changed_at,changed_by}'::text[] then
    return null;
  end if;
  insert into audit_log (organization_id, profile_id, table_name, row_id, action, before, after)
    values ((row_now ->> 'organization_id')::uuid, current_profile_id(), tg_table_name,
      coalesce(row_now ->> 'id', concat_ws('/', row_now ->> 'session_id', row_now ->> 'student_id', row_now ->> 'profile_id')),
      tg_op, old_row, new_row);
  return null;
end $$;
create trigger audit after update of role or delete on profiles for each row execute function write_audit('role');

-- A request repeated with the same key is answered from here instead of being done again.
create table idempotency_keys (
  organization_id uuid not null default current_organization_id() references organizations on delete cascade,
  key text not null check (char_length(key) between 8 and 100),
  operation text not null,
  fingerprint text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, key)
);
call protect_by_studio('idempotency_keys');
grant select, delete, insert (key, operation, fingerprint, answer) on idempotency_keys to barre_app;
