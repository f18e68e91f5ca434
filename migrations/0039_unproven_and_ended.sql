-- A session ends 90 days after the sign-in that began it, however much it is used and whatever end is written for it.
-- It begins when it is made, by whatever clock: the account library goes by that of its machine.
create function auth.bound_session() returns trigger language plpgsql as $$ begin
  new.created_at := least(new.created_at, old.created_at, now());
  new.expires_at := least(new.expires_at, new.created_at + interval '90 days');
  return new;
end $$;
create trigger bound_session before insert or update on auth.session for each row execute function auth.bound_session();

-- Whatever confirms an address also takes the phone number that was set for signing in before: like the password and the
-- sessions of then it may be of a stranger, who signed up with somebody else's address.
create function auth.drop_unproven_phone() returns trigger language plpgsql as $$ begin
  new.phone_number := null;
  new.phone_number_verified := null;
  return new;
end $$;
create trigger drop_unproven_phone before update of email_verified on auth.user for each row
  when (new.email_verified and not old.email_verified) execute function auth.drop_unproven_phone();

-- Ends every session of a person of the studio; their login stays.
create function end_sessions(person uuid) returns integer
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  studio uuid := current_organization_id();
  ended integer;
begin
  delete from auth.session s using auth.membership m
    where m.user_id = s.user_id and m.organization_id = studio and m.profile_id = person;
  get diagnostics ended = row_count;
  if ended > 0 then perform pg_notify('barre_changes', studio || ' profiles'); end if;
  return ended;
end $$;
revoke execute on all functions in schema auth from public;

update auth.session set expires_at = expires_at;
