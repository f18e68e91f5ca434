import { isWrittenAmount, withPoint } from './amount-text.ts';

/** The number of a text as people write it, "1,200" or "12,5"; what is none as it was typed, which schemas refuse. */
export function numberOf(typed: string): number | string {
  const text = typed.trim();
  const plain = isWrittenAmount(text) ? withPoint(text).replaceAll(/[,\s]/g, '') : text;
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : text;
}
