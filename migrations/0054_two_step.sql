-- A second step of signing in: a code of an authenticator app, asked for whichever way somebody came in.

create table auth.two_step (
  user_id uuid primary key references auth.user on delete cascade,
  -- what the app makes its codes from, encrypted
  secret text not null,
  -- null until a first code has shown that the app has it
  since timestamptz,
  -- the latest half minute whose code was used, for each works once
  last_used bigint not null default 0,
  -- keyed hashes of the codes that open once in place of the app's
  recovery_hashes text[] not null default '{}'
);

-- When the second step was taken; a session of somebody who has one is none until then.
alter table auth.session add two_step_at timestamptz;

create function auth.is_whole(session auth.session) returns boolean language sql stable
  return session.two_step_at is not null
    or not exists (select from auth.two_step t where t.user_id = session.user_id and t.since is not null);

-- As before, for whole sessions alone.
create or replace function auth.find_caller(session_token text) returns table (
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
    where s.token = session_token and s.expires_at > now() and auth.is_whole(s);
  if not found then return; end if;
  perform set_config('app.organization_id', find_caller.organization_id::text, true);
  select p.role, p.full_name, o.name, o.time_zone, o.currency, o.trial_ends_on
    into role, full_name, organization_name, time_zone, currency, trial_ends_on
    from profiles p join organizations o on o.id = p.organization_id
    where p.organization_id = find_caller.organization_id and p.id = find_caller.profile_id;
  perform set_config('app.organization_id', coalesce(acting, ''), true);
  return next;
end $$;

create or replace function own_sessions() returns table (id uuid, created_at timestamptz, last_used_at timestamptz, user_agent text)
language sql stable security definer set search_path = public, pg_temp as $$
  select s.id, s.created_at, s.updated_at, s.user_agent
    from auth.session s join auth.membership m on m.user_id = s.user_id
    where m.organization_id = current_organization_id() and m.profile_id = current_profile_id() and s.expires_at > now()
      and auth.is_whole(s)
$$;
revoke execute on all functions in schema auth from public;
