-- The name and address of who never confirmed a sign-up do not stay for ever where nobody can come in to erase them.

-- As before, and the studio such a sign-up founded goes with its login: that was the only way in, and nobody ever came by
-- it. With its owner's rights, since whoever serves has none on the tables of studios.
create or replace function auth.free_address(address text, studio uuid default null) returns void
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  founded uuid;
  founder uuid;
  acting text := current_setting('app.organization_id', true);
begin
  perform from auth.user where email = address and entered_at is null for update;
  if not found then return; end if;
  delete from auth.user u using auth.membership m
    where u.email = address and m.user_id = u.id and m.organization_id is distinct from studio
      and u.entered_at is null and not u.email_verified
      and case when u.profile_id is null then u.created_at < now() - interval '1 day'
        else exists (select from auth.invitation i
          where i.organization_id = m.organization_id and i.profile_id = m.profile_id
            and i.invited_at < now() - interval '7 days') end
    returning case when u.profile_id is null then m.organization_id end, m.profile_id into founded, founder;
  if founded is null then return; end if;
  perform set_config('app.organization_id', founded::text, true);
  if not exists (select from profiles where organization_id = founded and id <> founder) then
    -- By itself first: its end is written into the history of a studio, which has to be there.
    delete from profiles where organization_id = founded;
    delete from organizations where id = founded;
  end if;
  perform set_config('app.organization_id', coalesce(acting, ''), true);
end $$;
