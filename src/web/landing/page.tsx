import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

import { landingMarkers } from '#shared/landing-markers.ts';
import tokens from '#ui/tokens.json' with { type: 'json' };

import { DemoPage } from './demo-form.tsx';
import styles from './landing.css?inline';
import { Landing } from './landing.tsx';
import { LegalPage, legalTitle, type LegalName } from './legal.tsx';
import { MessagePage } from './message-page.tsx';
import type { ShotFiles } from './shots.ts';

type Built = { font: string; preview: string; files: ShotFiles };

/** Every public page as one finished HTML file: no script, its styles within. By file name. */
export function renderPages(built: Built): Record<string, string> {
  const title = 'Barre: dance studio management software';
  const description =
    'Scheduling, enrollment, attendance, leads and payments for dance studios. Try everything for 14 days, free and without a credit card.';
  const home = (isMember: boolean) =>
    document(built, {
      path: '/',
      title,
      description,
      body: <Landing files={built.files} isMember={isMember} />,
    });
  return {
    'index.html': home(false),
    'pages/home-member.html': home(true),
    'pages/demo.html': document(built, {
      path: '/demo',
      title: 'Book a demo · Barre',
      description: 'See Barre with your own classes: half an hour with a person who answers your questions.',
      body: <DemoPage />,
    }),
    'pages/message.html': document(built, {
      path: '/demo',
      title: `${landingMarkers.title} · Barre`,
      description: 'Your demo request.',
      body: <MessagePage />,
      isHidden: true,
    }),
    'pages/terms.html': legal(built, 'terms'),
    'pages/privacy.html': legal(built, 'privacy'),
  };
}

function legal(built: Built, name: LegalName): string {
  const title = legalTitle(name);
  return document(built, {
    path: `/${name}`,
    title: `${title} · Barre`,
    description: `${title} of Barre, the dance studio management software.`,
    body: <LegalPage name={name} />,
  });
}

type Page = {
  path: string;
  title: string;
  description: string;
  body: ReactElement;
  /** Kept out of search engines. */
  isHidden?: boolean;
};

function document({ font, preview }: Built, { path, title, description, body, isHidden }: Page): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<meta name="description" content="${description}">`,
    isHidden
      ? '<meta name="robots" content="noindex">'
      : `<link rel="canonical" href="${landingMarkers.baseUrl}${path}">`,
    '<meta property="og:type" content="website">',
    '<meta property="og:site_name" content="Barre">',
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    `<meta property="og:url" content="${landingMarkers.baseUrl}${path}">`,
    `<meta property="og:image" content="${landingMarkers.baseUrl}${preview}">`,
    '<meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">',
    '<meta property="og:image:alt" content="The schedule of a dance studio in Barre">',
    '<meta name="twitter:card" content="summary_large_image">',
    `<meta name="theme-color" content="${tokens.dark.canvas}">`,
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    `<style>${fontFaces(font)}${colours()}${styles}</style>`,
  ];
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${renderToStaticMarkup(body)}</body></html>`;
}

// What a system may have instead of Inter, and how much larger this page's text is in Inter, in percent: up to medium
// weight and bold. Newer phones have Roboto in one file, which is found by its plain name alone.
const standIns = [
  ['Stand-in', '100 550', ['Arial', 'Liberation Sans'], 107.2],
  ['Stand-in', '551 900', ['Arial Bold', 'Liberation Sans Bold'], 102],
  ['Stand-in Roboto', '100 550', ['Roboto', 'Roboto Regular'], 107.9],
  ['Stand-in Roboto', '551 900', ['Roboto Bold', 'Roboto', 'Roboto Regular'], 109.4],
  ['Stand-in Noto', '100 550', ['Noto Sans', 'Noto Sans Regular'], 101.7],
  ['Stand-in Noto', '551 900', ['Noto Sans Bold'], 97.9],
  ['Stand-in DejaVu', '100 550', ['DejaVu Sans'], 94.3],
  ['Stand-in DejaVu', '551 900', ['DejaVu Sans Bold'], 85.6],
] as const;

// A stand-in takes as much room as the letters that are still to come, also above and below a line: nothing jumps.
function fontFaces(font: string): string {
  const faces = standIns.map(([family, weights, names, size]) => {
    const sources = names.map((name) => `local('${name}')`).join();
    const ascent = (9687.5 / size).toFixed(1);
    const descent = (2412.1 / size).toFixed(1);
    return `@font-face{font-family:'${family}';font-weight:${weights};src:${sources};size-adjust:${size}%;ascent-override:${ascent}%;descent-override:${descent}%;line-gap-override:0%;unicode-range:U+0-24F,U+2000-206F}`;
  });
  return `@font-face{font-family:'Inter Variable';font-display:swap;font-weight:100 900;src:url(${font}) format('woff2-variations')}${faces.join('')}`;
}

/** The public pages are always dark (design language), so they need one half of the tokens. */
function colours(): string {
  const plain = Object.entries(tokens.dark).map(([name, value]) => `--${name}:${value}`);
  return `:root{color-scheme:dark;${plain.join(';')}}`;
}
