import { Frame } from './frame.tsx';

/** Asks for a demo, without any script: a form the server mails on. */
export function DemoPage() {
  return (
    <Frame>
      <section className="narrow">
        <h1>Book a demo</h1>
        <p className="lead">
          Tell us where to reach you. We answer within one working day and show Barre with your own classes.
        </p>
        <form method="post" action="/demo-request" className="demo">
          <label>
            Your name
            <input name="name" required maxLength={120} autoComplete="name" />
          </label>
          <label>
            Email
            <input name="email" type="email" required maxLength={254} autoComplete="email" />
          </label>
          <label>
            Phone (optional)
            <input name="phone" type="tel" maxLength={40} autoComplete="tel" />
          </label>
          <label>
            Studio name (optional)
            <input name="studio" maxLength={120} autoComplete="organization" />
          </label>
          <label className="wide">
            What would you like to see? (optional)
            <textarea name="message" rows={4} maxLength={2000} />
          </label>
          {/* Only programs fill this in. */}
          <label className="trap" aria-hidden="true">
            Website
            <input name="website" tabIndex={-1} autoComplete="off" />
          </label>
          <div className="wide calls">
            <button type="submit" className="button">
              Send request
            </button>
            <a href="/" className="button plain">
              Back to Home
            </a>
          </div>
        </form>
      </section>
    </Frame>
  );
}
