import { landingMarkers } from '#shared/landing-markers.ts';

export function Contact() {
  return (
    <section className="section" id="contact" aria-labelledby="contact-title">
      <h2 id="contact-title" className="reveal">
        Talk to a person
      </h2>
      <div className="contact">
        <a className="card reveal" href={`https://wa.me/${landingMarkers.phoneDigits}`} rel="noopener">
          <h3>WhatsApp support</h3>
          <p>For the quick question between two classes.</p>
          <p className="address">{landingMarkers.phone}</p>
        </a>
        <a className="card reveal" href={`mailto:${landingMarkers.email}`}>
          <h3>Email support</h3>
          <p>For everything that needs a longer answer.</p>
          <p className="address">{landingMarkers.email}</p>
        </a>
        <div className="card reveal">
          <h3>See it with your own classes</h3>
          <p>Half an hour, your timetable, all your questions.</p>
          <a href="/demo" className="button small">
            Schedule Demo
          </a>
        </div>
      </div>
    </section>
  );
}
