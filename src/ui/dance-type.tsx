import classes from './dance-type.module.css';

const codes = {
  ballet: 'BA',
  'hip-hop': 'HH',
  jazz: 'JA',
  contemporary: 'CO',
  tap: 'TA',
  salsa: 'SA',
  ballroom: 'BR',
  modern: 'MO',
} as const;

type DanceTheme = { key: string; code: string };

/**
 * The colour theme and two-letter code of a dance type (spec §2: eight have one, any other is neutral).
 * Put `data-dance={danceTheme(name).key}` on an element to give it --dance-bg, -accent, -text and -sub.
 */
export function danceTheme(name: string | null | undefined): DanceTheme {
  const words = (name ?? '').trim();
  const key = words.toLowerCase().replace(/[\s-]+/g, '-');
  const themed = key === 'hiphop' ? 'hip-hop' : key;
  if (isThemed(themed)) return { key: themed, code: codes[themed] };
  return { key: 'neutral', code: words.slice(0, 2).toUpperCase() || '–' };
}

/** Name and code of a dance type in its colours; both, because some colours look alike to some people. */
export function DanceTypeTag({ name }: { name: string | null | undefined }) {
  const { key, code } = danceTheme(name);
  return (
    <span className={classes.tag} data-dance={key}>
      <span className={classes.code} aria-hidden="true">
        {code}
      </span>
      {name ?? 'No dance type'}
    </span>
  );
}

function isThemed(key: string): key is keyof typeof codes {
  return Object.hasOwn(codes, key);
}
