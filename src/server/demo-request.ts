import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod';
import { composeLetter } from '#platform/letter.ts';
import type { Config } from '#platform/config.ts';
import { noteLimit } from '#platform/log.ts';
import type { RequestContext } from '#platform/procedure.ts';
import { networkOf } from '#platform/network.ts';
import { takeTurns } from '#platform/turns.ts';
import type { App } from '#server/app.ts';
import { inTime } from '#server/in-time.ts';
import { answerMessage } from '#server/public-pages.ts';

// Nine bytes stand for each of 2,400 characters of some scripts.
const maxBytes = 40_000;
const perAddress = { max: 5, minutes: 60 };
const fromEverywhere = { max: 200, minutes: 60 };

const text = (max: number) => z.string().trim().max(max).default('');
const asTyped = (sent: unknown) => (typeof sent === 'string' ? sent.replaceAll('\r\n', '\n') : sent);
const demoRequest = z.object({
  name: text(120).pipe(z.string().min(1)),
  email: z.string().trim().max(254).pipe(z.email()),
  phone: text(40),
  studio: text(120),
  // A new line is one character to the page, which counts them, and two in what it sends.
  message: z.preprocess(asTyped, text(2000)),
  website: z.string().default(''),
});
type DemoRequest = z.infer<typeof demoRequest>;

const thanks = {
  status: 200,
  title: 'Thank you',
  message: 'Your request was sent. We answer within one working day.',
};

/** A plain HTML form that asks for a demo, mailed on to the contact of this installation. */
export async function answerDemoRequest(
  app: App,
  request: IncomingMessage,
  response: ServerResponse,
  context: RequestContext,
): Promise<boolean> {
  if (request.method !== 'POST') {
    response.writeHead(303, { location: '/demo' }).end();
    return true;
  }
  await answerMessage(app, request, response, await outcomeOf(app, request, context));
  return true;
}

async function outcomeOf(app: App, request: IncomingMessage, context: RequestContext) {
  const { config, database, mail } = app;
  const given = demoRequest.safeParse(Object.fromEntries(new URLSearchParams(await readForm(request))));
  if (!given.success) {
    context.log.info('input refused');
    return {
      status: 400,
      title: 'Something is missing',
      message:
        'Enter your name and an email address we can answer to. Your browser’s back button keeps what you typed.',
    };
  }
  // Programs that fill in every field are thanked like everybody else.
  if (given.data.website) return thanks;
  try {
    const over = await takeTurns(database, [
      { key: `demo:${networkOf(context.clientAddress)}`, ...perAddress },
      { key: 'demo', ...fromEverywhere },
    ]);
    if (over !== null) {
      noteLimit(context.log, 'demoRequests');
      return over === 0 ? tooManyOfYours(config) : tooManyOfAll(config);
    }
    // A mail server that says nothing would keep them waiting for minutes.
    await inTime(() => mail.send(demoLetter(given.data, config)));
    return thanks;
  } catch (error) {
    context.log.error({ err: error }, 'a demo request could not be mailed');
    return {
      status: 503,
      title: 'Your request could not be sent',
      message: `Something went wrong on our side. Please write to ${config.CONTACT_EMAIL}.`,
    };
  }
}

function tooManyOfYours({ CONTACT_EMAIL }: Config) {
  return {
    status: 429,
    title: 'That was quick',
    message: `We have several requests from you already. For anything else write to ${CONTACT_EMAIL}.`,
  };
}

function tooManyOfAll({ CONTACT_EMAIL }: Config) {
  return {
    status: 429,
    title: 'Many people are asking at once',
    message: `Your request was not sent. Please write to ${CONTACT_EMAIL}, or try again in an hour.`,
  };
}

function demoLetter({ name, email, phone, studio, message }: DemoRequest, config: Config) {
  const facts = [
    `Name: ${name}`,
    `Email: ${email}`,
    ...(phone ? [`Phone: ${phone}`] : []),
    ...(studio ? [`Studio: ${studio}`] : []),
  ];
  return {
    ...composeLetter({
      to: config.CONTACT_EMAIL,
      baseUrl: config.BASE_URL,
      subject: `Demo request: ${studio || name}`,
      title: 'Somebody asks for a demo',
      paragraphs: [facts.join('\n'), ...(message ? [message] : [])],
      footnote: 'An answer to this email goes to them.',
    }),
    replyTo: email,
  };
}

async function readForm(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
