-- Studios that ask everybody who works there for a second step of signing in.

create table auth.team_two_step (organization_id uuid primary key references organizations on delete cascade);

-- As before, and whether the studio waits for the caller to turn the second step on.
drop function auth.find_caller(text);
create function auth.find_caller(session_token text) returns table (
  session_id uuid, user_id uuid, email text, expires_at timestamptz, organization_id uuid, profile_id uuid, role text,
  full_name text, organization_name text, time_zone text, currency text, trial_ends_on date, lacks_two_step boolean
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
  select p.role, p.full_name, o.name, o.time_zone, o.currency, o.trial_ends_on,
      p.role <> 'student'
      and exists (select from auth.team_two_step t where t.organization_id = o.id)
      and not exists (select from auth.two_step t where t.user_id = find_caller.user_id and t.since is not null)
    into role, full_name, organization_name, time_zone, currency, trial_ends_on, lacks_two_step
    from profiles p join organizations o on o.id = p.organization_id
    where p.organization_id = find_caller.organization_id and p.id = find_caller.profile_id;
  perform set_config('app.organization_id', coalesce(acting, ''), true);
  return next;
end $$;
revoke execute on all functions in schema auth from public;

-- As before, and whether one signs in by two steps.
drop function studio_logins(uuid);
create function studio_logins(person uuid default null)
returns table (
  profile_id uuid, email text, has_signed_in boolean, invited_at timestamptz, last_used_at timestamptz, has_two_step boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(m.profile_id, i.profile_id), coalesce(auth.real_email(u.email), i.email),
      u.id is not null and auth.was_used(u.id), i.invited_at,
      (select max(s.updated_at) from auth.session s where s.user_id = u.id),
      exists (select from auth.two_step t where t.user_id = u.id and t.since is not null)
    from (select m.profile_id, m.user_id from auth.membership m
      where m.organization_id = current_organization_id() and (person is null or m.profile_id = person)) m
    full join (select n.profile_id, n.email, n.invited_at from auth.invitation n
      where n.organization_id = current_organization_id() and (person is null or n.profile_id = person)) i using (profile_id)
    left join auth.user u on u.id = m.user_id
$$;
