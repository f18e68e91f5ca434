let owner: string | null = null;

/** Whose answers are in the memory of this tab, for as long as its document lives: the first it is given to. */
export function ownTab(profileId: string | null = null): string | null {
  return (owner ??= profileId);
}
