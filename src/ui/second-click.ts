/** Whether a press is the second of a double click: what it meets by then is not what it was meant for. */
export function isSecondClick({ detail }: { detail: number }): boolean {
  return detail > 1;
}
