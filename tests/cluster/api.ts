/** An answer that was no success. Without a status there was no answer at all. */
export class NoSuccess extends Error {
  readonly status: number | null;

  constructor(status: number | null, message: string) {
    super(message);
    this.status = status;
  }
}

const answersWithinMs = 20_000;

/** Calls the API through the balancer as `token`. */
export async function call<T>(
  url: string,
  method: string,
  path: string,
  token: string,
  body?: unknown,
): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', origin: url },
    signal: AbortSignal.timeout(answersWithinMs),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    throw new NoSuccess(null, error instanceof Error ? error.message : String(error));
  });
  const text = await answer.text().catch(() => {
    throw new NoSuccess(null, 'the answer broke off');
  });
  if (!answer.ok) throw new NoSuccess(answer.status, text.slice(0, 200));
  return JSON.parse(text) as T;
}
