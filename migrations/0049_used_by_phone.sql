-- Whether anybody ever came in by a login: with a phone number, too, once they signed out again.
create or replace function auth.was_used(login uuid) returns boolean language sql stable as $$
  select exists (select from auth.user u where u.id = login and (u.email_verified or u.phone_number_verified))
    or exists (select from auth.account a where a.user_id = login)
    or exists (select from auth.session s where s.user_id = login)
$$;
