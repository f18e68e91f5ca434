import type { PayTerms } from '#features/payroll/rules.ts';
import type { Tx } from '#platform/database.ts';

/** Puts an instructor's pay terms in place of those they had; the history keeps the old ones. */
export async function savePayTerms(db: Tx, profileId: string, terms: PayTerms): Promise<void> {
  await db
    .insertInto('payTerms')
    .values({ profileId, ...terms })
    .onConflict((taken) => taken.columns(['organizationId', 'profileId']).doUpdateSet(terms))
    .execute();
}
