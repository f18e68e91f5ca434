-- Nobody's profile is ever deleted: what they did, paid and taught stays theirs. Who leaves is erased in their row.
revoke delete on profiles from barre_app;
