import { claims, experiences, features, promises } from './content.ts';
import { Contact } from './contact.tsx';
import { Frame, StartButton } from './frame.tsx';
import { HeroShot, Shot } from './shot.tsx';
import type { ShotFiles } from './shots.ts';

type Props = { files: ShotFiles; isMember: boolean };

/** The public face (spec §2): what Barre does, how to try it, how to reach us. */
export function Landing({ files, isMember }: Props) {
  return (
    <Frame isMember={isMember}>
      <Hero files={files} isMember={isMember} />
      <Claims />
      <Features files={files} />
      <Experiences />
      <Contact />
      <MobileApp />
      <Closing isMember={isMember} />
    </Frame>
  );
}

function Hero({ files, isMember }: Props) {
  return (
    <section className="hero">
      <h1>Run your dance studio, not your spreadsheet</h1>
      <p className="lead">
        Scheduling, enrollment, attendance, leads and payments in one calm place, built for the way a dance
        studio really works.
      </p>
      <div className="calls">
        <StartButton isMember={isMember} label="Start 14-Day Free Trial" />
        <a href="/demo" className="button plain">
          Book a Demo
        </a>
      </div>
      <Promises />
      <HeroShot files={files} />
    </section>
  );
}

function Promises() {
  return (
    <ul className="promises">
      {promises.map((promise) => (
        <li key={promise}>{promise}</li>
      ))}
    </ul>
  );
}

function Claims() {
  return (
    <section className="claims reveal" aria-label="Barre in short">
      {claims.map(({ figure, text }) => (
        <p key={figure}>
          <strong>{figure}</strong> <span>{text}</span>
        </p>
      ))}
    </section>
  );
}

function Features({ files }: { files: ShotFiles }) {
  return (
    <section className="section" aria-labelledby="features">
      <h2 id="features" className="reveal">
        Everything between the first inquiry and the last bow
      </h2>
      {features.map(({ name, title, text, points, shot }) => (
        <article key={name} className="feature reveal">
          <div className="words">
            <h3>{name}</h3>
            <p className="title">{title}</p>
            <p>{text}</p>
            <Ticks points={points} />
          </div>
          {shot !== 'day' && <Shot name={shot} files={files} />}
        </article>
      ))}
    </section>
  );
}

function Experiences() {
  return (
    <section className="section" aria-labelledby="experiences">
      <h2 id="experiences" className="reveal">
        Soon, for everyone in the room
      </h2>
      <div className="pair">
        {experiences.map(({ who, text, points }) => (
          <div key={who} className="card reveal">
            <h3>{who}</h3>
            <p>{text}</p>
            <Ticks points={points} />
          </div>
        ))}
      </div>
    </section>
  );
}

function Ticks({ points }: { points: readonly string[] }) {
  return (
    <ul className="ticks">
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  );
}

function MobileApp() {
  return (
    <section className="section band reveal" aria-labelledby="mobile">
      <div>
        <h2 id="mobile">Mobile App Coming Soon</h2>
        <p className="lead">
          Your studio in your pocket. Until then, Barre runs in the browser of the phone you have.
        </p>
      </div>
      <ul className="stores">
        <li>
          <strong>iOS</strong> <span>Coming soon</span>
        </li>
        <li>
          <strong>Android</strong> <span>Coming soon</span>
        </li>
      </ul>
    </section>
  );
}

function Closing({ isMember }: { isMember: boolean }) {
  return (
    <section className="closing reveal">
      <h2>Ready when you are</h2>
      <StartButton isMember={isMember} label="Start Your Free Trial Today" />
      <Promises />
    </section>
  );
}
