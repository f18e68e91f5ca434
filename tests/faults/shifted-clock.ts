// Loaded before the app: its clock is off by as many milliseconds as the file named in CLOCK_FILE says.
import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_FILE'] ?? '';
const lookAgainMs = 20;
const RealDate = Date;
let shiftMs = 0;
let lookedAt = -Infinity;

function now(): number {
  if (performance.now() - lookedAt > lookAgainMs) {
    lookedAt = performance.now();
    shiftMs = Number(readFileSync(file, 'utf8'));
  }
  return RealDate.now() + shiftMs;
}

globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, made) =>
    Reflect.construct(target, values.length === 0 ? [now()] : values, made) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, name, self) => (name === 'now' ? now : (Reflect.get(target, name, self) as unknown)),
});
