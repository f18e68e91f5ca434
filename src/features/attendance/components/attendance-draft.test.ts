import { describe, expect, it } from 'vitest';
import { sheetOf } from '#tests/support/attendance-sheet.ts';

import type { Sheet } from '../schema.ts';
import {
  chosenInstructor,
  draftFromWords,
  draftInWords,
  draftOf,
  draftOfMarks,
  entriesOf,
  followSheet,
  isSameDraft,
  marksOf,
  notesProblem,
} from './attendance-draft.ts';

it('gives back what was kept, as it was', () => {
  const sheet = sheetOf(['ana', 'ben', 'cleo']);
  const draft = { ...draftOf(sheet, null), notes: 'late', absentIds: new Set(['ana', 'cleo']) };
  const marks = marksOf(sheet, draft, null);
  expect(draftOfMarks(sheet, draftOf(sheet, null), JSON.parse(JSON.stringify(marks)))).toEqual(draft);
});

it('keeps the marks of those still on the sheet, and marks who joined as a blank sheet does', () => {
  const before = sheetOf(['ana', 'ben', 'cleo']);
  const draft = { ...draftOf(before, null), absentIds: new Set(['ana', 'cleo']) };
  const marks = marksOf(before, draft, null);
  const now = sheetOf(['ben', 'cleo', 'dan', 'eva']);
  const blank = { ...draftOf(now, null), absentIds: new Set(['ben', 'eva']) };
  expect(draftOfMarks(now, blank, marks).absentIds).toEqual(new Set(['cleo', 'eva']));
});

it('is of whoever holds the class by then where nobody else was chosen, and corrects a log as it did', () => {
  const before = sheetOf(['ana']);
  const now = { ...before, class: { ...before.class, instructor: { id: 'nora', fullName: 'Nora' } } };
  const backOf = (instructorId: string, version: number | null) => {
    const marks = marksOf(before, { ...draftOf(before, null), instructorId }, version);
    return draftOfMarks(now, draftOf(now, null), JSON.parse(JSON.stringify(marks))).instructorId;
  };
  const holder = before.class.instructor.id;
  expect(backOf(holder, null)).toBe('nora');
  expect(backOf('sasha', null)).toBe('sasha');
  expect(backOf(holder, 3)).toBe(holder);
});

it('is a blank sheet where nothing was kept', () => {
  const sheet = sheetOf(['ana', 'ben']);
  expect(draftOfMarks(sheet, draftOf(sheet, null), {})).toEqual(draftOf(sheet, null));
});

it('is the same as another of a session that was cancelled, whoever was marked absent before', () => {
  const blank = draftOf(sheetOf(['ana', 'ben']), null);
  const marked = { ...blank, absentIds: new Set(['ana']) };
  expect(isSameDraft(blank, marked)).toBe(false);
  expect(isSameDraft({ ...blank, status: 'Cancelled' }, { ...marked, status: 'Cancelled' })).toBe(true);
});

it('leaves open who taught, unless it is somebody else than who holds the class', () => {
  const sheet = sheetOf(['ben']);
  const draft = draftOf(sheet, null);
  expect(chosenInstructor(sheet, draft)).toBe(null);
  expect(chosenInstructor(sheet, { ...draft, instructorId: 'eva' })).toBe('eva');
});

it('tells of notes that are longer than what is kept of a session', () => {
  const draft = draftOf(sheetOf([]), null);
  expect(notesProblem(draft)).toBe(null);
  expect(notesProblem({ ...draft, notes: `${'n'.repeat(2000)}\n` })).toBe(null);
  expect(notesProblem({ ...draft, notes: 'n'.repeat(2001) })).toBe('Use at most 2000 characters.');
});

describe('a log that says nothing of somebody', () => {
  const sheet = withUnrecorded(sheetOf(['ana', 'mia'], 'rain'), 'mia');
  const draft = draftOf(sheet, sheet.log);

  it('says nothing of them once it is corrected, until they are marked', () => {
    expect(entriesOf(sheet, { ...draft, notes: 'sun' })).toEqual([{ studentId: 'ana', isPresent: true }]);
    const marked = { ...draft, unmarkedIds: new Set<string>() };
    expect(isSameDraft(draft, marked)).toBe(false);
    expect(entriesOf(sheet, marked)).toEqual([
      { studentId: 'ana', isPresent: true },
      { studentId: 'mia', isPresent: true },
    ]);
    expect(draftFromWords(draftInWords(draft))).toEqual(draft);
  });

  it('is given back so from what was kept, and from what was kept of everyone before', () => {
    const kept = { ...marksOf(sheet, { ...draft, notes: 'sun' }, 1) };
    expect(draftOfMarks(sheet, draft, JSON.parse(JSON.stringify(kept)))).toEqual({ ...draft, notes: 'sun' });
    const entries = [...kept.entries, { studentId: 'mia', isPresent: false }];
    expect(draftOfMarks(sheet, draft, { ...kept, entries })).toMatchObject({
      absentIds: new Set(['mia']),
      unmarkedIds: new Set(),
    });
  });

  it('says nothing either of who joins while it is corrected; a new log has them present', () => {
    const now = withUnrecorded(sheetOf(['ana', 'mia', 'zoe'], 'rain'), 'mia', 'zoe');
    const marked = { ...draft, absentIds: new Set(['mia']), unmarkedIds: new Set<string>() };
    const corrected = followSheet(marked, { before: sheet, now, correcting: sheet.log });
    expect(corrected).toEqual({ ...marked, unmarkedIds: new Set(['zoe']) });
    const blank = draftOf(sheetOf(['ana']), null);
    const taken = followSheet(blank, {
      before: sheetOf(['ana']),
      now: sheetOf(['ana', 'zoe']),
      correcting: null,
    });
    expect(taken).toEqual(blank);
  });

  it('has who joins marked as somebody else has marked them', () => {
    const joined = withMark(sheetOf(['ana', 'mia', 'zoe'], 'rain'), false, 'zoe');
    const now = withUnrecorded(joined, 'mia');
    const corrected = followSheet(draft, { before: sheet, now, correcting: sheet.log });
    expect(corrected).toEqual({ ...draft, absentIds: new Set(['zoe']) });
  });
});

it('has everyone of a cancelled session that was held after all as they were marked before, and present if nobody was', () => {
  const sheet = sheetOf(['ana', 'ben', 'cleo'], 'rain');
  const log = sheet.log && { ...sheet.log, status: 'Cancelled' as const };
  const unmarked = { ...sheet, log, students: sheet.students.map((one) => ({ ...one, isPresent: null })) };
  expect(draftOf(unmarked, log)).toMatchObject({ absentIds: new Set(), unmarkedIds: new Set() });
  const [ana, ben, cleo] = unmarked.students;
  const students =
    ana && ben && cleo ? [{ ...ana, wasPresent: false }, { ...ben, wasPresent: true }, cleo] : [];
  expect(draftOf({ ...unmarked, students }, log)).toMatchObject({
    absentIds: new Set(['ana']),
    unmarkedIds: new Set(['cleo']),
  });
});

function withUnrecorded(sheet: Sheet, ...ids: string[]): Sheet {
  return withMark(sheet, null, ...ids);
}

function withMark(sheet: Sheet, isPresent: boolean | null, ...ids: string[]): Sheet {
  const students = sheet.students.map((one) => (ids.includes(one.id) ? { ...one, isPresent } : one));
  return { ...sheet, students };
}
