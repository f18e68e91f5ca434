import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterEach, describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';
import { canSendSms, openSms } from './sms.ts';

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string };

const closing: (() => void)[] = [];
afterEach(() => closing.splice(0).forEach((close) => close()));

describe('text messages by a service', () => {
  it('are posted as Twilio takes them, the login in no address', async () => {
    const service = await openService(201);
    const sms = openSms(readConfig({ SMS_URL: service.url, SMS_FROM: '+15550100000' }));
    await sms.send({ to: '+15550100123', text: 'Your code: 123456 & nothing else' });
    const [asked] = service.asked;
    expect(asked).toMatchObject({
      method: 'POST',
      url: '/2010-04-01/Accounts/AC1/Messages.json',
      headers: {
        authorization: `Basic ${Buffer.from('AC1:to ken').toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded;charset=UTF-8',
      },
    });
    expect(Object.fromEntries(new URLSearchParams(asked?.body))).toEqual({
      To: '+15550100123',
      From: '+15550100000',
      Body: 'Your code: 123456 & nothing else',
    });
    expect(service.asked).toHaveLength(1);
  });

  it('that are refused are an error that names the answer and neither number nor code', async () => {
    const service = await openService(429);
    const sms = openSms(readConfig({ SMS_URL: service.url }));
    await expect(sms.send({ to: '+15550100123', text: 'Your code: 123456' })).rejects.toThrow(
      /^the text message service answered 429$/,
    );
  });

  it('follow the service to no other address', async () => {
    const elsewhere = await openService(201);
    const service = await openService(307, elsewhere.url.replace(/\/\/.*@/, '//'));
    const sms = openSms(readConfig({ SMS_URL: service.url }));
    await expect(sms.send({ to: '+15550100123', text: 'Your code: 123456' })).rejects.toThrow();
    expect(elsewhere.asked).toEqual([]);
  });
});

describe('text messages without a service', () => {
  it('are kept to be read in development, and not offered in production', async () => {
    const sms = openSms(readConfig({}));
    await sms.send({ to: '+15550100123', text: 'Your code: 123456' });
    expect(sms.sent()).toEqual([
      { to: '+15550100123', text: 'Your code: 123456', sentAt: expect.any(Date) as Date },
    ]);
    expect(canSendSms({ SMS_URL: null, MODE: 'development' })).toBe(true);
    expect(canSendSms({ SMS_URL: null, MODE: 'production' })).toBe(false);
  });
});

/** A service on this machine that notes what it is asked and answers `status`. */
async function openService(status: number, location?: string): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    const { method, url, headers } = request;
    void text(request).then((body) => {
      asked.push({ method, url, headers, body });
      response.writeHead(status, location ? { location } : {}).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://AC1:to%20ken@127.0.0.1:${port}/2010-04-01/Accounts/AC1/Messages.json`, asked };
}
