// The list of a command field: what fits the typed text, and which entry is active. Pure.

export type Command = {
  id: string;
  label: string;
  group: string;
  /** Other words by which the user may look for it. */
  words?: string;
  /** Distinguishes entries with the same label. */
  detail?: string;
  /** The server has found it for the typed text, so it fits whatever its label is. */
  isFound?: boolean;
};

export type CommandGroup = { name: string; commands: readonly Command[] };

const normal = (text: string) => text.normalize('NFKC').toLocaleLowerCase();

/** Returns the commands that contain every typed word. Those whose label begins with the text come first. */
export function filterCommands(commands: readonly Command[], typed: string): Command[] {
  const wanted = normal(typed).split(/\s+/).filter(Boolean);
  if (wanted.length === 0) return [...commands];
  const found = commands.filter(({ label, words = '', isFound = false }) => {
    const text = normal(`${label} ${words}`);
    return isFound || wanted.every((word) => text.includes(word));
  });
  const start = wanted.join(' ');
  // what the server has found stays in the order of the server
  const begins = ({ label, isFound = false }: Command) =>
    isFound || normal(label).startsWith(start);
  return [...found.filter(begins), ...found.filter((command) => !begins(command))];
}

/** Returns the groups in the order of their first command. */
export function groupCommands(commands: readonly Command[]): CommandGroup[] {
  const groups = Map.groupBy(commands, ({ group }) => group);
  return [...groups].map(([name, some]) => ({ name, commands: some }));
}

/** The state of the list. `active` is the index of the active entry, −1 for none. */
export type ListState = { isOpen: boolean; active: number; typed: string };

const closed = { isOpen: false, active: -1 };

function moved(key: string, active: number, last: number): number | undefined {
  if (key === 'ArrowDown') return active >= last ? 0 : active + 1;
  if (key === 'ArrowUp') return active <= 0 ? last : active - 1;
  // without an active entry these keys move the caret
  if (active < 0) return undefined;
  if (key === 'Home') return 0;
  return key === 'End' ? last : undefined;
}

/**
 * Returns the state after a key; undefined for keys that belong to the input. The first Escape closes the list, the second empties
 * the field. `count` is the number of entries.
 */
export function afterKey(key: string, state: ListState, count: number): ListState | undefined {
  const { isOpen, typed } = state;
  if (key === 'Escape') {
    if (isOpen) return { ...state, ...closed };
    return typed === '' ? undefined : { ...closed, typed: '' };
  }
  if (count === 0) return undefined;
  const active = moved(key, isOpen ? state.active : -1, count - 1);
  return active === undefined ? undefined : { ...state, isOpen: true, active };
}

/** Returns the state after typing: the first entry that fits becomes active. */
export function afterTyping(typed: string): ListState {
  return { isOpen: true, active: typed.trim() === '' ? -1 : 0, typed };
}
