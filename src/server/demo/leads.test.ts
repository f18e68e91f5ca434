import { expect, it } from 'vitest';
import { planInquiries } from '#server/demo/leads.ts';
import { seedRandom } from '#server/demo/schedule.ts';

it('invents no inquiry that is still to come, whatever the hour', () => {
  for (const now of ['2026-11-21T00:05:00Z', '2026-11-21T12:00:00Z', '2026-11-22T03:00:00Z'].map(
    (at) => new Date(at),
  )) {
    const inquiries = planInquiries(seedRandom(), 60, [], '2026-11-21', now);
    expect(inquiries.filter(({ createdAt }) => createdAt > now)).toEqual([]);
  }
});
