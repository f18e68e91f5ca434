import type { Config } from '#platform/config.ts';
import { printer } from '#platform/mail.ts';

type TextMessage = { to: string; text: string };
export type SentMessage = TextMessage & { sentAt: Date };

/** What sends text messages. Those kept in memory are readable at the mailbox page in development. */
export type Sms = { send(message: TextMessage): Promise<void>; sent(): readonly SentMessage[] };

const deadlineMs = 10_000;

/** Text messages by the interface Twilio made common; without SMS_URL they are printed and kept. */
export function openSms(config: Pick<Config, 'SMS_URL' | 'SMS_FROM'>): Sms {
  if (!config.SMS_URL) return printer(({ to, text }) => `Text message to ${to}: ${text}`);
  const address = new URL(config.SMS_URL);
  const login = `${decodeURIComponent(address.username)}:${decodeURIComponent(address.password)}`;
  Object.assign(address, { username: '', password: '' });
  return {
    send: async ({ to, text }) => {
      const response = await fetch(address, {
        method: 'POST',
        headers: { authorization: `Basic ${Buffer.from(login).toString('base64')}` },
        body: new URLSearchParams({ To: to, From: config.SMS_FROM, Body: text }),
        // Elsewhere our login with the service would go along.
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      });
      if (!response.ok) throw new Error(`the text message service answered ${response.status}`);
    },
    sent: () => [],
  };
}

/** Whether codes can reach a phone: by a service, or in development by the mailbox page. */
export function canSendSms(config: Pick<Config, 'SMS_URL' | 'MODE'>): boolean {
  return config.SMS_URL !== null || config.MODE === 'development';
}
