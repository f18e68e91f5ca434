-- What is said of somebody's devices goes by the sessions that let them in: a session that has run out, or waits for its
-- second step, is not one they use. All of them end all the same.

-- As before, but for when a login was last used.
create or replace function studio_logins(person uuid default null)
returns table (
  profile_id uuid, email text, has_signed_in boolean, invited_at timestamptz, last_used_at timestamptz, has_two_step boolean
) language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(m.profile_id, i.profile_id), coalesce(auth.real_email(u.email), i.email),
      u.id is not null and auth.was_used(u.id), i.invited_at,
      -- Only of who has a second step it is asked, session by session: a studio may have thousands of logins.
      (select max(s.updated_at) from auth.session s
        where s.user_id = u.id and s.expires_at > now() and (t.user_id is null or auth.is_whole(s))),
      t.user_id is not null
    from (select m.profile_id, m.user_id from auth.membership m
      where m.organization_id = current_organization_id() and (person is null or m.profile_id = person)) m
    full join (select n.profile_id, n.email, n.invited_at from auth.invitation n
      where n.organization_id = current_organization_id() and (person is null or n.profile_id = person)) i using (profile_id)
    left join auth.user u on u.id = m.user_id
    left join auth.two_step t on t.user_id = u.id and t.since is not null
$$;

create or replace function end_own_sessions(ended uuid, kept uuid) returns integer
language sql security definer set search_path = public, pg_temp as $$
  with gone as (
    delete from auth.session s using auth.membership m
      where m.user_id = s.user_id and m.organization_id = current_organization_id() and m.profile_id = current_profile_id()
        and case when ended is null then s.id is distinct from kept else s.id = ended end
      returning s.expires_at > now() and auth.is_whole(s) as counts)
  select (count(*) filter (where counts))::int from gone
$$;

create or replace function end_sessions(person uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := current_organization_id();
  ended integer;
begin
  with gone as (
    delete from auth.session s using auth.membership m
      where m.user_id = s.user_id and m.organization_id = studio and m.profile_id = person
      returning s.expires_at > now() and auth.is_whole(s) as counts)
  select count(*) filter (where counts) into ended from gone;
  if ended > 0 then perform pg_notify('barre_changes', studio || ' profiles'); end if;
  return ended;
end $$;
