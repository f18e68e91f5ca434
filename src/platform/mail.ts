import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';

export type Letter = { to: string; subject: string; text: string; html?: string; replyTo?: string };
export type SentLetter = Letter & { sentAt: Date };

/** What sends email. Letters kept in memory are readable at the mailbox page in development. */
export type Mail = { send(letter: Letter): Promise<void>; sent(): readonly SentLetter[] };

const mostKept = 200;
// A server that does not even greet is asked again, while a code it should bring is still worth something.
const silentAfterMs = 10_000;
// One that stops later may be looking at what it was sent.
const stalledAfterMs = 60_000;
const retryAfterMs = [3_000, 20_000, 100_000];

/** Mail over SMTP when it is configured; else letters are printed and kept for the mailbox page. */
export function openMail(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>,
  socketTimeout = stalledAfterMs,
): Mail {
  const { SMTP_URL } = config;
  if (!SMTP_URL) return printer(({ to, subject, text }) => `Email to ${to}: ${subject}\n${text}`);
  // Only those who send mail pay for its library.
  const transport = import('nodemailer').then(({ createTransport }) =>
    createTransport({
      url: SMTP_URL,
      connectionTimeout: silentAfterMs,
      greetingTimeout: silentAfterMs,
      socketTimeout,
    }),
  );
  return {
    send: async (letter) => {
      await (await transport).sendMail({ from: config.MAIL_FROM, ...letter });
    },
    sent: () => [],
  };
}

/** What sends messages after whoever asked for them was answered. */
export type Sender = {
  /**
   * Sends on the side, and tries again for two minutes: codes and links are worthless later. What fails for good is
   * logged without the address: whoever asked has been answered already.
   */
  sendAside(sending: () => Promise<void>): void;
  /** Waits for what is under way, at most so long, and tries what waits for another try once more, at once. */
  finish(withinMs: number): Promise<void>;
};

/** A sender of its own line of messages; `log` hears of what could not be sent. */
export function openSender(log: Pick<Log, 'error'>): Sender {
  const underWay = new Set<Promise<void>>();
  const ending = new AbortController();
  return {
    sendAside(sending) {
      const sent = trySending(log, sending, ending.signal).finally(() => underWay.delete(sent));
      underWay.add(sent);
    },
    async finish(withinMs) {
      ending.abort();
      const limit = AbortSignal.timeout(withinMs);
      // One that is sent may have sent another.
      while (underWay.size > 0 && !limit.aborted) await Promise.race([Promise.all(underWay), aborted(limit)]);
      if (underWay.size > 0)
        log.error({ count: underWay.size }, 'messages were given up because the process had to end');
    },
  };
}

async function trySending(
  log: Pick<Log, 'error'>,
  sending: () => Promise<void>,
  ending: AbortSignal,
): Promise<void> {
  for (const waitMs of [...retryAfterMs, null]) {
    try {
      return await sending();
    } catch (error) {
      if (waitMs === null || isFinal(error) || ending.aborted)
        return log.error({ err: error }, 'a message could not be sent');
      await Promise.race([pause(waitMs), aborted(ending)]);
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

/** Whether a mail server has refused with a 5xx, which asking again does not change. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

/** Prints what nothing is set up to send, and keeps the latest, newest first. */
export function printer<Message>(words: (message: Message) => string) {
  const printed: (Message & { sentAt: Date })[] = [];
  return {
    send: (message: Message) => {
      printed.unshift({ ...message, sentAt: new Date() });
      printed.length = Math.min(printed.length, mostKept);
      console.log(`\n${words(message)}\n`);
      return Promise.resolve();
    },
    sent: () => printed,
  };
}
