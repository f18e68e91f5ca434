import { describe, expect, it } from 'vitest';
import { hasPostgres } from '#tests/support/test-database.ts';
import { useTestApp } from '#tests/support/test-app.ts';

// One connection serves the embedded engine, so only a server sees two imports at once.
describe.runIf(hasPostgres)('people imported by several files at once', () => {
  const app = useTestApp('postgres');
  const rounds = 5;

  it.each(['students', 'instructors'] as const)('are stored once: %s', async (kind) => {
    const names = Array.from({ length: 200 }, (_, n) => `Person ${n}`);
    const asked = { kind, text: ['name', ...names].join('\n') };
    for (let round = 0; round < rounds; round++) {
      const { owner, admin } = await app.studio();
      const outcomes = await Promise.allSettled(
        [owner, admin, owner, admin].map(({ api }) => api.data.import(asked)),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({
            message: 'Nothing was imported: there are 200 warnings to confirm.',
          });
    }
  });

  it('are stored once, though everybody looked at the one warning there was before', async () => {
    const names = Array.from({ length: 200 }, (_, n) => `Person ${n}`);
    const asked = { kind: 'students', text: ['name', ...names].join('\n') } as const;
    for (let round = 0; round < rounds; round++) {
      const { owner, admin } = await app.studio();
      await owner.api.data.import({ kind: 'students', text: 'name\nPerson 0' });
      const { warningsFingerprint } = await owner.api.data.checkImport(asked);
      const outcomes = await Promise.allSettled(
        [owner, admin, owner, admin].map(({ api }) =>
          api.data.import({ ...asked, acceptedWarnings: warningsFingerprint }),
        ),
      );
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === 'rejected')
          expect(outcome.reason).toMatchObject({ data: { warningCount: 200 } });
    }
  });
});
