-- Called by triggers alone, which run as their owner: it takes a studio as an argument and asks nobody.
revoke execute on function project_class(uuid, uuid) from public;
