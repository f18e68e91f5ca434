import { expect, it } from 'vitest';
import { dataApi } from '#features/data/api.ts';
import { inTime, mostUnderWay } from '#server/in-time.ts';

const never = () => new Promise<never>(() => {});
const unavailable = (message: RegExp) => ({ status: 503, message: expect.stringMatching(message) });

it('sends away what is beyond all that can be kept waiting, and takes it again when there is room', async () => {
  const opened = Promise.withResolvers<string>();
  const waiting = Array.from({ length: mostUnderWay }, () => inTime(() => opened.promise));
  await expect(inTime(() => Promise.resolve('too many'))).rejects.toMatchObject(
    unavailable(/Nothing was saved; try again/),
  );
  opened.resolve('done');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
  expect(await inTime(() => Promise.resolve('room again'))).toBe('room again');
});

it('gives up waiting in time, and says that nobody knows what became of it', async () => {
  await expect(inTime(never, 10)).rejects.toMatchObject(unavailable(/is not known: look before/));
  await expect(inTime(() => Promise.reject(new Error('its own')))).rejects.toThrow('its own');
});

it('gives an import, and nothing else of its kind, more time than that', () => {
  const { import: importing, checkImport } = dataApi;
  expect([importing, checkImport].map((each) => each['~orpc'].meta.isLong)).toEqual([true, undefined]);
});
