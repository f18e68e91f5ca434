/**
 * What a single key does (R19) is declared where it is done: the key presses the element that carries it in
 * `aria-keyshortcuts`, and focuses it when it is a field. The screen comes before the frame around it.
 * @returns whether the key meant something here
 */
export function pressKey(key: string): boolean {
  const element = elementFor(key);
  if (!element) return false;
  if (element.matches('input, select, textarea')) element.focus();
  else element.click();
  return true;
}

/** Whether a key pressed now is a shortcut, and not somebody's typing, scrolling or choosing. */
export function isShortcut(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing)
    return false;
  // A select keeps its closed list in the page, unseen.
  if (firstVisible(covers)) return false;
  const { target } = event;
  if (!(target instanceof Element)) return true;
  if (target.matches(typing)) return false;
  return !(event.key.startsWith('Arrow') && target.matches(movedByArrows));
}

const covers = '[role="dialog"], [role="menu"], [role="listbox"], dialog[open]';
const typing = 'input, select, textarea, [contenteditable]:not([contenteditable="false"])';
const movedByArrows = '[role="tab"], [role="radio"], [tabindex="0"]:not(a, button)';
const firstField = 'main form:not([role="search"]) input:is([type="text"], :not([type])):read-write';
const firstToDo = 'main [data-to-do]';

function elementFor(key: string): HTMLElement | null {
  const carriers = `[aria-keyshortcuts~="${CSS.escape(key)}"]`;
  return (
    firstVisible(`main ${carriers}`) ??
    firstVisible(carriers) ??
    // Most screens that add something have its form on them, the day those sessions that are not logged yet.
    (key === 'n' ? (firstVisible(firstField) ?? firstVisible(firstToDo)) : null)
  );
}

function firstVisible(selector: string): HTMLElement | null {
  const found = [...document.querySelectorAll<HTMLElement>(selector)];
  return found.find((element) => element.checkVisibility() && !element.matches(':disabled')) ?? null;
}
