import { describe, expect, it } from 'vitest';
import { importColumns, templateOf } from '#features/data/rules/columns.ts';
import { importKinds } from '#features/data/schema.ts';
import { toCsv } from '#shared/csv.ts';
import {
  makeClass,
  makeClassroom,
  makeDanceType,
  makeInstructor,
  makeStudent,
} from '#tests/support/factories.ts';
import { refused, useTestApp, type Actor } from '#tests/support/test-app.ts';

const app = useTestApp();

const students = (...rows: string[][]) => toCsv([['full_name', 'email', 'date_of_birth'], ...rows]);
const classHeader = importColumns.classes.map(({ header }) => header);
const ballet = [
  'Ballet 1',
  'Group',
  'ballet',
  'ina ballerina',
  'studio a',
  'Mon Wed',
  '17:00',
  '18:00',
  '2026-09-07',
  '',
];

describe('importing students', () => {
  it('says what would be created, creates it, and does so once', async () => {
    const { owner } = await app.studio();
    const text = toCsv([
      ['Name', 'E-mail address', 'Sex', 'Birthday', 'Phone', 'Shoe size'],
      ['Maya Lindqvist', 'maya@example.com', 'f', '4/30/2015', '+1 555 0100', '34'],
      ['Anna, "Annie" Öz', '', '', '', '', ''],
      ['', ' ', '', '', '', ''],
    ]);
    const report = await owner.api.data.checkImport({ kind: 'students', text });
    expect(report).toMatchObject({
      creates: 2,
      problemCount: 0,
      warningCount: 0,
      ignoredColumns: ['Shoe size'],
    });
    expect(report.preview[0]).toContainEqual({ column: 'date_of_birth', value: 'Thu, Apr 30, 2015' });
    expect(await studentsOf(owner)).toEqual(['Student Person']);
    const asked = { kind: 'students', text, idempotencyKey: 'import-of-maya' } as const;
    const answers = await Promise.all([owner.api.data.import(asked), owner.api.data.import(asked)]);
    expect([...answers, await owner.api.data.import(asked)]).toEqual(Array(3).fill({ created: 2 }));
    expect(await studentsOf(owner)).toEqual(['Anna, "Annie" Öz', 'Maya Lindqvist', 'Student Person']);
    const { items } = await owner.api.people.students.list({ q: 'maya' });
    expect(await owner.api.people.students.get({ id: items[0]?.id ?? '' })).toMatchObject({
      email: 'maya@example.com',
      gender: 'Female',
      dateOfBirth: '2015-04-30',
      phoneNumber: '+1 555 0100',
    });
    await refused(owner.api.data.import({ ...asked, text: students(['Other', '', '']) }), 422);
  });

  it('names the row and the column of everything that is wrong, and stores nothing', async () => {
    const { owner } = await app.studio();
    const text = students(
      ['Good One', '', ''],
      ['', 'not an address', '2015-02-30'],
      ['Born Later', '', '2026-11-22'],
      ['x'.repeat(200_000), '', ''],
      ['Nul \u0000', '', ''],
      ['One', 'a@b.co', '', 'too many'],
    );
    const report = await owner.api.data.checkImport({ kind: 'students', text });
    expect(report).toMatchObject({ creates: 0, problemCount: 7 });
    expect(report.problems).toEqual(
      [
        { row: 3, column: 'date_of_birth', message: '“2015-02-30” is no date. Write it as 2026-11-21.' },
        { row: 3, column: 'full_name', message: 'Enter the full name.' },
        { row: 3, column: 'email', message: 'Enter an email address such as name@example.com.' },
        { row: 4, column: 'date_of_birth', message: 'Enter a date of birth that is not in the future.' },
        { row: 5, column: 'full_name', message: 'Use at most 120 characters.' },
        { row: 6, column: 'full_name', message: 'Remove the control characters.' },
        {
          row: 7,
          column: null,
          message:
            'This row has more cells than the header. A comma inside a text needs quotes around the text.',
        },
      ].toSorted((a, b) => a.row - b.row),
    );
    const refusal = await refused(owner.api.data.import({ kind: 'students', text }), 409);
    expect(refusal).toMatchObject({
      code: 'IMPORT_REFUSED',
      message: 'Nothing was imported: 7 problems must be corrected first.',
      data: { problemCount: 7 },
    });
    expect(await studentsOf(owner)).toEqual(['Student Person']);
  });

  it('warns of those who seem to be here already, and imports them when told to', async () => {
    const { owner } = await app.studio();
    await makeStudent(app, owner, { fullName: 'Maya Lindqvist' });
    const text = students(
      ['maya  lindqvist', '', ''],
      ['Twin', '', '2015-01-01'],
      ['Twin', '', '2016-01-01'],
      ['Twin', '', ''],
    );
    const report = await owner.api.data.checkImport({ kind: 'students', text });
    expect(report.warnings).toEqual([
      {
        row: 2,
        column: null,
        message: 'A student called Maya Lindqvist is here already. This would be another one.',
      },
      {
        row: 5,
        column: null,
        message: 'A student called Twin is in row 3 already. This would be another one.',
      },
    ]);
    expect((await refused(owner.api.data.import({ kind: 'students', text }), 409)).message).toBe(
      'Nothing was imported: there are 2 warnings to confirm.',
    );
    const acceptedWarnings = report.warningsFingerprint;
    expect(await owner.api.data.import({ kind: 'students', text, acceptedWarnings })).toEqual({ created: 4 });
  });

  it('asks about warnings that came after the others were looked at', async () => {
    const { owner, admin } = await app.studio();
    await makeStudent(app, owner, { fullName: 'Student 0' });
    // More than a report lists.
    const names = Array.from({ length: 250 }, (_, n) => [`Student ${n}`, '', '']);
    const asked = { kind: 'students', text: students(...names) } as const;
    const { warningCount, warningsFingerprint } = await owner.api.data.checkImport(asked);
    expect(warningCount).toBe(1);
    const accepted = { ...asked, acceptedWarnings: warningsFingerprint, idempotencyKey: 'looked-at-one' };
    await admin.api.data.import({ ...asked, acceptedWarnings: warningsFingerprint });
    const { message, data } = await refused(owner.api.data.import(accepted), 409);
    expect(message).toBe('Nothing was imported: the warnings have changed since they were looked at.');
    expect(data).toMatchObject({ warningCount: 250, creates: 250 });
    expect((await owner.api.people.students.list()).total).toBe(252);

    // Nor is one accepted that nobody was shown: the last of them is another one now.
    const seen = await owner.api.data.checkImport(asked);
    expect(seen.warnings).toHaveLength(200);
    await makeStudent(app, owner, { fullName: 'Student 249' });
    const acceptedAll = { ...accepted, acceptedWarnings: seen.warningsFingerprint };
    await refused(owner.api.data.import(acceptedAll), 409);
    const { warningsFingerprint: now } = await owner.api.data.checkImport(asked);
    // What was refused left its key free; what was done is answered, whatever has come since.
    const last = { ...accepted, acceptedWarnings: now };
    expect(await owner.api.data.import(last)).toEqual({ created: 250 });
    expect(await owner.api.data.import(last)).toEqual({ created: 250 });
    expect((await owner.api.people.students.list()).total).toBe(503);
  });

  it('warns of those whose names look alike, however they are written', async () => {
    const { owner } = await app.studio();
    await makeStudent(app, owner, { fullName: 'Zoë Öz' });
    const report = await owner.api.data.checkImport({
      kind: 'students',
      text: students(['Zoë\u00a0Öz'.normalize('NFD'), '', '']),
    });
    expect(report.warnings).toMatchObject([{ row: 2, message: expect.stringContaining('is here already') }]);
  });

  it.each([
    ['a header alone', 'full_name\r\n', 'There are no rows under the header.'],
    [
      'no header',
      'Maya\r\nNora\r\n',
      'There is no column full_name. The first row must hold the names of the columns.',
    ],
    ['a column twice', 'name,Phone,Phone\nA,1,2', 'This column is there twice. Remove one of them.'],
    [
      'two columns of one meaning',
      'name,Phone,Email,Mobile\nA,1,,2',
      '“Phone” and “Mobile” are both read as phone_number. Remove one of them.',
    ],
    ['an open quote', 'name\n"Maya\nNora', 'A quote (") opens in this row and is never closed.'],
    [
      'too many rows',
      `name\n${'x\n'.repeat(2001)}`,
      'This file has 2001 rows. Split it: at most 2000 students are imported at once.',
    ],
    [
      'bytes of no text',
      '\u0000\u0001PK\u0003\u0004',
      'There is no column full_name. The first row must hold the names of the columns.',
    ],
  ])('refuses %s', async (_, text, message) => {
    const { owner } = await app.studio();
    const report = await owner.api.data.checkImport({ kind: 'students', text });
    expect(report).toMatchObject({ creates: 0, problemCount: 1, problems: [{ message }] });
    await refused(owner.api.data.import({ kind: 'students', text }), 409);
  });

  it('refuses a phone number that a spreadsheet has shortened: its last digits are gone', async () => {
    const { owner } = await app.studio();
    for (const kind of ['students', 'instructors'] as const) {
      const text = 'name,phone\nMaya Lindqvist,1.55501E+10\n';
      const { problems } = await owner.api.data.checkImport({ kind, text });
      expect(problems).toEqual([
        {
          row: 2,
          column: 'phone',
          message:
            '“1.55501E+10” is a number that a spreadsheet has shortened. Format the column as text there, and write it in full.',
        },
      ]);
    }
  });

  it('keeps a formula as the text it is', async () => {
    const { owner } = await app.studio();
    const text = students(['=1+1', '', ''], ["'=2+2", '', '']);
    await owner.api.data.import({ kind: 'students', text });
    expect(await studentsOf(owner)).toEqual(["'=2+2", '=1+1', 'Student Person']);
    await owner.api.data.import({ kind: 'students', text: 'name\n=3+3' });
    expect(await studentsOf(owner)).toContain('=3+3');
  });

  it('takes thousands at once and tells of the first two hundred problems', async () => {
    const { owner } = await app.studio();
    const rows = Array.from({ length: 1500 }, (_, n) => [`Student ${n}`, `s${n}@example.com`, '']);
    const bad = await owner.api.data.checkImport({
      kind: 'students',
      text: students(...rows.map(([name = '']) => [name, 'x', ''])),
    });
    expect([bad.problemCount, bad.problems.length]).toEqual([1500, 200]);
    expect(await owner.api.data.import({ kind: 'students', text: students(...rows) })).toEqual({
      created: 1500,
    });
    expect((await owner.api.people.students.list()).total).toBe(1501);
  });
});

describe('importing instructors', () => {
  it('creates them with their pay terms', async () => {
    const { owner } = await app.studio();
    const text = toCsv([
      ['Instructor', 'Pay type', 'Salary', 'Rate', 'Commission'],
      ['Ines Okafor', 'hybrid', '$1,200.50', '35', '12.5%'],
      ['Per Class', '', '', '0', ''],
      ['Volunteer', 'salary', '0', '', ''],
    ]);
    expect(await owner.api.data.import({ kind: 'instructors', text })).toEqual({ created: 3 });
    const found = await owner.api.people.instructors.list({});
    expect(found.map(({ fullName, payTerms }) => [fullName, payTerms])).toEqual(
      expect.arrayContaining([
        [
          'Ines Okafor',
          { paymentType: 'hybrid', fixedSalaryCents: 120_050, ratePerClassCents: 3500, percentageRate: 12.5 },
        ],
        [
          'Per Class',
          { paymentType: 'per_class', fixedSalaryCents: null, ratePerClassCents: null, percentageRate: null },
        ],
        [
          'Volunteer',
          { paymentType: 'salary', fixedSalaryCents: 0, ratePerClassCents: null, percentageRate: null },
        ],
      ]),
    );
  });

  it('refuses pay that its type does not use, or lacks', async () => {
    const { owner } = await app.studio();
    const text =
      'name;payment_type;fixed_salary;rate_per_class\nA;salary;;\nB;per class;100;\nC;weekly;;\nD;;;ten';
    const { problems } = await owner.api.data.checkImport({ kind: 'instructors', text });
    expect(problems).toEqual([
      { row: 2, column: 'fixed_salary', message: 'Enter the fixed monthly salary.' },
      {
        row: 3,
        column: 'fixed_salary',
        message: 'Not used with the payment type per_class. Leave it empty.',
      },
      {
        row: 4,
        column: 'payment_type',
        message: 'Write one of per_class, salary, hybrid, percentage, or nothing.',
      },
      { row: 5, column: 'rate_per_class', message: '“ten” is no amount of 0 or more. Write it as 1200.50.' },
    ]);
  });
});

describe('importing classes', () => {
  it('finds instructors, rooms and dance types by their names', async () => {
    const { owner } = await studioForClasses();
    const text = toCsv([
      classHeader,
      ballet,
      ['Ballet 2', ...ballet.slice(1, 5), 'Tue', '5 pm', '6:30 PM', '9/8/2026', '2026-12-01'],
    ]);
    const report = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(report).toMatchObject({ creates: 2, problems: [], warnings: [] });
    expect(report.preview[0]).toContainEqual({ column: 'days_of_week', value: 'Mon, Wed' });
    expect(report.preview[0]).toContainEqual({ column: 'start_time', value: '5:00 PM' });
    expect(await owner.api.data.import({ kind: 'classes', text })).toEqual({ created: 2 });
    const classes = await owner.api.scheduling.classes.list();
    expect(classes.find(({ name }) => name === 'Ballet 1')).toMatchObject({
      danceType: { name: 'Ballet' },
      instructor: { fullName: 'Ina Ballerina' },
      room: { name: 'Studio A' },
      daysOfWeek: ['Monday', 'Wednesday'],
      sessionEndDate: null,
    });
    expect(classes.find(({ name }) => name === 'Ballet 2')).toMatchObject({
      startTime: '17:00',
      endTime: '18:30',
      sessionStartDate: '2026-09-08',
      sessionEndDate: '2026-12-01',
    });
  });

  it('shows a time without AM or PM as the one it is taken for', async () => {
    const { owner } = await studioForClasses();
    const text = toCsv([classHeader, ballet.with(6, '5:00').with(7, '6:30'), ballet.with(6, 'soon')]);
    const { preview } = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(preview[0]).toContainEqual({ column: 'start_time', value: '5:00 AM' });
    expect(preview[0]).toContainEqual({ column: 'end_time', value: '6:30 AM' });
    expect(preview[1]).toContainEqual({ column: 'start_time', value: 'soon' });
  });

  it('knows names that look alike, however they are written', async () => {
    const { owner } = await studioForClasses();
    await makeInstructor(app, owner, { fullName: 'Zoë Öz' });
    const row = ballet.with(2, ' BALLET').with(3, 'Zoë  Öz'.normalize('NFD')).with(4, 'Studio\u00a0A');
    const asked = { kind: 'classes', text: toCsv([classHeader, row]) } as const;
    expect(await owner.api.data.checkImport(asked)).toMatchObject({ creates: 1, problems: [] });
    await makeInstructor(app, owner, { fullName: 'Zoë\u00a0Öz' });
    await makeClassroom(app, owner, { name: 'Studio  A' });
    expect((await owner.api.data.checkImport(asked)).problems).toMatchObject([
      {
        message:
          '2 instructors are called “Zoë  Öz”. Give each an email address of their own, and write that instead.'.normalize(
            'NFD',
          ),
      },
      { message: '2 classrooms are called “Studio\u00a0A”. Give one of them another name first.' },
    ]);
  });

  it('says which names nobody has, which several have, and what else is wrong', async () => {
    const { owner } = await studioForClasses();
    await makeInstructor(app, owner, { fullName: 'Ina Ballerina' });
    const text = toCsv([
      classHeader,
      ['', 'Solo', 'Balet', 'Nobody', 'Attic', 'Someday', '6', '17:00', 'soon', ''],
      [
        'Late',
        '',
        'Ballet',
        'Ina Ballerina',
        'Studio A',
        'Mon',
        '18:00',
        '17:00',
        '2026-09-07',
        '2026-09-01',
      ],
      [
        'Never',
        '',
        'Ballet',
        'instructor person',
        'Studio A',
        'Sun',
        '17:00',
        '18:00',
        '2026-09-07',
        '2026-09-09',
      ],
    ]);
    const { problems } = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(problems.map(({ row, column, message }) => `${row} ${column}: ${message}`).sort()).toEqual(
      [
        '2 name: Enter a class name.',
        '2 class_type: Write Group or Private.',
        '2 dance_type: There is no dance type called “Balet”. Add it first, or correct the name.',
        '2 instructor: There is no instructor called “Nobody”. Add it first, or correct the name.',
        '2 classroom: There is no classroom called “Attic”. Add it first, or correct the name.',
        '2 days_of_week: “Someday” holds something that is no weekday.',
        '2 start_time: “6” is no time. Write it as 17:00 or 5:00 PM.',
        '2 session_start_date: “soon” is no date. Write it as 2026-11-21.',
        '3 instructor: 2 instructors are called “Ina Ballerina”. Give each an email address of their own, and write that instead.',
        '3 session_end_date: The end date must not be before the start date.',
        '3 end_time: End time must be after start time.',
        '4 days_of_week: None of these days lies between the start and the end date.',
      ].sort(),
    );
  });

  it('is not kept busy by a name longer than any', async () => {
    const { owner } = await studioForClasses();
    const marks = `a${'\u0301'.repeat(20_000)}${'\u0316'.repeat(20_000)}`;
    const text = toCsv([classHeader, [...ballet.slice(0, 2), marks, ...ballet.slice(3)]]);
    const began = performance.now();
    const { problems } = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(performance.now() - began).toBeLessThan(1000);
    expect(problems).toMatchObject([{ row: 2, column: 'dance_type' }]);
  });

  it('says what tells several instructors apart, if anything does', async () => {
    const { owner } = await studioForClasses();
    for (const [fullName, email] of [
      ['Ana Ruiz', 'ana@example.com'],
      ['Ana Ruiz', 'other@example.com'],
      ['Bo Berg', 'office@example.com'],
      ['Cleo Lind', 'office@example.com'],
      ['Dan Dal', null],
      ['Dan Dal', 'dan@example.com'],
    ] as const)
      await owner.api.people.instructors.create({ fullName, email });
    const names = ['Ana Ruiz', 'Office@example.com', 'Dan Dal'];
    const text = toCsv([classHeader, ...names.map((name) => ballet.with(3, name))]);
    const { problems } = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(problems.map(({ message }) => message)).toEqual([
      '2 instructors are called “Ana Ruiz”. Write the email address instead.',
      '2 instructors are called “Office@example.com”. Write the name instead.',
      '2 instructors are called “Dan Dal”. Give each an email address of their own, and write that instead.',
    ]);
  });

  it('refuses an instructor who is busy, on the schedule or further up', async () => {
    const { owner, instructorId } = await studioForClasses();
    await makeClass(app, owner, {
      name: 'Tap',
      instructorId,
      daysOfWeek: [3],
      startTime: '17:30',
      endTime: '18:30',
    });
    const other = (name: string, ...rest: string[]) => [
      name,
      '',
      'Ballet',
      'Ina Ballerina',
      'Studio B',
      ...rest,
    ];
    const text = toCsv([
      classHeader,
      ballet,
      other('Later', 'Fri', '17:00', '18:00', '2026-09-11', ''),
      other('Clash', 'Fri', '17:59', '19:00', '2026-12-01', ''),
      other('After', 'Fri', '19:00', '20:00', '2026-12-01', ''),
    ]);
    const { problems, problemCount, warningsFingerprint } = await owner.api.data.checkImport({
      kind: 'classes',
      text,
    });
    expect(problemCount).toBe(2);
    expect(problems).toEqual([
      {
        row: 2,
        column: 'instructor',
        message:
          'Scheduling Conflict: Instructor Ina Ballerina is already booked. Tap takes place on Wed, Sep 9, 2026 at 5:30 PM.',
      },
      {
        row: 4,
        column: 'instructor',
        message:
          'Scheduling Conflict: Instructor Ina Ballerina is already booked. Row 3 (Later) takes place on Fri, Dec 4, 2026 at 5:00 PM.',
      },
    ]);
    const accepted = { kind: 'classes', text, acceptedWarnings: warningsFingerprint } as const;
    await refused(owner.api.data.import(accepted), 409);
    expect(await owner.api.scheduling.classes.list()).toHaveLength(1);
  });

  it('warns of a busy room, and records that it was booked all the same', async () => {
    const { owner, roomId } = await studioForClasses();
    await makeClass(app, owner, {
      name: 'Tap',
      roomId,
      daysOfWeek: [1],
      startTime: '17:00',
      endTime: '17:30',
    });
    const text = toCsv([classHeader, ballet]);
    const { warnings, warningsFingerprint } = await owner.api.data.checkImport({ kind: 'classes', text });
    expect(warnings).toEqual([
      {
        row: 2,
        column: 'classroom',
        message:
          'Warning: This room is already booked at this time. Tap takes place on Mon, Sep 7, 2026 at 5:00 PM.',
      },
    ]);
    await refused(owner.api.data.import({ kind: 'classes', text }), 409);
    await owner.api.data.import({ kind: 'classes', text, acceptedWarnings: warningsFingerprint });
    const classes = await owner.api.scheduling.classes.list();
    expect(classes.find(({ name }) => name === 'Ballet 1')).toMatchObject({ isRoomConflictIgnored: true });
  });

  it('books nobody twice when two files arrive at once', async () => {
    const { owner } = await studioForClasses();
    const text = toCsv([classHeader, ballet]);
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map(() => owner.api.data.import({ kind: 'classes', text })),
    );
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refusals).toHaveLength(2);
    // A warning, of the room, would be no more than asked about.
    for (const { reason } of refusals) expect(reason).toMatchObject({ data: { problemCount: 1 } });
    expect(await owner.api.scheduling.classes.list()).toHaveLength(1);
  });
});

describe('imports', () => {
  it('bring nobody back who was deleted, and say so', async () => {
    const { owner } = await app.studio();
    const text = toCsv([
      ['role', 'full_name', 'erased_at'],
      ['student', 'Maya Lindqvist', ''],
      ['student', 'Deleted student', '2026-11-01T10:00:00.000Z'],
      ['staff', 'Stella Staff', ''],
    ]);
    expect(await owner.api.data.checkImport({ kind: 'students', text })).toMatchObject({
      creates: 1,
      leftOut: { deleted: 1, otherRole: 1 },
    });
    expect(await owner.api.data.import({ kind: 'students', text })).toEqual({ created: 1 });
    expect(await studentsOf(owner)).toEqual(['Maya Lindqvist', 'Student Person']);
  });

  it.each(importKinds)('take the template for %s', async (kind) => {
    const { owner } = await studioForClasses();
    const text = toCsv(templateOf(kind)).replace(
      'Ines Okafor',
      kind === 'classes' ? 'Ina Ballerina' : 'Ines Okafor',
    );
    expect(await owner.api.data.checkImport({ kind, text })).toMatchObject({ creates: 1, problems: [] });
  });

  it('are for owner and admin, each in their own studio', async () => {
    const { owner, admin, staff, instructor, student } = await app.studio();
    const bob = await app.studio({ name: 'Bob School' });
    const asked = { kind: 'students', text: students(['Maya', '', '']) } as const;
    await admin.api.data.import({ ...asked, idempotencyKey: 'the-same-key' });
    for (const { api } of [staff, instructor, student]) {
      await refused(api.data.checkImport(asked), 403);
      await refused(api.data.import(asked), 403);
    }
    await refused(app.visitor.data.checkImport(asked), 401);
    await refused(app.visitor.data.import(asked), 401);
    // Neither another studio's people nor its keys and names are known here.
    expect(await bob.owner.api.data.checkImport(asked)).toMatchObject({ warningCount: 0 });
    expect(await bob.owner.api.data.import({ ...asked, idempotencyKey: 'the-same-key' })).toEqual({
      created: 1,
    });
    expect(await studentsOf(owner)).toEqual(['Maya', 'Student Person']);
    const foreign = await studioForClasses();
    await foreign.owner.api.data.checkImport({ kind: 'classes', text: toCsv([classHeader, ballet]) });
    const report = await owner.api.data.checkImport({ kind: 'classes', text: toCsv([classHeader, ballet]) });
    expect(report.problemCount).toBe(3);
  });

  it('name the field of bad input', async () => {
    const { owner } = await app.studio();
    const field = async (input: object) =>
      (await refused(owner.api.data.import({ kind: 'students', text: 'name\nA', ...input } as never), 400))
        .data;
    expect(await field({ kind: 'payments' })).toMatchObject({ issues: [{ path: ['kind'] }] });
    expect(await field({ text: '' })).toMatchObject({ issues: [{ path: ['text'] }] });
    expect(await field({ text: 'x'.repeat(1_000_001) })).toMatchObject({ issues: [{ path: ['text'] }] });
    expect(await field({ idempotencyKey: 'short' })).toMatchObject({
      issues: [{ path: ['idempotencyKey'] }],
    });
    expect(await field({ acceptedWarnings: true })).toMatchObject({
      issues: [{ path: ['acceptedWarnings'] }],
    });
  });
});

async function studentsOf({ api }: Actor): Promise<string[]> {
  const { items } = await api.people.students.list();
  return items.map(({ fullName }) => fullName).sort();
}

async function studioForClasses() {
  const studio = await app.studio();
  const instructorId = await makeInstructor(app, studio.owner, { fullName: 'Ina Ballerina' });
  const roomId = await makeClassroom(app, studio.owner, { name: 'Studio A' });
  await makeClassroom(app, studio.owner, { name: 'Studio B' });
  await makeDanceType(app, studio.owner, { name: 'Ballet' });
  return { ...studio, instructorId, roomId };
}
