import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { hasPostgres } from '#tests/support/test-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

// One connection serves the embedded engine, so only a server sees two of them at once.
describe.runIf(hasPostgres)('an invitation', () => {
  const app = useTestApp('postgres');

  it('adds anew whom somebody else removes at this moment', async () => {
    const { owner, admin } = await app.studio();
    const member = {
      fullName: 'Sam Sissonne',
      email: `sam-${crypto.randomUUID()}@barre.test`,
      role: 'staff',
    } as const;
    const { id } = await owner.api.organization.team.invite(member);
    let invited: Promise<PromiseSettledResult<{ id: string }>[]> = Promise.resolve([]);
    await app.database.inTenant(owner, async (db) => {
      await db.updateTable('profiles').set({ erasedAt: new Date() }).where('id', '=', id).execute();
      invited = Promise.allSettled([admin.api.organization.team.invite(member)]);
      // Long enough for the invitation to find them and to wait.
      await wait(400);
    });
    const [again] = await invited;
    expect(again).toMatchObject({
      status: 'fulfilled',
      value: { id: expect.not.stringMatching(id) as string },
    });
    const team = await owner.api.organization.team.list();
    expect(team.filter(({ email }) => email === member.email)).toHaveLength(1);
  });
});
