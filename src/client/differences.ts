import type { Difference } from '#ui/stale-notice.tsx';
import { formatDate, isLocalDate } from '#shared/local-date.ts';
import { formatMoney } from '#shared/money.ts';
import { formatTime } from '#shared/time-range.ts';

type Words = (value: unknown) => string;

export type Wording = {
  /** How the values of a field are written. */
  words?: Readonly<Record<string, Words>> | undefined;
  /** Names of people and things by their ids, wherever they stand. */
  names?: Readonly<Record<string, string>>;
  currency: string;
  /** The form on screen, which knows its fields' labels. */
  form: HTMLElement | null;
};

/** The fields in which two versions of a form's values differ, labelled and written as the form does. */
export function differencesOf(theirs: object, mine: object, wording: Wording): Difference[] {
  const [stored, typed] = [new Map(leaves(theirs)), new Map(leaves(mine))];
  return [...new Set([...stored.keys(), ...typed.keys()])]
    .filter((field) => JSON.stringify(stored.get(field)) !== JSON.stringify(typed.get(field)))
    .map((field) => ({
      field,
      label: labelOf(field, wording.form),
      theirs: inWords(field, stored.get(field), wording),
      mine: inWords(field, typed.get(field), wording),
    }));
}

/** Writes the keys of a choice as the choice shows them. */
export function named(options: readonly { value: string; label: string }[]): Words {
  return (value) => options.find((option) => option.value === value)?.label ?? '';
}

/** Writes the keys of a fixed choice by its table of labels. */
export function labelled(labels: Readonly<Record<string, string>>): Words {
  return (value) => labels[String(value)] ?? String(value);
}

/** Every single value with its dotted path; an empty text and none are the same. */
function leaves(values: object, at = ''): [string, unknown][] {
  return Object.entries(values).flatMap(([name, value]): [string, unknown][] => {
    const path = at + name;
    if (typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Set))
      return leaves(value, `${path}.`);
    const plain =
      value instanceof Set
        ? [...value].map(String).toSorted()
        : typeof value === 'string'
          ? value.trim()
          : value;
    return [[path, plain === '' || plain === undefined ? null : plain]];
  });
}

function inWords(field: string, value: unknown, { words, names = {}, currency }: Wording): string {
  if (value === null || value === undefined) return '';
  const said = words?.[field]?.(value);
  if (said) return said;
  if (typeof value === 'string' && names[value]) return names[value];
  if (typeof value === 'number' && field.endsWith('Cents')) return formatMoney(value, currency);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map((each) => names[String(each)] ?? String(each)).join(', ');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (isLocalDate(text)) return formatDate(text, true);
  return /^\d\d:\d\d$/.test(text) ? formatTime(text) : text;
}

function labelOf(field: string, form: HTMLElement | null): string {
  if (!form) return fromName(field);
  const node = form.querySelector<HTMLElement>(`[data-path="${CSS.escape(field)}"]`);
  const own =
    node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement ? node.labels?.[0] : null;
  const text =
    own?.textContent ??
    node?.getAttribute('aria-label') ??
    node?.querySelector('.mantine-InputWrapper-label')?.textContent;
  return (text ?? fromName(field)).replace(/ \(optional\)$/, '');
}

/** A field that is not on screen now: `payTerms.hourlyRateCents` is "Hourly rate". */
function fromName(field: string): string {
  const name = (field.split('.').at(-1) ?? field).replace(/(Cents|Id)$/, '');
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
