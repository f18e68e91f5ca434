import type { Studio } from './studio.ts';
import { call, NoSuccess } from './api.ts';
import { pause, until } from './wait.ts';

/** Screens that stay open: each listens to /live, and opens it again when it ends, as a browser does. */
export type Streams = {
  /** How often one of them had to be opened again. */
  reopened: number;
  /** Makes changes until each screen has heard of one, and says after how many milliseconds that was. */
  hearChange(): Promise<number>;
  stop(): void;
};

const screens = 4;
const reopenAfterMs = 1_000;
const changeEveryMs = 500;

export function openStreams(studio: Studio): Streams {
  const end = new AbortController();
  const heardAt = Array.from({ length: screens }, () => 0);
  let nth = 0;
  const streams: Streams = {
    reopened: 0,
    hearChange: async () => {
      const from = performance.now();
      const change = async () => {
        await call(studio.url, 'POST', '/api/dance-types', studio.token, { name: `Style ${nth++}` }).catch(
          ignoreRefusal,
        );
        return heardAt.every((at) => at > from);
      };
      await until('every screen to hear of a change', change, 60_000, changeEveryMs);
      return Math.max(...heardAt) - from;
    },
    stop: () => end.abort(),
  };
  heardAt.forEach((_, screen) => void follow(screen));
  return streams;

  async function follow(screen: number): Promise<void> {
    for (; !end.signal.aborted; streams.reopened += 1) {
      await readStream(studio, end.signal, () => (heardAt[screen] = performance.now())).catch(() => {});
      await pause(reopenAfterMs);
    }
  }
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof NoSuccess)) throw error;
}

async function readStream({ url, token }: Studio, signal: AbortSignal, hear: () => void): Promise<void> {
  const answer = await fetch(`${url}/live`, { headers: { authorization: `Bearer ${token}` }, signal });
  if (!answer.ok || !answer.body) return;
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const events = text.split('\n\n');
    text = events.pop() ?? '';
    // Only the tests' own changes touch this table.
    if (events.some((event) => event.startsWith('event: change') && event.includes('dance_types'))) hear();
  }
}
