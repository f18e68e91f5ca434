import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '#platform/config.ts';
import { openMail, openSender } from '#platform/mail.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => void vi.useRealTimers());

const log = { error: vi.fn<(facts: object, text?: string) => void>() };
const minute = 60_000;

it('tries again what could not be sent, until it is', async () => {
  const sending = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
  openSender(log).sendAside(sending);
  await vi.advanceTimersByTimeAsync(0);
  expect(sending).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(5 * minute);
  expect(sending).toHaveBeenCalledTimes(2);
  expect(log.error).not.toHaveBeenCalled();
});

it('gives up in the end, later each time, and says so once', async () => {
  const sending = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'));
  openSender(log).sendAside(sending);
  const calls: number[] = [];
  for (let second = 0; second < 10 * 60; second++) {
    await vi.advanceTimersByTimeAsync(1000);
    calls.push(sending.mock.calls.length);
  }
  expect([calls[0], calls[5], calls[60], calls.at(-1)]).toEqual([1, 2, 3, 4]);
  expect(log.error).toHaveBeenCalledTimes(1);
});

it('does not insist where the mail server has said no for good', async () => {
  const sending = vi
    .fn<() => Promise<void>>()
    .mockRejectedValue(Object.assign(new Error('no'), { responseCode: 550 }));
  openSender(log).sendAside(sending);
  await vi.advanceTimersByTimeAsync(10 * minute);
  expect(sending).toHaveBeenCalledTimes(1);
});

describe('before the process ends', () => {
  it('waits for what is under way, and for what that sends in turn', async () => {
    const sender = openSender(log);
    const first = Promise.withResolvers<void>();
    const second = Promise.withResolvers<void>();
    sender.sendAside(async () => {
      await first.promise;
      sender.sendAside(() => second.promise);
    });
    let isFinished = false;
    const finished = sender.finish(5_000).then(() => (isFinished = true));
    first.resolve();
    await vi.advanceTimersByTimeAsync(10);
    expect(isFinished).toBe(false);
    second.resolve();
    await finished;
    expect(log.error).not.toHaveBeenCalled();
  });

  it('tries once more, at once, what could not be sent', async () => {
    const sender = openSender(log);
    const saved = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new Error('away')).mockResolvedValue();
    const lost = vi.fn<() => Promise<void>>().mockRejectedValue(new Error('away'));
    sender.sendAside(saved);
    sender.sendAside(lost);
    await vi.advanceTimersByTimeAsync(0);
    await sender.finish(5_000);
    expect([saved.mock.calls.length, lost.mock.calls.length]).toEqual([2, 2]);
    expect(log.error.mock.calls.map(([, text]) => text)).toEqual(['a message could not be sent']);
  });

  it('says how many it gave up', async () => {
    vi.useRealTimers();
    const sender = openSender(log);
    sender.sendAside(() => new Promise(() => {}));
    await sender.finish(20);
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { count: 1 },
      'messages were given up because the process had to end',
    );
  });
});

it('waits for no mail server that stops in the middle', async () => {
  vi.useRealTimers();
  const server = createServer((socket) => void socket.write('220 a server that says no more\r\n'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const mail = openMail(readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}` }), 200);
  const sent = mail.send({ to: 'nobody@barre.test', subject: 'A code', text: '123456' });
  await expect(sent).rejects.toThrow('Timeout');
  server.close();
});
