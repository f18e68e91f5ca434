import { landingMarkers } from '#shared/landing-markers.ts';

import { Frame } from './frame.tsx';

/** What became of a demo request, in the words the server puts in. */
export function MessagePage() {
  return (
    <Frame>
      <section className="narrow">
        <h1>{landingMarkers.title}</h1>
        <p className="lead">{landingMarkers.message}</p>
        <div className="calls">
          <a href="/" className="button">
            Back to Home
          </a>
        </div>
      </section>
    </Frame>
  );
}
