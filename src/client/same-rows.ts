/**
 * What was asked anew, made of the objects that were there before wherever they say the same, so that nothing is drawn
 * again for them. Rows are known by their ids: by their places, one more at the top would make others of all below it.
 */
export function keepSame(before: unknown, after: unknown): unknown {
  if (before === after) return after;
  if (Array.isArray(before) && Array.isArray(after)) return keepSameItems(before, after);
  if (!isPlain(before) || !isPlain(after)) return after;
  const names = Object.keys(after);
  const kept = Object.fromEntries(names.map((name) => [name, keepSame(before[name], after[name])]));
  const isSame =
    names.length === Object.keys(before).length &&
    names.every((name) => name in before && kept[name] === before[name]);
  return isSame ? before : kept;
}

function keepSameItems(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  const byId = new Map(before.map((item) => [idOf(item), item]));
  const kept = after.map((item, place) =>
    keepSame(byId.size === before.length ? byId.get(idOf(item)) : before[place], item),
  );
  return kept.length === before.length && kept.every((item, place) => item === before[place]) ? before : kept;
}

function idOf(item: unknown): unknown {
  return isPlain(item) ? item['id'] : undefined;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
