/** A number with what it counts: "1 session", "3 sessions"; `many` is said where an s alone does not do. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
