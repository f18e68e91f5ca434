import type { Page } from 'playwright-core';

/** What `gauge` takes on a machine that does nothing else and on which what is promised is kept. */
const quickMs = 20;

/**
 * The time of a fixed piece of work, in milliseconds: asks the server for something small, lays out a table of 200 rows
 * and waits for the frame.
 */
export function gauge(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const began = performance.now();
    await fetch('/rpc/catalog/classrooms/list').then((answer) => answer.text());
    const table = document.createElement('table');
    for (let nth = 0; nth < 200; nth++) {
      const row = table.insertRow();
      for (const words of ['Lena Lead', 'Ballet', 'Contacted', 'Dec 1, 2026'])
        row.insertCell().textContent = words;
    }
    document.body.append(table);
    table.getBoundingClientRect();
    table.remove();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    return Math.round(performance.now() - began);
  });
}

/** How many times slower, by what was gauged, a machine is than it is promised for; 1 for a quicker one. */
export function slowness(gauged: readonly number[]): number {
  return Math.max(1, medianOf(gauged) / quickMs);
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Infinity;
}
