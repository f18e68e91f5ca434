import { useSyncExternalStore, type ReactNode } from 'react';

type Question = {
  /** The question itself, as the specification words it. */
  title: string;
  /** Names the object and what will happen to it: "Ballet 1 has 12 enrolled students." */
  body: ReactNode;
  /** A verb with its object: "Delete class rule". */
  confirmLabel: string;
  /** "Keep it": the safe way out, focused first. */
  cancelLabel?: string;
  /** Runs on confirm; the dialog closes when it succeeds and shows its failure when it throws. */
  onConfirm: () => Promise<unknown>;
  /** Turns what was thrown into words; the error's own message when left out. */
  errorText?: (error: unknown) => string;
  /** Runs once the dialog is gone, whatever the answer was. */
  onClose?: () => void;
};

export type AskedQuestion = Question & { tone: 'danger' | 'plain'; number: number };

let current: AskedQuestion | null = null;
let asked = 0;
const listeners = new Set<() => void>();

/** Asks before something that cannot be taken back (R15). */
export function confirmDanger(question: Question): void {
  ask({ ...question, tone: 'danger' });
}

/** Asks before something unusual that does no harm. */
export function confirmPlain(question: Question): void {
  ask({ ...question, tone: 'plain' });
}

/** What is asked before something is let go of: in other words where it is not what was typed. */
export type LeaveQuestion = Pick<Question, 'title' | 'body' | 'confirmLabel' | 'cancelLabel'>;

/** Of what was typed (R14). */
export const discardChanges: LeaveQuestion = {
  title: 'Discard changes?',
  body: 'What you typed has not been saved.',
  confirmLabel: 'Discard changes',
  cancelLabel: 'Keep editing',
};
let answerDiscard: (isLetGo: boolean) => void;

/**
 * Whether the user lets go of what the page holds. Who goes back once more while this is asked is asked once, and the
 * last step alone is answered: it leads back from where both have led.
 */
export function mayDiscard(question = discardChanges): Promise<boolean> {
  return new Promise((resolve) => {
    const isAskedAlready = current?.title === question.title;
    if (!isAskedAlready) closeQuestion();
    answerDiscard = resolve;
    if (isAskedAlready) return;
    confirmDanger({
      ...question,
      onConfirm: () => Promise.resolve(answerDiscard(true)),
      onClose: () => answerDiscard(false),
    });
  });
}

export function closeQuestion(): void {
  const closed = current;
  current = null;
  tell();
  closed?.onClose?.();
}

/** Whether it is the one being asked: its page may have been left while it was at work, and another been asked there. */
export function isAsked(question: AskedQuestion): boolean {
  return question === current;
}

/** The question being asked, for the host that draws it. */
export function useQuestion(): AskedQuestion | null {
  return useSyncExternalStore(subscribe, () => current);
}

function ask(question: Omit<AskedQuestion, 'number'>): void {
  const replaced = current;
  asked += 1;
  current = { ...question, number: asked };
  tell();
  replaced?.onClose?.();
}

function tell(): void {
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
