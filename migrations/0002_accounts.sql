-- Logins and their sessions, outside the studios' tables: requests that act for a studio have no grant here.

create schema auth;

create table auth.user (
  id uuid primary key default gen_random_uuid(),
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  phone_number text unique,
  phone_number_verified boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- what was typed at sign-up: the studio is founded from it
  organization_name text,
  time_zone text,
  -- set instead when the login is made for a person a studio already knows
  organization_id uuid,
  profile_id uuid,
  check ((organization_id is null) = (profile_id is null))
);

create table auth.session (
  id uuid primary key default gen_random_uuid(),
  token text not null unique,
  user_id uuid not null references auth.user on delete cascade,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index session_of_user on auth.session (user_id);

create table auth.account (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.user on delete cascade,
  account_id text not null,
  provider_id text not null,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  password text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index account_of_user on auth.account (user_id);

-- Its id is text: the account library derives some of them from a hash.
create table auth.verification (
  id text primary key default gen_random_uuid()::text,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index verification_identifier on auth.verification (identifier);

create table auth.rate_limit (
  id text primary key default gen_random_uuid()::text,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- Which person of which studio a login is. One login belongs to one studio (spec §1).
create table auth.membership (
  user_id uuid primary key references auth.user on delete cascade,
  organization_id uuid not null,
  profile_id uuid not null,
  unique (organization_id, profile_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade
);

-- Every way of signing up ends in one insert here, so studio, owner and login are born together or not at all.
create function auth.join_studio() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := new.organization_id;
  person uuid := new.profile_id;
  zone text := coalesce(nullif(trim(new.time_zone), ''), 'UTC');
  acting text := current_setting('app.organization_id', true);
begin
  if studio is null then
    begin perform now() at time zone zone;
    exception when invalid_parameter_value then zone := 'UTC'; end;
    studio := gen_random_uuid();
    perform set_config('app.organization_id', studio::text, true);
    insert into organizations (id, name, time_zone, trial_ends_on)
      values (studio, left(coalesce(nullif(trim(new.organization_name), ''), new.name || '''s School'), 120), zone,
        (now() at time zone zone)::date + 14);
    insert into profiles (organization_id, role, full_name, email)
      values (studio, 'owner', left(coalesce(nullif(trim(new.name), ''), split_part(new.email, '@', 1)), 120), new.email)
      returning id into person;
    perform set_config('app.organization_id', coalesce(acting, ''), true);
  end if;
  insert into auth.membership (user_id, organization_id, profile_id) values (new.id, studio, person);
  return null;
end $$;
create trigger join_studio after insert on auth.user for each row execute function auth.join_studio();

-- Everything a request needs to know about who calls, in one round trip. Steps run in order on purpose:
-- the studio must be set before its tables are read.
create function auth.find_caller(session_token text) returns table (
  user_id uuid, email text, expires_at timestamptz, organization_id uuid, profile_id uuid, role text, full_name text,
  organization_name text, time_zone text, currency text, trial_ends_on date
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  acting text := current_setting('app.organization_id', true);
begin
  select s.user_id, u.email, s.expires_at, m.organization_id, m.profile_id
    into user_id, email, expires_at, organization_id, profile_id
    from auth.session s join auth.user u on u.id = s.user_id join auth.membership m on m.user_id = s.user_id
    where s.token = session_token and s.expires_at > now();
  if not found then return; end if;
  perform set_config('app.organization_id', find_caller.organization_id::text, true);
  select p.role, p.full_name, o.name, o.time_zone, o.currency, o.trial_ends_on
    into role, full_name, organization_name, time_zone, currency, trial_ends_on
    from profiles p join organizations o on o.id = p.organization_id
    where p.organization_id = find_caller.organization_id and p.id = find_caller.profile_id;
  perform set_config('app.organization_id', coalesce(acting, ''), true);
  return next;
end $$;

-- Functions are callable by everyone unless told otherwise.
revoke execute on all functions in schema auth from public;
