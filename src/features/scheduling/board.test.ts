import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { timeOfMinutes, timesOverlap } from '#shared/time-range.ts';
import { boardHours, daysShown, minutesPerRow, packLanes, slotOf, stepDate } from './board.ts';

const at = (startTime: string, endTime: string) => ({ startTime, endTime });

const anySession = fc
  .tuple(fc.integer({ min: 0, max: 287 }), fc.integer({ min: 1, max: 48 }))
  .map(([start, length]) => at(timeOfMinutes(start * 5), timeOfMinutes((start + length) * 5)))
  .filter(({ startTime, endTime }) => startTime < endTime);
const anyDay = fc.array(anySession, { maxLength: 40 });

describe('packing overlapping sessions into lanes', () => {
  it('gives a session that overlaps nothing the whole width', () => {
    const alone = at('17:00', '18:00');
    expect(packLanes([alone])).toEqual([{ session: alone, lane: 0, lanes: 1, span: 1 }]);
  });

  it('leaves back-to-back sessions in one lane', () => {
    const day = packLanes([at('17:00', '18:00'), at('18:00', '19:00')]);
    expect(day.map(({ lane, lanes }) => [lane, lanes])).toEqual([
      [0, 1],
      [0, 1],
    ]);
  });

  it('reuses a lane that has become free and lets a session grow over free lanes', () => {
    const day = packLanes([
      at('17:00', '20:00'),
      at('17:00', '18:00'),
      at('17:30', '18:00'),
      at('18:00', '19:00'),
    ]);
    expect(day.map(({ lane, lanes, span }) => [lane, lanes, span])).toEqual([
      [0, 3, 1],
      [1, 3, 1],
      [2, 3, 1],
      [1, 3, 2],
    ]);
  });

  it('keeps a ten-minute session clear of the one that follows it, as it is drawn taller', () => {
    const day = packLanes([at('17:00', '17:10'), at('17:10', '18:00')]);
    expect(day.map(({ lane }) => lane)).toEqual([0, 1]);
  });

  it('never draws two sessions over each other, loses none, and uses no lane for nothing', () => {
    fc.assert(
      fc.property(anyDay, (sessions) => {
        const placed = packLanes(sessions);
        expect(placed).toHaveLength(sessions.length);
        for (const a of placed) {
          expect(a.lane + a.span).toBeLessThanOrEqual(a.lanes);
          expect(a.span).toBeGreaterThan(0);
          for (const b of placed) {
            if (a === b || !timesOverlap(a.session, b.session)) continue;
            expect(a.lanes).toBe(b.lanes);
            expect(a.lane + a.span <= b.lane || b.lane + b.span <= a.lane).toBe(true);
          }
        }
        expect(Math.max(1, ...placed.map(({ lanes }) => lanes))).toBeLessThanOrEqual(
          Math.max(1, sessions.length),
        );
      }),
    );
  });
});

describe('the hours of a board', () => {
  it('are an afternoon when nothing takes place', () => {
    expect(boardHours([])).toEqual({ firstHour: 12, lastHour: 20 });
  });

  it('start with the first session and are at least eight', () => {
    expect(boardHours([at('15:30', '17:00')])).toEqual({ firstHour: 15, lastHour: 23 });
    expect(boardHours([at('22:00', '23:00')])).toEqual({ firstHour: 16, lastHour: 24 });
    expect(boardHours([at('06:15', '07:00'), at('20:00', '21:30')])).toEqual({ firstHour: 6, lastHour: 22 });
  });

  it('hold every session, whose slot lies inside', () => {
    fc.assert(
      fc.property(anyDay, (sessions) => {
        const hours = boardHours(sessions);
        const rows = ((hours.lastHour - hours.firstHour) * 60) / minutesPerRow;
        for (const session of sessions) {
          const slot = slotOf(session, hours);
          expect(slot.row).toBeGreaterThanOrEqual(0);
          expect(slot.row + slot.rows).toBeLessThanOrEqual(rows);
          expect(slot.offsetMinutes).toBeLessThan(minutesPerRow);
        }
      }),
    );
  });
});

describe('the place of a session', () => {
  const hours = { firstHour: 15, lastHour: 23 };

  it('is its quarters of an hour', () => {
    expect(slotOf(at('16:15', '17:45'), hours)).toEqual({ row: 5, rows: 6, offsetMinutes: 0, minutes: 90 });
  });

  it('keeps the minutes of times between quarters', () => {
    expect(slotOf(at('16:20', '17:05'), hours)).toEqual({ row: 5, rows: 4, offsetMinutes: 5, minutes: 45 });
  });
});

describe('the days of a view', () => {
  it('are a week from Monday, or one day', () => {
    expect(daysShown('week', '2026-11-22')).toEqual([
      '2026-11-16',
      '2026-11-17',
      '2026-11-18',
      '2026-11-19',
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
    ]);
    expect(daysShown('rooms', '2026-11-22')).toEqual(['2026-11-22']);
  });

  it('are a week or a day apart', () => {
    expect(stepDate('week', '2026-12-28', 1)).toBe('2027-01-04');
    expect(stepDate('instructors', '2026-03-01', -1)).toBe('2026-02-28');
  });
});
