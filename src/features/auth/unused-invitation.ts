import { sql } from 'kysely';
import type { Database, TenantScope } from '#platform/database.ts';

/** Into which studio an invitation leads, and whose that is. */
export type UnusedInvitation = { studio: string; owner: string };

/**
 * The invitation that an address has a login by, where nobody has come in yet: its owner may never have heard of the studio.
 * For letters to the address alone.
 */
export async function unusedInvitation(
  { db, readTenant }: Database,
  email: string,
): Promise<UnusedInvitation | null> {
  const { rows } = await sql<TenantScope>`
    select organization_id, profile_id from auth.user
    where email = ${email.toLowerCase()} and profile_id is not null and entered_at is null`.execute(db);
  if (!rows[0]) return null;
  const found = await readTenant(
    rows[0],
    () => sql<UnusedInvitation>`
      select o.name as studio, p.full_name as owner
      from organizations o join profiles p on p.organization_id = o.id and p.role = 'owner'
      order by p.created_at limit 1`,
  );
  return found[0] ?? null;
}
