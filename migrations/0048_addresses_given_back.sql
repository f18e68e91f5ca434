-- An address is not held for ever by a sign-up nobody confirmed or an invitation nobody used.

-- When somebody first came in by a login. Without a mail server that takes no confirmed address, and a session that ended
-- leaves no row. Of those from before, all that may have been used count as used.
alter table auth.user add column entered_at timestamptz;
update auth.user set entered_at = created_at where auth.was_used(id) or phone_number_verified;

create function auth.note_entry() returns trigger language plpgsql as $$ begin
  update auth.user set entered_at = now() where id = new.user_id and entered_at is null;
  return null;
end $$;
create trigger note_entry after insert on auth.session for each row execute function auth.note_entry();

-- Ends the login that holds an address, where nobody ever came in by it and the link that was sent for it is dead: that of
-- a sign-up lives a day, that of an invitation seven. Never a login of the studio that is named. The studio such a sign-up
-- founded stays behind, empty: nobody was ever in it. Locked first, so that who comes in at this moment is seen.
create function auth.free_address(address text, studio uuid default null) returns void language plpgsql as $$ begin
  perform from auth.user where email = address and entered_at is null for update;
  if not found then return; end if;
  delete from auth.user u using auth.membership m
    where u.email = address and m.user_id = u.id and m.organization_id is distinct from studio
      and u.entered_at is null and not u.email_verified
      and case when u.profile_id is null then u.created_at < now() - interval '1 day'
        else exists (select from auth.invitation i
          where i.organization_id = m.organization_id and i.profile_id = m.profile_id
            and i.invited_at < now() - interval '7 days') end;
end $$;
revoke execute on all functions in schema auth from public;

-- As before, and an address nobody uses is free.
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
  if not exists (select from auth.membership m where m.organization_id = studio and m.profile_id = person) then
    perform auth.free_address(lower(address), studio);
    insert into auth.user (name, email, organization_id, profile_id)
      values (person_name, lower(address), studio, person)
      on conflict do nothing;
  end if;
  insert into auth.invitation (organization_id, profile_id, email) values (studio, person, lower(address))
    on conflict (organization_id, profile_id) do update set email = excluded.email, invited_at = now();
  perform pg_notify('barre_changes', studio || ' profiles');
  return exists (select from auth.membership m join auth.user u on u.id = m.user_id
    where m.organization_id = studio and m.profile_id = person and u.email = lower(address));
end $$;
