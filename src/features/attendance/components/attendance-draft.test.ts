import { expect, it } from 'vitest';
import { sheetOf } from '#tests/support/attendance-sheet.ts';

import { chosenInstructor, draftOf, draftOfMarks, isSameDraft, marksOf } from './attendance-draft.ts';

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
