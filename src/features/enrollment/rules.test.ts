import { describe, expect, it } from 'vitest';
import {
  cartProblem,
  cartTotalCents,
  enrolledFrom,
  enrolledOnProblem,
  hasEnded,
  parallelBefore,
  type Bounds,
  type CartDraft,
} from '#features/enrollment/rules.ts';

const classes = [{ id: 'ballet' }, { id: 'jazz' }];
const draft: CartDraft = {
  classId: 'ballet',
  amountPaidCents: 12_000,
  startDate: '2026-11-21',
  endDate: '2027-02-21',
  numberOfSessions: 10,
};

describe('the enrollment cart', () => {
  it('takes a line with everything filled in', () => {
    expect(cartProblem(draft, [], classes)).toBeNull();
    expect(cartProblem({ ...draft, amountPaidCents: 0 }, [{ classId: 'jazz' }], classes)).toBeNull();
  });

  it.each(['classId', 'amountPaidCents', 'startDate', 'endDate', 'numberOfSessions'])(
    'asks for %s',
    (field) => {
      for (const nothing of ['', ' ', null])
        expect(cartProblem({ ...draft, [field]: nothing }, [], classes)).toBe(
          'Please fill in all fields for the enrollment item.',
        );
    },
  );

  it('refuses a class that is gone, and the same class twice', () => {
    expect(cartProblem({ ...draft, classId: 'tap' }, [], classes)).toBe('Selected class not found.');
    expect(cartProblem(draft, [{ classId: 'ballet' }], classes)).toBe(
      'This class is already in your enrollment cart.',
    );
  });

  it('says the first thing first: what is missing, then what is gone, then what is there', () => {
    const gone = { ...draft, classId: 'tap' };
    expect(cartProblem({ ...gone, amountPaidCents: null }, [{ classId: 'tap' }], classes)).toMatch(
      /fill in all/,
    );
    expect(cartProblem(gone, [{ classId: 'tap' }], classes)).toMatch(/not found/);
  });

  it('adds up in cents', () => {
    expect(cartTotalCents([])).toBe(0);
    expect(cartTotalCents([{ amountPaidCents: 10 }, { amountPaidCents: 20 }])).toBe(30);
  });
});

it('puts a new student on the roster from the first paid day, at the latest today', () => {
  expect(enrolledFrom('2026-11-02', '2026-11-21')).toBe('2026-11-02');
  expect(enrolledFrom('2026-11-21', '2026-11-21')).toBe('2026-11-21');
  expect(enrolledFrom('2026-12-01', '2026-11-21')).toBe('2026-11-21');
});

it('lets a place begin today or, within the class and after the last one, earlier', () => {
  const bounds = { today: '2026-11-21', begins: '2026-09-07', leftOn: null };
  const problems = (days: string[], more: Partial<Bounds> = {}) =>
    days.map((day) => enrolledOnProblem(day, { ...bounds, ...more })?.split(' ')[0] ?? null);
  expect(problems(['2026-11-22', '2026-11-21', '2026-09-07', '2026-09-06'])).toEqual([
    'Enter',
    null,
    null,
    'The',
  ]);
  expect(problems(['2026-11-21', '2026-11-20'], { begins: '2026-12-01' })).toEqual([null, 'The']);
  expect(problems(['2026-11-03', '2026-11-02'], { leftOn: '2026-11-03' })).toEqual([null, 'This']);
  const over = { ends: '2026-10-31', since: '2026-10-01' };
  expect(problems(['2026-10-31', '2026-11-01'], over)).toEqual([null, 'The']);
  expect(problems(['2026-11-20', '2026-11-05'], { ...over, since: '2026-11-05' })).toEqual(['The', null]);
  const early = { begins: '2026-12-01', since: '2026-11-17' };
  expect(problems(['2026-11-17', '2026-11-16'], early)).toEqual([null, 'The']);
});

it('knows a class that has ended from one on its last day and one without an end', () => {
  expect(hasEnded({ sessionEndDate: '2026-11-20' }, '2026-11-21')).toBe(true);
  expect(hasEnded({ sessionEndDate: '2026-11-21' }, '2026-11-21')).toBe(false);
  expect(hasEnded({ sessionEndDate: null }, '2026-11-21')).toBe(false);
});

it('tells each line of a cart which of those before it takes place at the same time', () => {
  const rule = (id: string, startTime: string, endTime: string) => ({
    id,
    name: id,
    daysOfWeek: ['Monday' as const],
    startTime,
    endTime,
    sessionStartDate: '2026-09-07',
    sessionEndDate: null,
    changedFrom: null,
    cancelledDates: [],
  });
  const rules = [
    rule('ballet', '17:00', '18:00'),
    rule('jazz', '17:30', '18:30'),
    rule('tap', '18:00', '19:00'),
  ];
  const cart = ['ballet', 'gone', 'jazz', 'tap'].map((classId) => ({ classId }));
  const told = cart.map((_, nth) => parallelBefore(nth, cart, rules, '2026-11-21').map(({ name }) => name));
  expect(told).toEqual([[], [], ['ballet'], ['jazz']]);
});
