/**
 * Something that was asked for and done at one moment between `begin` and `end`: it added values to lists, or saw lists
 * whole, or both. No value is added to a list twice.
 */
export type Step = {
  name: string;
  begin: number;
  end: number;
  adds: readonly (readonly [list: string, value: string])[];
  sees: Readonly<Record<string, readonly string[]>>;
};

/**
 * What does not fit one order of all steps, in which each comes after those that had ended when it began, and sees all
 * that was added before it and nothing else: strict serializability, as far as what was seen can tell. Steps that would
 * have to follow upon each other in a circle have no such order; the shortest circle is told, a line for each of its steps.
 */
export function contradictionsIn(history: readonly Step[]): string[] {
  const adders = addersIn(history);
  const strangers = strangersIn(history, adders);
  if (strangers.length > 0) return strangers;
  const edges = edgesBetween(history, adders);
  const left = withoutOrder(edges);
  const circle = shortestCircle(edges, left);
  return circle.map((from, nth) => {
    const to = circle[(nth + 1) % circle.length] ?? from;
    return `${nameOf(history[from])} ${edges[from]?.get(to)} ${nameOf(history[to])}`;
  });
}

/** By list and value, the place of the step that added it. */
type Adders = Map<string, Map<string, number>>;
/** By step, those that come after it, and why. */
type Edges = Map<number, string>[];

function addersIn(history: readonly Step[]): Adders {
  const adders: Adders = new Map();
  history.forEach(({ adds }, place) => {
    for (const [list, value] of adds)
      adders.set(list, (adders.get(list) ?? new Map<string, number>()).set(value, place));
  });
  return adders;
}

/** What is seen though nobody added it, or twice. */
function strangersIn(history: readonly Step[], adders: Adders): string[] {
  return history.flatMap((step) =>
    Object.entries(step.sees).flatMap(([list, values]) => [
      ...values
        .filter((value) => !adders.get(list)?.has(value))
        .map((value) => `${nameOf(step)} sees ${value} in ${list}, which nobody added`),
      ...values
        .filter((value, nth) => values.indexOf(value) < nth)
        .map((value) => `${nameOf(step)} sees ${value} in ${list} twice`),
    ]),
  );
}

function edgesBetween(history: readonly Step[], adders: Adders): Edges {
  const edges: Edges = history.map(() => new Map());
  const follow = (from: number, to: number, why: string) => {
    if (from !== to) edges[from]?.set(to, why);
  };
  history.forEach((step, place) => {
    history.forEach(({ begin }, later) => {
      if (step.end < begin) follow(place, later, 'had ended before there began');
    });
    for (const [list, values] of Object.entries(step.sees)) {
      const seen = new Set(values);
      for (const [value, adder] of adders.get(list) ?? []) {
        if (seen.has(value)) follow(adder, place, `added ${value} to ${list}, as is seen by`);
        else follow(place, adder, `does not see ${value} in ${list}, added by`);
      }
    }
  });
  return edges;
}

/** The steps that are in a circle, or after one. */
function withoutOrder(edges: Edges): Set<number> {
  const waitsFor = edges.map(() => 0);
  for (const after of edges) for (const to of after.keys()) waitsFor[to] = (waitsFor[to] ?? 0) + 1;
  const left = new Set(edges.keys());
  const next = [...left].filter((place) => waitsFor[place] === 0);
  for (let place = next.pop(); place !== undefined; place = next.pop()) {
    left.delete(place);
    for (const to of edges[place]?.keys() ?? []) {
      waitsFor[to] = (waitsFor[to] ?? 0) - 1;
      if (waitsFor[to] === 0) next.push(to);
    }
  }
  return left;
}

function shortestCircle(edges: Edges, among: Set<number>): number[] {
  const circles = [...among]
    .map((start) => circleFrom(start, edges, among))
    .filter(({ length }) => length > 0);
  return circles.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

function circleFrom(start: number, edges: Edges, among: Set<number>): number[] {
  const ways = new Map([[start, [start]]]);
  for (const [place, way] of ways)
    for (const to of edges[place]?.keys() ?? []) {
      if (to === start) return way;
      if (among.has(to) && !ways.has(to)) ways.set(to, [...way, to]);
    }
  return [];
}

function nameOf(step: Step | undefined): string {
  return `"${step?.name}"`;
}
