-- Who was invited is remembered beside the login an invitation may have given: an address that has a login with another
-- studio must look, to whoever invites, like one that was invited and not used yet.

create table auth.invitation (
  organization_id uuid not null,
  profile_id uuid not null,
  email text not null,
  invited_at timestamptz not null default now(),
  primary key (organization_id, profile_id),
  foreign key (organization_id, profile_id) references profiles on delete cascade
);

-- Whether anybody ever came in by a login: with a password, another company's account, a link or a code.
create function auth.was_used(login uuid) returns boolean language sql stable as $$
  select exists (select from auth.user u where u.id = login and u.email_verified)
    or exists (select from auth.account a where a.user_id = login)
    or exists (select from auth.session s where s.user_id = login)
$$;

insert into auth.invitation (organization_id, profile_id, email, invited_at)
  select m.organization_id, m.profile_id, u.email, u.created_at
  from auth.membership m join auth.user u on u.id = m.user_id
  where u.profile_id is not null and not auth.was_used(u.id);

-- A link to set a password ends with the login it is for.
create function auth.end_links() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from auth.verification where value = old.id::text;
  return null;
end $$;
create trigger end_links after delete on auth.user for each row execute function auth.end_links();
revoke execute on all functions in schema auth from public;

-- As before, and the login is for this address and no other: one that was never used gives way to it, so that whoever
-- was written to by mistake is not let in. One that was used stays. Answers whether the person signs in with the address.
create or replace function give_login(person uuid, address text, person_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := current_organization_id();
begin
  if studio is null then raise exception 'a login is given inside a studio'; end if;
  perform from profiles where organization_id = studio and id = person and erased_at is null for update;
  if not found then raise exception 'a login is given to a person of the studio'; end if;
  delete from auth.user u using auth.membership m
    where m.user_id = u.id and m.organization_id = studio and m.profile_id = person
      and u.email <> lower(address) and not auth.was_used(u.id);
  insert into auth.user (name, email, organization_id, profile_id)
    select person_name, lower(address), studio, person
    where not exists (select from auth.membership m where m.organization_id = studio and m.profile_id = person)
    on conflict do nothing;
  insert into auth.invitation (organization_id, profile_id, email) values (studio, person, lower(address))
    on conflict (organization_id, profile_id) do update set email = excluded.email, invited_at = now();
  perform pg_notify('barre_changes', studio || ' profiles');
  return exists (select from auth.membership m join auth.user u on u.id = m.user_id
    where m.organization_id = studio and m.profile_id = person and u.email = lower(address));
end $$;

-- As before, and the invitation with it. Answers whether there was either.
create or replace function take_login(person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := current_organization_id();
  had_invitation boolean;
begin
  delete from auth.invitation where organization_id = studio and profile_id = person;
  had_invitation := found;
  delete from auth.user where id = (
    select user_id from auth.membership where organization_id = studio and profile_id = person);
  if not (found or had_invitation) then return false; end if;
  perform pg_notify('barre_changes', studio || ' profiles');
  return true;
end $$;

create or replace function end_login_of_erased() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from auth.invitation where organization_id = new.organization_id and profile_id = new.id;
  delete from auth.user where id = (select user_id from auth.membership
    where organization_id = new.organization_id and profile_id = new.id);
  return null;
end $$;

-- Which people of the studio can sign in or were invited to, by which address, and when one they are signed in with was
-- last used: all of them, or one.
drop function studio_logins();
create function studio_logins(person uuid default null)
returns table (profile_id uuid, email text, has_signed_in boolean, invited_at timestamptz, last_used_at timestamptz)
language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(m.profile_id, i.profile_id), coalesce(auth.real_email(u.email), i.email),
      u.id is not null and auth.was_used(u.id), i.invited_at, (select max(s.updated_at) from auth.session s where s.user_id = u.id)
    from (select m.profile_id, m.user_id from auth.membership m
      where m.organization_id = current_organization_id() and (person is null or m.profile_id = person)) m
    full join (select n.profile_id, n.email, n.invited_at from auth.invitation n
      where n.organization_id = current_organization_id() and (person is null or n.profile_id = person)) i using (profile_id)
    left join auth.user u on u.id = m.user_id
$$;
