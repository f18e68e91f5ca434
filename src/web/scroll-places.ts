import type { AnyRouter, ParsedLocation } from '@tanstack/react-router';

const holdForMs = 5_000;
const touches = ['wheel', 'touchstart', 'pointerdown', 'keydown'];

/**
 * Brings Back and Forward to where the page stood (R9). The router scrolls once, when the page is as short as its
 * header: what was loaded is drawn in small steps. So the place is held while the page grows, until somebody touches it.
 */
export function keepScrollPlaces(router: AnyRouter): void {
  const places = new Map<string, number>();
  let release = () => {};
  router.subscribe('onBeforeLoad', ({ fromLocation }) => {
    release();
    if (fromLocation) places.set(keyOf(fromLocation), window.scrollY);
  });
  router.subscribe('onRendered', ({ toLocation }) => {
    release();
    const top = places.get(keyOf(toLocation));
    if (top) release = hold(top);
  });
}

/** Scrolls the page there whenever it changes its height. Gives back how to stop. */
function hold(top: number): () => void {
  const growth = new ResizeObserver(() => window.scrollTo({ top }));
  const release = () => {
    growth.disconnect();
    clearTimeout(timer);
    for (const touch of touches) window.removeEventListener(touch, release, true);
  };
  const timer = setTimeout(release, holdForMs);
  for (const touch of touches) window.addEventListener(touch, release, true);
  growth.observe(document.body);
  return release;
}

/** A visit to a page: a link to the same page begins another. */
function keyOf({ state, href }: ParsedLocation): string {
  return state.__TSR_key ?? href;
}
