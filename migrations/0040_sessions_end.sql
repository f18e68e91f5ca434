-- A session ends 90 days after the sign-in that began it, however much it is used and whatever end is written for it.
-- It begins when it is made, by whatever clock: the account library goes by that of its machine.
create function auth.bound_session() returns trigger language plpgsql as $$ begin
  new.created_at := least(new.created_at, old.created_at, now());
  new.expires_at := least(new.expires_at, new.created_at + interval '90 days');
  return new;
end $$;
create trigger bound_session before insert or update on auth.session for each row execute function auth.bound_session();
revoke execute on all functions in schema auth from public;

update auth.session set expires_at = expires_at;
