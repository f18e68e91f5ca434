// Writes src/ui/tokens.css from src/ui/tokens.json and refuses colour pairs that are too faint (WCAG 2.2).
// `npm run build` does so too.
import { readFileSync, writeFileSync } from 'node:fs';

const source = new URL('../src/ui/tokens.json', import.meta.url);
const target = new URL('../src/ui/tokens.css', import.meta.url);
const tokens = JSON.parse(readFileSync(source, 'utf8'));

const failures = ['dark', 'light'].flatMap(faintPairs);
for (const failure of failures) console.error(failure);
writeFileSync(target, stylesheet());
if (failures.length > 0) process.exit(1);

function stylesheet() {
  return [
    '/* Written by scripts/tokens.mjs from tokens.json. */',
    rule(':root,[data-mantine-color-scheme=dark]', 'dark'),
    rule('[data-mantine-color-scheme=light]', 'light'),
    // Before the script has read the user's choice, follow the system.
    `@media (prefers-color-scheme:light){${rule(':root:not([data-mantine-color-scheme])', 'light')}}`,
    `@media print{${rule(':root,:root[data-mantine-color-scheme]', 'light')}}`,
    ...Object.keys(tokens.dance).map(danceAliases),
    ...Object.keys(tokens.status).map(toneAliases),
    '',
  ].join('\n');
}

function rule(selector, mode) {
  const colours = Object.entries(tokens[mode]).map(([name, value]) => `--st-${kebab(name)}:${value}`);
  const groups = [
    ['', tokens.status],
    ['dance-', tokens.dance],
  ].flatMap(([prefix, group]) =>
    Object.entries(group).flatMap(([name, modes]) =>
      Object.entries(modes[mode]).map(([part, value]) => `--st-${prefix}${kebab(name)}-${part}:${value}`),
    ),
  );
  return `${selector}{color-scheme:${mode};${[...colours, ...groups].join(';')}}`;
}

/** `data-dance="ballet"` gives any element --dance-bg, --dance-accent, --dance-text and --dance-sub. */
function danceAliases(name) {
  const parts = ['bg', 'accent', 'text', 'sub'].map(
    (part) => `--dance-${part}:var(--st-dance-${kebab(name)}-${part})`,
  );
  return `[data-dance=${kebab(name)}]{${parts.join(';')}}`;
}

function toneAliases(name) {
  const parts = ['bg', 'line', 'text'].map((part) => `--tone-${part}:var(--st-${name}-${part})`);
  return `[data-tone=${name}]{${parts.join(';')}}`;
}

function kebab(name) {
  return name
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .toLowerCase()
    .replace(/\s+/g, '-');
}

function faintPairs(mode) {
  const c = tokens[mode];
  const pairs = [
    ...['canvas', 'surface1', 'surface2'].flatMap((on) => [
      ['text', c.text, c[on], 7],
      ['textMuted', c.textMuted, c[on], 4.5],
      ['textFaint', c.textFaint, c[on], 4.5],
      ['link', c.link, c[on], 4.5],
      ['errorText', c.errorText, c[on], 4.5],
      ['borderControl', c.borderControl, c[on], 3],
      ['focus', c.focus, c[on], 3],
      ['brandEdge', c.brandEdge, c[on], 3],
    ]),
    ['text on hover', c.text, c.surface3, 7],
    ['textMuted on hover', c.textMuted, c.surface3, 4.5],
    ...['brand', 'brandHover', 'brandActive'].map((fill) => [fill, c.onBrand, c[fill], 4.5]),
    ['danger', c.onDanger, c.danger, 4.5],
    ['navText', c.navText, c.nav, 4.5],
    ['navActiveText', c.navActiveText, c.navActive, 4.5],
    ['navBar', c.navBar, c.navActive, 3],
    ['navFocus', c.navFocus, c.nav, 3],
    ...Object.entries(tokens.status).flatMap(([name, { [mode]: tone }]) => [
      [`${name} text`, tone.text, tone.bg, 4.5],
      [`${name} line`, tone.line, tone.bg, 3],
      [`${name} line on card`, tone.line, c.surface1, 3],
    ]),
    ...Object.entries(tokens.dance).flatMap(([name, { [mode]: tone }]) => [
      [`${name} text`, tone.text, tone.bg, 7],
      [`${name} sub`, tone.sub, tone.bg, 4.5],
      [`${name} accent`, tone.accent, tone.bg, 3],
      [`${name} accent on card`, tone.accent, c.surface1, 3],
      [`focus on ${name}`, c.focus, tone.bg, 3],
    ]),
  ];
  return pairs
    .filter(([, front, back, least]) => contrast(front, back) < least)
    .map(([what, front, back, least]) => `${mode} ${what}: ${front} on ${back} is below ${least}:1`);
}

function contrast(front, back) {
  const [light, dark] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
