-- Requests are remembered for a week; those older are found by their age, a few each time a new one is remembered.
create index idempotency_keys_by_age on idempotency_keys (organization_id, created_at);
