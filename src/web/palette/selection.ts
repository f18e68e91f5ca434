import type { createSpotlight } from '@mantine/spotlight';

export const listId = 'palette-found';

type Store = ReturnType<typeof createSpotlight>[0];

/**
 * Watches the list of what was found, as its `ref`. The library selects the first entry when the text changes, but not
 * when people found by the server arrive after it, above or below it; and it marks the selected entry for the eye only, so
 * here the field names it as its active one, which is what screen readers speak.
 */
export function watchSelection(store: Store) {
  return (list: HTMLElement | null): (() => void) | undefined => {
    if (!list) return;
    const observer = new MutationObserver(() => follow(list, store));
    observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
    follow(list, store);
    return () => observer.disconnect();
  };
}

function follow(list: HTMLElement, store: Store): void {
  const field = document.querySelector<HTMLInputElement>(`input[aria-controls="${listId}"]`);
  const options = [...list.querySelectorAll<HTMLElement>('[role="option"]')];
  const marked = options.find(isSelected);
  const place = store.getState().selected;
  // Who went down the list keeps what they came to. Anybody else means what stands first, however late it came.
  const meant = (place > 0 ? marked : undefined) ?? (field?.value ? options[0] : marked);
  if (meant && (meant !== marked || meant !== options[place])) {
    marked?.removeAttribute('data-selected');
    meant.setAttribute('data-selected', 'true');
    store.updateState((state) => ({ ...state, selected: options.indexOf(meant) }));
  }
  for (const [index, option] of options.entries()) {
    option.id = `${listId}-${index}`;
    option.setAttribute('aria-selected', String(isSelected(option)));
  }
  const active = options.find(isSelected);
  if (active) field?.setAttribute('aria-activedescendant', active.id);
  else field?.removeAttribute('aria-activedescendant');
}

function isSelected(option: HTMLElement): boolean {
  return option.hasAttribute('data-selected');
}
