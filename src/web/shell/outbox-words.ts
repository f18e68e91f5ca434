import type { WaitingLog } from '#client/outbox.ts';
import { counted } from '#shared/counted.ts';

/** What the header says of the outbox: what was refused comes first, for nothing else sends or removes it. */
export function outboxWords(waiting: readonly Pick<WaitingLog, 'refusal'>[]) {
  const refused = waiting.filter(({ refusal }) => refusal !== null).length;
  const isRefused = refused > 0;
  const count = isRefused ? refused : waiting.length;
  const words = `${counted(count, 'log')} ${isRefused ? 'not accepted' : 'to send'}`;
  return { count, words, isRefused };
}
