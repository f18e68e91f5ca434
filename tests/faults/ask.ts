import { Agent, request as send } from 'node:http';

export type Question = {
  method?: string;
  path: string;
  token?: string;
  body?: unknown;
  headers?: Record<string, string>;
  /** After this long nobody waits any more. */
  patienceMs?: number;
};

/** Status 0: the connection broke or nobody waited any longer. */
export type Answer = {
  status: number;
  text: string;
  retryAfter: string | undefined;
  cookies: string[];
  ms: number;
};

const agent = new Agent({ keepAlive: true, maxSockets: 1000 });

/** Asks a server one thing. Never rejects. */
export function ask(
  base: string,
  { method = 'GET', path, token, body, headers = {}, patienceMs = 30_000 }: Question,
): Promise<Answer> {
  const since = performance.now();
  const text = body === undefined ? '' : JSON.stringify(body);
  return new Promise((resolve) => {
    const settle = (answer: Omit<Answer, 'ms'>) => {
      clearTimeout(timer);
      resolve({ ...answer, ms: performance.now() - since });
    };
    const fail = () => settle({ status: 0, text: '', retryAfter: undefined, cookies: [] });
    const asked = send(base + path, {
      agent,
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        'content-length': Buffer.byteLength(text),
        origin: base,
        ...headers,
      },
    });
    const timer = setTimeout(() => asked.destroy(new Error('too late')), patienceMs);
    asked.once('error', fail);
    asked.once('response', (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.once('error', fail);
      response.once('end', () =>
        settle({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString(),
          retryAfter: response.headers['retry-after'],
          cookies: response.headers['set-cookie'] ?? [],
        }),
      );
    });
    asked.end(text);
  });
}

/** Asks and takes only a success for an answer. */
export async function demand<T>(base: string, question: Question): Promise<T> {
  const { status, text } = await ask(base, question);
  if (status < 200 || status > 299) throw new Error(`${question.path}: ${status} ${text}`);
  return JSON.parse(text) as T;
}
