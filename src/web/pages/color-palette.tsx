import { Button } from '@mantine/core';

import { Badge, type Tone } from '#ui/status-badge.tsx';
import { DanceTypeTag } from '#ui/dance-type.tsx';
import { Notice } from '#ui/notice.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import tokens from '#ui/tokens.json' with { type: 'json' };

import classes from './color-palette.module.css';

/** A static reference of the design's colours (spec §2): navy and purple, statuses, dance types. */
export function ColorPalettePage() {
  return (
    <>
      <PageHeader
        title="Color palette"
        subtitle="The colors of Barre, by the names the code knows them by."
      />
      <Swatches
        title="Primary"
        names={['brand', 'brand-hover', 'brand-active', 'brand-edge', 'brand-tint']}
      />
      <Swatches title="Secondary" names={['canvas', 'surface-1', 'surface-2', 'surface-3', 'nav']} />
      <Swatches title="Accent" names={['link', 'focus', 'nav-bar', 'danger', 'error-text']} />
      <Swatches title="Text" names={['text', 'text-muted', 'text-faint', 'border-control', 'border']} />
      <section className={classes.section} aria-labelledby="gradients">
        <h2 id="gradients">Gradients</h2>
        <div className={classes.grid}>
          <div className={classes.gradient} data-name="stage" />
          <div className={classes.gradient} data-name="curtain" />
          <div className={classes.gradient} data-name="trail" />
        </div>
      </section>
      <section className={classes.section} aria-labelledby="status">
        <h2 id="status">Status</h2>
        <div className={classes.row}>
          {tones.map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </section>
      <section className={classes.section} aria-labelledby="dance">
        <h2 id="dance">Dance types</h2>
        <div className={classes.row}>
          {danceTypes.map((name) => (
            <DanceTypeTag key={name} name={name} />
          ))}
        </div>
      </section>
      <section className={classes.section} aria-labelledby="usage">
        <h2 id="usage">Usage</h2>
        <div className={classes.row}>
          <Button>Primary action</Button>
          <Button variant="default">Secondary action</Button>
          <Button variant="subtle">Quiet action</Button>
          <Button color="red">Dangerous action</Button>
        </div>
        <Notice tone="warning" title="Warning">
          The room is already booked at this time.
        </Notice>
        <Notice tone="info" title="Information">
          Enrolling from inquiry.
        </Notice>
      </section>
    </>
  );
}

const tones: Tone[] = ['success', 'warning', 'danger', 'info', 'brand', 'neutral'];
const danceTypes = [...Object.keys(tokens.dance).filter((name) => name !== 'neutral'), 'Anything else'];

function Swatches({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h2>{title}</h2>
      <ul className={classes.grid}>
        {names.map((name) => (
          <li key={name} className={classes.swatch}>
            <span className={classes.colour} style={{ background: `var(--st-${name})` }} />
            <code>{name}</code>
          </li>
        ))}
      </ul>
    </section>
  );
}
