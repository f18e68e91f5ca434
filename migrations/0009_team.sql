-- Logins for people a studio already knows. Requests have no grant on logins; these two functions are the only door,
-- and they open only to the caller's own studio.

-- Gives a person of the studio a login. Answers false, and gives none, when the address already has one: whose it is
-- stays unsaid.
create function give_login(person uuid, address text, person_name text) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  if current_organization_id() is null then raise exception 'a login is given inside a studio'; end if;
  insert into auth.user (name, email, organization_id, profile_id)
    values (person_name, lower(address), current_organization_id(), person)
    on conflict do nothing;
  return found;
end $$;

-- Ends a person's login and with it every session of theirs.
create function take_login(person uuid) returns boolean
language plpgsql security definer set search_path = public, pg_temp as $$ begin
  delete from auth.user where id = (
    select user_id from auth.membership where organization_id = current_organization_id() and profile_id = person);
  return found;
end $$;

-- Which people of the studio can sign in, and since when they last did.
create function studio_logins() returns table (profile_id uuid, email text, has_signed_in boolean)
language sql stable security definer set search_path = public, pg_temp as $$
  select m.profile_id, u.email, exists (select from auth.account a where a.user_id = u.id)
    from auth.membership m join auth.user u on u.id = m.user_id
    where m.organization_id = current_organization_id()
$$;
