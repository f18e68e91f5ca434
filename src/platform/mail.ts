import type { Config } from '#platform/config.ts';
import type { Log } from '#platform/log.ts';

export type Letter = { to: string; subject: string; text: string; html?: string; replyTo?: string };
export type SentLetter = Letter & { sentAt: Date };

/** What sends e-mail. Letters kept in memory are readable at the mailbox page in development. */
export type Mail = { send(letter: Letter): Promise<void>; sent(): readonly SentLetter[] };

const keptLetters = 200;
const retryAfterMs = [3_000, 20_000, 100_000];

/** Mail over SMTP when it is configured; else letters are printed and kept for the mailbox page. */
export function openMail(config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM'>): Mail {
  const { SMTP_URL } = config;
  if (!SMTP_URL) return printedMail();
  // Only those who send mail pay for its library.
  const transport = import('nodemailer').then(({ createTransport }) => createTransport(SMTP_URL));
  return {
    send: async (letter) => {
      await (await transport).sendMail({ from: config.MAIL_FROM, ...letter });
    },
    sent: () => [],
  };
}

/**
 * Sends on the side, and tries again for two minutes: codes and links are worthless later. What fails for good is
 * logged without the address: whoever asked has been answered already.
 */
export function sendAside(log: Pick<Log, 'error'>, sending: () => Promise<void>): void {
  void trySending(log, sending, retryAfterMs);
}

async function trySending(
  log: Pick<Log, 'error'>,
  sending: () => Promise<void>,
  [waitMs, ...later]: number[],
) {
  try {
    await sending();
  } catch (error) {
    if (waitMs === undefined || isFinal(error))
      return log.error({ err: error }, 'a message could not be sent');
    setTimeout(() => void trySending(log, sending, later), waitMs).unref();
  }
}

/** Whether a mail server has refused with a 5xx, which asking again does not change. */
function isFinal(error: unknown): boolean {
  return error instanceof Error && 'responseCode' in error && Number(error.responseCode) >= 500;
}

function printedMail(): Mail {
  const letters: SentLetter[] = [];
  return {
    send: (letter) => {
      letters.unshift({ ...letter, sentAt: new Date() });
      letters.length = Math.min(letters.length, keptLetters);
      console.log(`\nE-mail to ${letter.to}: ${letter.subject}\n${letter.text}\n`);
      return Promise.resolve();
    },
    sent: () => letters,
  };
}
