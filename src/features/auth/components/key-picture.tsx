import { encode } from 'uqr';

import classes from './two-step-section.module.css';

/** An address as a picture that phones read. Black on white in every color scheme: some apps read no other. */
export function KeyPicture({ address }: { address: string }) {
  const { data, size } = encode(address, { border: 4 });
  const squares = data.flatMap((row, y) =>
    row.flatMap((isBlack, x) => (isBlack ? [`M${x} ${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      className={classes.picture}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label="The key as a picture to scan"
    >
      <path d={squares.join('')} />
    </svg>
  );
}
