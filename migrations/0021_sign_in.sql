-- Ways to sign in beyond the password, and the devices one is signed in on.

-- A login made with a phone number alone has an address nobody can write to, because every login has one.
-- It stays inside this schema: people, letters and screens never see it.
create function auth.real_email(address text) returns text language sql immutable parallel safe
  return case when address like '%@phone.invalid' then null else address end;

create or replace function auth.join_studio() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := new.organization_id;
  person uuid := new.profile_id;
  zone text := coalesce(nullif(trim(new.time_zone), ''), 'UTC');
  acting text := current_setting('app.organization_id', true);
  person_name text := coalesce(nullif(trim(new.name), ''), split_part(auth.real_email(new.email), '@', 1), new.phone_number, 'User');
begin
  if studio is null then
    begin perform now() at time zone zone;
    exception when invalid_parameter_value then zone := 'UTC'; end;
    studio := gen_random_uuid();
    perform set_config('app.organization_id', studio::text, true);
    insert into organizations (id, name, time_zone, trial_ends_on)
      values (studio,
        left(coalesce(nullif(trim(new.organization_name), ''), nullif(trim(new.name), '') || '''s School', 'My School'), 120),
        zone, (now() at time zone zone)::date + 14);
    insert into profiles (organization_id, role, full_name, email, phone_number)
      values (studio, 'owner', left(person_name, 120), auth.real_email(new.email), new.phone_number)
      returning id into person;
    perform set_config('app.organization_id', coalesce(acting, ''), true);
  end if;
  insert into auth.membership (user_id, organization_id, profile_id) values (new.id, studio, person);
  return null;
end $$;

-- As before, and which session it is.
drop function auth.find_caller(text);
create function auth.find_caller(session_token text) returns table (
  session_id uuid, user_id uuid, email text, expires_at timestamptz, organization_id uuid, profile_id uuid, role text,
  full_name text, organization_name text, time_zone text, currency text, trial_ends_on date
) language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  acting text := current_setting('app.organization_id', true);
begin
  select s.id, s.user_id, coalesce(auth.real_email(u.email), ''), s.expires_at, m.organization_id, m.profile_id
    into session_id, user_id, email, expires_at, organization_id, profile_id
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
revoke execute on all functions in schema auth from public;

-- Where the acting person is signed in. Tokens stay inside: an id ends a session, but opens none.
create function own_sessions() returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.created_at, s.updated_at, s.user_agent
    from auth.session s join auth.membership m on m.user_id = s.user_id
    where m.organization_id = current_organization_id() and m.profile_id = current_profile_id() and s.expires_at > now()
$$;

-- Ends sessions of the acting person: the one named, or with none named all but the one kept.
create function end_own_sessions(ended uuid, kept uuid) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from auth.session s using auth.membership m
      where m.user_id = s.user_id and m.organization_id = current_organization_id() and m.profile_id = current_profile_id()
        and case when ended is null then s.id is distinct from kept else s.id = ended end
      returning s.id)
  select count(*)::int from gone
$$;

-- How the acting person can sign in.
create function own_login() returns table (has_password boolean, phone_number text)
language sql stable security definer set search_path = public, pg_temp as $$
  select exists (select from auth.account a where a.user_id = u.id and a.provider_id = 'credential' and a.password is not null),
      u.phone_number
    from auth.user u join auth.membership m on m.user_id = u.id
    where m.organization_id = current_organization_id() and m.profile_id = current_profile_id()
$$;
