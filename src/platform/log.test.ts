import { expect, it } from 'vitest';
import { openLog } from '#platform/log.ts';

function logged(error: unknown): string {
  let line = '';
  openLog('error', { write: (text) => (line = text) }).error({ err: error }, 'it failed');
  return line;
}

it('keeps addresses to itself that a mail server names', () => {
  const refusal = Object.assign(
    new Error(
      "Can't send mail - all recipients were rejected: 550 5.1.1 <ana+dance@studio.example>: unknown",
    ),
    {
      code: 'EENVELOPE',
      responseCode: 550,
      response: '550 5.1.1 <ana+dance@studio.example>: unknown',
      rejected: ['ana+dance@studio.example'],
    },
  );
  const line = logged(new Error('to ana@studio.example', { cause: refusal }));
  expect(line).not.toMatch(/ana|studio\.example/);
  expect(JSON.parse(line)).toMatchObject({
    msg: 'it failed',
    err: {
      type: 'Error',
      message: 'to …@…',
      stack: expect.stringMatching(/^\s*at .+log\.test\.ts/),
      cause: {
        code: 'EENVELOPE',
        responseCode: 550,
        message: "Can't send mail - all recipients were rejected: 550 5.1.1 <…@…>: unknown",
      },
    },
  });
});

it('names the constraint a row broke, not what stood in the row', () => {
  const refusal = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    constraint: 'profiles_email_key',
    detail: 'Key (full_name, phone)=(Ana Duarte, 555 0100) already exists.',
  });
  const line = logged(refusal);
  expect(line).not.toContain('Ana');
  expect(JSON.parse(line)).toMatchObject({ err: { code: '23505', constraint: 'profiles_email_key' } });
});

it('takes what is no error, and errors that are their own cause', () => {
  const round = new Error('round');
  round.cause = round;
  expect(JSON.parse(logged(round))).toMatchObject({ err: { message: 'round' } });
  expect(JSON.parse(logged('to ana@studio.example'))).toMatchObject({ err: { message: 'to …@…' } });
});
