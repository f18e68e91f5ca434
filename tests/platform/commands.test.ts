import { expect, it } from 'vitest';
import { BackupError } from '#platform/backup-file.ts';
import { explain } from '../../scripts/stored-database.ts';

const failure = (message: string, rest: object = {}) => Object.assign(new Error(message), rest);

it.each([
  failure('ENOSPC: no space left on device, write', { code: 'ENOSPC', syscall: 'write' }),
  failure('could not extend file "base/5/1259": No space left on device', { code: '53100' }),
  failure('DATA_DIR can not be used', { cause: failure('No space left on device') }),
  failure('The migrations cannot run', { cause: failure('could not write', { code: '53100' }) }),
])('a full disk is told with what to do: %s', (error) =>
  expect(explain(error, 'npm run backup')).toBe(
    'The disk is full. No data was changed: make room on it and run this again.',
  ),
);

it('what files and settings refuse is one line', () => {
  const denied = failure("EACCES: permission denied, mkdir 'backups'", { code: 'EACCES', syscall: 'mkdir' });
  expect(explain(denied, '')).toBe("EACCES: permission denied, mkdir 'backups'.");
  expect(explain(new BackupError('There is no file x'), '')).toBe('There is no file x.');
});

it('a fault of Barre itself keeps where it happened', () => {
  const fault = new TypeError('x is not a function');
  expect(explain(fault, '')).toBe(fault);
});
