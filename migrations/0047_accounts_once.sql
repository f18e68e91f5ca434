-- An account of a company belongs to one login, and stands there once; so does a password. Of several rows the one that was
-- used last stays.
lock table auth.account in share row exclusive mode;
delete from auth.account twin using auth.account kept
  where (kept.provider_id, kept.account_id) = (twin.provider_id, twin.account_id)
    and (kept.updated_at, kept.id) > (twin.updated_at, twin.id);
create unique index account_once on auth.account (provider_id, account_id);

-- In two browsers at the same moment the account library finds no row and makes one, twice. Neither is refused: the second
-- row takes the place of the first.
create function auth.replace_twin() returns trigger language plpgsql as $$ begin
  perform pg_advisory_xact_lock(hashtextextended(new.provider_id || ' ' || new.account_id, 0));
  delete from auth.account
    where (provider_id, account_id, user_id) = (new.provider_id, new.account_id, new.user_id);
  return new;
end $$;
create trigger replace_twin before insert on auth.account for each row execute function auth.replace_twin();
revoke execute on all functions in schema auth from public;
