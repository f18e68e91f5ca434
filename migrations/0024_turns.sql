-- How often something was tried: guesses at a password, letters to an address, demo requests. Not in auth.rate_limit,
-- which the account library empties of everything older than its own windows.
create table auth.turns (
  key text primary key,
  count integer not null,
  began_at timestamptz not null default now()
);
create index turns_by_age on auth.turns (began_at);
