/** A number with what it counts: "1 session", "1,200 sessions"; `many` is said where an s alone does not do. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
