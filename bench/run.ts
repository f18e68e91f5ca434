/** What ends with the run, the last first. */
export const toStop: (() => Promise<unknown> | void)[] = [];

export function say(text: string): void {
  console.error(text);
}

/** Runs `main` and ends the process, with everything that is to stop; after the deadline, too. */
export function run(main: () => Promise<void>, deadlineMs: number): void {
  setTimeout(() => {
    say('This takes too long.');
    void end(1);
  }, deadlineMs).unref();
  process.once('SIGINT', () => void end(130));
  process.once('SIGTERM', () => void end(143));
  main().then(
    () => end(0),
    (error: unknown) => {
      console.error(error);
      return end(1);
    },
  );
}

async function end(code: number): Promise<never> {
  for (const stop of toStop.toReversed()) await stop();
  process.exit(code);
}
