import type { ReactNode } from 'react';

import classes from './status-badge.module.css';

export type Tone = 'success' | 'warning' | 'danger' | 'info' | 'brand' | 'neutral';

/** What each stored status looks like (spec §4: any other value displays neutrally). */
const tones = {
  subscription: { active: 'success', expired: 'warning' },
  inquiry: {
    new: 'info',
    contacted: 'warning',
    'tryout scheduled': 'brand',
    enrolled: 'success',
    'converted to student': 'success',
  },
  attendance: { completed: 'success', cancelled: 'danger' },
  tryout: { completed: 'success', 'no show': 'danger' },
} as const satisfies Record<string, Record<string, Tone>>;

type StatusKind = keyof typeof tones;

export function statusTone(kind: StatusKind, status: string): Tone {
  const known: Readonly<Record<string, Tone>> = tones[kind];
  return known[status.toLowerCase()] ?? 'neutral';
}

/** A stored status in its colour, always with its word. */
export function StatusBadge({ kind, status }: { kind: StatusKind; status: string }) {
  return <Badge tone={statusTone(kind, status)}>{status}</Badge>;
}

/** A short word in a tone: tint, line and text, never colour alone. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {children}
    </span>
  );
}
