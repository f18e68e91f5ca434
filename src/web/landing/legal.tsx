import { landingMarkers } from '#shared/landing-markers.ts';

import { Frame } from './frame.tsx';

const pages = {
  terms: {
    title: 'Terms of Service',
    paragraphs: [
      'This page is a placeholder. Whoever runs this installation of Barre puts their own terms here before they open it to the public.',
      'What will not change: the free trial lasts 14 days, needs no credit card and can be ended at any time. Your studio’s data stays yours.',
    ],
  },
  privacy: {
    title: 'Privacy Policy',
    paragraphs: [
      'This page is a placeholder. Whoever runs this installation of Barre puts their own policy here before they open it to the public.',
      'How Barre is built: every studio’s data is kept apart from every other’s. Cookies are set to keep you signed in and to tell your browser from a stranger’s, nothing else. No data is sent to advertisers, and no pages of others are embedded here.',
    ],
  },
} as const;

export type LegalName = keyof typeof pages;

export function legalTitle(name: LegalName): string {
  return pages[name].title;
}

export function LegalPage({ name }: { name: LegalName }) {
  const { title, paragraphs } = pages[name];
  return (
    <Frame>
      <section className="narrow">
        <h1>{title}</h1>
        {paragraphs.map((text) => (
          <p key={text} className="lead">
            {text}
          </p>
        ))}
        <p>
          Questions? Write to <a href={`mailto:${landingMarkers.email}`}>{landingMarkers.email}</a>.
        </p>
      </section>
    </Frame>
  );
}
