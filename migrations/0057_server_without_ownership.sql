-- The server can run as a login that owns nothing: a member of barre_server. Here is all it may do beside what requests
-- may; a later migration that makes something the server itself uses grants it as well.

do $$ begin
  if not exists (select from pg_roles where rolname = 'barre_server') then
    create role barre_server nologin noinherit;
  end if;
exception when duplicate_object or unique_violation then null; -- another database of this server was quicker
end $$;
-- It does not inherit: the rights of requests are there only after SET ROLE, as for the owner.
do $$ begin
  if not pg_has_role('barre_server', 'barre_app', 'member') then
    grant barre_app to barre_server;
  end if;
exception
  when unique_violation then null;
  -- From PostgreSQL 16 on it takes more to hand a role on than to have made it before: all else goes on as it did.
  when insufficient_privilege then
    raise warning 'no login in barre_server can serve before a superuser says: grant barre_app to barre_server';
end $$;

-- A server that was upgraded from PostgreSQL 14 lets everybody make tables here.
revoke create on schema public from public;

grant usage on schema public, auth to barre_server;
grant select on kysely_migration to barre_server;
grant select, insert, update, delete on auth.user, auth.session, auth.account, auth.verification, auth.rate_limit,
  auth.two_step, auth.turns to barre_server;
grant select, insert, delete on auth.team_two_step to barre_server;
grant select on auth.membership, auth.invitation to barre_server;
grant execute on function auth.find_caller(text), auth.free_address(text, uuid), auth.is_whole(auth.session) to barre_server;
