// A field that finds and runs commands: a combobox with a listbox (ARIA Authoring Practices Guide). Focus stays in the input;
// `aria-activedescendant` names the active entry.
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Search } from '../icons/search.ts';
import {
  afterKey,
  afterTyping,
  type Command,
  filterCommands,
  groupCommands,
  type ListState,
} from './commands.ts';

const emptyList: ListState = { isOpen: false, active: -1, typed: '' };

type CommandFieldProps = {
  label: string;
  placeholder?: string;
  commands: readonly Command[];
  onChoose: (command: Command) => void;
  /** Receives what is typed, for commands that the server finds. */
  onType?: (typed: string) => void;
  /** False while the server looks for the typed text: Enter then waits for its answer. */
  isSettled?: boolean;
  /** The id of the input, for a key or a link that leads to it. */
  inputId?: string;
  /** The label is only for screen readers. */
  isLabelHidden?: boolean;
  autoFocus?: boolean;
  /** Shows the entries as soon as the input has the focus. */
  opensOnFocus?: boolean;
  words: {
    empty: string;
    count: (found: number) => string;
  };
};

/** Returns the entry that Enter chooses; 'later' while the server may still find another one. */
function chosenBy(active: Command | undefined, index: number, isSettled: boolean) {
  if (isSettled || (active && !active.isFound)) return active;
  return index > 0 ? undefined : 'later';
}

const isForBrowser = ({ nativeEvent, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
  nativeEvent.isComposing || ctrlKey || metaKey || altKey;

export function CommandField(props: CommandFieldProps) {
  const { label, placeholder, commands, onChoose, onType, words } = props;
  const {
    inputId,
    isLabelHidden = false,
    autoFocus = false,
    opensOnFocus = false,
    isSettled = true,
  } = props;
  const ownId = useId();
  const id = inputId ?? ownId;
  const [state, setState] = useState<ListState>(emptyList);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  const { isOpen, typed, active } = state;
  const groups = groupCommands(filterCommands(commands, typed));
  // the order on the screen, which the arrow keys follow
  const shown = groups.flatMap((group) => group.commands);
  const activeCommand = isOpen ? shown[active] : undefined;
  const optionId = (command: Command) => `${id}-${command.id}`;

  const change = (next: ListState) => {
    setState(next);
    setIsEnterWaiting(false);
    if (next.typed !== typed) onType?.(next.typed);
  };
  const choose = (command: Command) => {
    setState(emptyList);
    setIsEnterWaiting(false);
    onType?.('');
    onChoose(command);
  };
  const onEnter = () => {
    const chosen = chosenBy(activeCommand, active, isSettled);
    if (chosen === 'later') setIsEnterWaiting(true);
    else if (chosen) choose(chosen);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isForBrowser(event)) return;
    const isEnter = event.key === 'Enter' && (activeCommand !== undefined || !isSettled);
    const next = afterKey(event.key, state, shown.length);
    if (!isEnter && !next) return;
    event.preventDefault();
    if (isEnter) onEnter();
    else if (next) change(next);
  };
  const [first] = shown;
  useEffect(() => {
    if (!isEnterWaiting || !isSettled) return;
    setIsEnterWaiting(false);
    if (first) choose(first);
  });

  return (
    <div className="relative">
      <label
        className={isLabelHidden ? 'sr-only' : 'mb-1.5 block font-semibold'}
        htmlFor={`${id}-input`}
      >
        {label}
      </label>
      <div className="relative">
        <Search
          className="pointer-events-none absolute start-4 top-1/2 -translate-y-1/2 text-muted"
          size={18}
        />
        <input
          aria-activedescendant={activeCommand && optionId(activeCommand)}
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-expanded={isOpen}
          autoComplete="off"
          // biome-ignore lint/a11y/noAutofocus: the caller says where the page begins
          autoFocus={autoFocus}
          className="block min-h-13 w-full rounded-control border-[1.5px] border-line-strong bg-surface ps-11 pe-4 text-ink hover:border-ink"
          id={`${id}-input`}
          onBlur={() => change({ ...emptyList, typed })}
          onChange={({ target }) => change(afterTyping(target.value))}
          onClick={() => setState({ ...state, isOpen: true })}
          onFocus={() => opensOnFocus && setState({ ...state, isOpen: true })}
          onKeyDown={onKeyDown}
          placeholder={placeholder}
          role="combobox"
          spellCheck={false}
          type="text"
          value={typed}
        />
      </div>
      <p className="sr-only" role="status">
        {isOpen && (shown.length === 0 ? words.empty : words.count(shown.length))}
      </p>
      <div
        className="absolute inset-x-0 z-20 mt-1 max-h-[min(50dvh,24rem)] overflow-y-auto rounded-control border border-line-strong bg-surface p-2 shadow-card"
        hidden={!isOpen}
      >
        {/* focus must stay in the input while the pointer chooses */}
        <div
          aria-label={label}
          id={`${id}-list`}
          onMouseDown={(event) => event.preventDefault()}
          role="listbox"
          tabIndex={-1}
        >
          {groups.map((group, index) => (
            // biome-ignore lint/a11y/useSemanticElements: a listbox contains groups of options, no fieldset
            <div aria-labelledby={`${id}-group-${index}`} key={group.name} role="group">
              <p
                className="px-3 pt-2 pb-1 text-muted text-xs"
                id={`${id}-group-${index}`}
                role="presentation"
              >
                {group.name}
              </p>
              {group.commands.map((command) => (
                <Option
                  command={command}
                  id={optionId(command)}
                  isActive={command === activeCommand}
                  key={command.id}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
        {shown.length === 0 ? <p className="px-3 py-2 text-text-2">{words.empty}</p> : null}
      </div>
    </div>
  );
}

type OptionProps = {
  command: Command;
  id: string;
  isActive: boolean;
  onChoose: (command: Command) => void;
};

function Option({ command, id, isActive, onChoose }: OptionProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input handles the keys of the listbox
    <div
      aria-selected={isActive}
      className="row flex min-h-11 cursor-pointer items-center rounded-chip px-3 hover:bg-sunken aria-selected:bg-brand-tint aria-selected:text-brand forced-colors:aria-selected:outline-2"
      id={id}
      onClick={() => onChoose(command)}
      ref={element}
      role="option"
      tabIndex={-1}
    >
      <span className="min-w-0">
        {command.label}
        {command.detail === undefined ? null : (
          <>
            {' '}
            <span className="ms-1 text-sm text-text-2">{command.detail}</span>
          </>
        )}
      </span>
    </div>
  );
}
