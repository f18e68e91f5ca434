/** The studio as the sidebar names it (spec §2): without a trailing ' School', 'DanceSchool' until loaded. */
export function studioName(name: string | null | undefined): string {
  return name ? name.replace(/ School$/, '') : 'DanceSchool';
}
