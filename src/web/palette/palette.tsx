import '@mantine/spotlight/styles.layer.css';
// One by one: all in one, as `Spotlight`, they bring a palette of their own along.
import {
  createSpotlight,
  SpotlightAction,
  SpotlightActionsGroup,
  SpotlightActionsList,
  SpotlightEmpty,
  SpotlightRoot,
  SpotlightSearch,
} from '@mantine/spotlight';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

import { usePaletteCommands, type Command, type CommandGroup } from './commands.ts';
import { useFound } from './found.ts';
import './palette.css';
import { listId, watchSelection } from './selection.ts';
import { takeTyped } from './typed-ahead.ts';

const [store, { open, close }] = createSpotlight();
const followSelection = watchSelection(store);

export const openPalette = open;

/** One field that reaches every screen, person, class and everyday action (R18). */
export function Palette() {
  const [query, setQuery] = useState('');
  // Opened once it is there: focus returns only from what was seen opening.
  useEffect(open, []);
  const found = useFound(query);
  const groups = [...usePaletteCommands(query), ...found.groups].filter(
    ({ commands }) => commands.length > 0,
  );
  const isEmpty = groups.length === 0;
  const words = stateWords(found, isEmpty);
  const run = useRun();
  // What Enter was pressed for before anything was found.
  const awaited = useRef<string | null>(null);
  useEffect(() => {
    if (found.isSearching || awaited.current === null) return;
    const isMeant = awaited.current === query && store.getState().opened;
    awaited.current = null;
    const [first] = groups[0]?.commands ?? [];
    if (!isMeant || !first) return;
    close();
    run(first);
  });
  return (
    <SpotlightRoot
      store={store}
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      scrollable
      centered={false}
      yOffset="12vh"
      overlayProps={{ blur: 0 }}
      maxHeight={440}
      attributes={{ content: { 'aria-label': 'Search and commands' } }}
    >
      <SpotlightSearch
        placeholder="Search or jump to"
        aria-label="Search students, classes and actions"
        role="combobox"
        aria-expanded={!isEmpty}
        aria-controls={isEmpty ? undefined : listId}
        aria-autocomplete="list"
        onKeyDown={({ key, nativeEvent }) => {
          const isMeant = key === 'Enter' && !nativeEvent.isComposing && isEmpty && found.isSearching;
          awaited.current = isMeant ? query : null;
        }}
        onFocus={() => setQuery((shown) => shown + takeTyped())}
      />
      {!isEmpty && (
        <SpotlightActionsList id={listId} ref={followSelection} role="listbox" aria-label="Found">
          {groups.map((group) => (
            <Group key={group.label} group={group} />
          ))}
        </SpotlightActionsList>
      )}
      {words && <SpotlightEmpty role="status">{words}</SpotlightEmpty>}
    </SpotlightRoot>
  );
}

/** What to say besides what was found: people who could not be asked for may be there all the same. */
function stateWords({ isSearching, failure }: ReturnType<typeof useFound>, isEmpty: boolean): string | null {
  if (!isSearching && failure) return `People and classes could not be searched. ${failure}`;
  if (!isEmpty) return null;
  return isSearching ? 'Searching...' : 'Nothing found. Try a name or a screen.';
}

function useRun(): (command: Command) => void {
  const router = useRouter();
  return ({ run }) => (typeof run === 'string' ? router.history.push(run) : run());
}

function Group({ group }: { group: CommandGroup }) {
  const run = useRun();
  return (
    <SpotlightActionsGroup label={group.label} role="group" aria-label={group.label}>
      {group.commands.map((command) => {
        const { id, label, hint, icon: Icon } = command;
        return (
          <SpotlightAction
            key={id ?? label}
            role="option"
            aria-selected={false}
            label={label}
            {...(hint ? { description: hint } : {})}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden="true" />}
            onClick={() => run(command)}
          />
        );
      })}
    </SpotlightActionsGroup>
  );
}
