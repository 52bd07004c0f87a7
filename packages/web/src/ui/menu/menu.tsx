// A button that opens a menu to choose one of a few things (WAI-ARIA menu button, menuitemradio). Arrow
// keys, Home, End and first letters move; Esc, Tab and a press elsewhere close.
import Check from 'lucide-react/icons/check';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { keepInside } from './keep-inside.ts';

type MenuProps<Value extends string> = {
  /** What is chosen here. The button adds what is chosen now. */
  label: string;
  icon?: ReactNode;
  items: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

function itemsOf(popup: HTMLElement | null): HTMLElement[] {
  return [...(popup?.querySelectorAll<HTMLElement>('[role=menuitemradio]') ?? [])];
}

/** Which item a key leads to, or none. `at` is where the focus is. */
function itemFor(key: string, items: HTMLElement[], at: number): HTMLElement | undefined {
  const count = items.length;
  const places: Record<string, number> = {
    ArrowDown: (at + 1) % count,
    ArrowUp: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  if (places[key] !== undefined) return items[places[key]];
  if (key.trim().length !== 1) return undefined;
  const after = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const letter = key.toLocaleLowerCase();
  return after.find((item) => item.textContent.trim().toLocaleLowerCase().startsWith(letter));
}

const itemClass =
  'flex min-h-11 w-full items-center gap-2.5 rounded-chip px-3 py-2 text-start text-ink leading-tight hover:bg-sunken focus-visible:-outline-offset-3';

export function Menu<Value extends string>(props: MenuProps<Value>) {
  const { label, icon, items, value, onChoose } = props;
  const [open, setOpen] = useState(false);
  const openAt = useRef<'checked' | 'first' | 'last'>('checked');
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const popup = useRef<HTMLDivElement>(null);
  const popupId = useId();
  const chosen = items.find((item) => item.value === value);

  useLayoutEffect(() => {
    if (!open || !popup.current || !opener.current) return;
    keepInside(popup.current, opener.current);
    const elements = itemsOf(popup.current);
    const checked = elements.find((element) => element.ariaChecked === 'true');
    const start = { checked, first: elements[0], last: elements.at(-1) }[openAt.current];
    (start ?? elements[0])?.focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const onElsewhere = ({ target }: Event) => {
      if (!frame.current?.contains(target as Node)) setOpen(false);
    };
    const ways = ['pointerdown', 'focusin'];
    for (const way of ways) document.addEventListener(way, onElsewhere);
    return () => {
      for (const way of ways) document.removeEventListener(way, onElsewhere);
    };
  }, [open]);

  const openWith = (start: 'checked' | 'first' | 'last') => {
    openAt.current = start;
    setOpen(true);
  };
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  const onOpenerKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    openWith(event.key === 'ArrowDown' ? 'first' : 'last');
  };
  const onMenuKey = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      // a dialog around the menu stays open
      event.stopPropagation();
      event.preventDefault();
      close();
      return;
    }
    const elements = itemsOf(popup.current);
    const target = itemFor(event.key, elements, elements.indexOf(event.target as HTMLElement));
    if (!target) return;
    event.preventDefault();
    target.focus();
  };

  return (
    <div className="relative inline-block" ref={frame}>
      <button
        aria-controls={open ? popupId : undefined}
        aria-expanded={open}
        aria-haspopup="menu"
        className="inline-flex min-h-11 items-center gap-2 rounded-chip px-2.5 text-ink hover:bg-sunken"
        onClick={() => (open ? close() : openWith('checked'))}
        onKeyDown={onOpenerKey}
        ref={opener}
        type="button"
      >
        {icon}
        <span className="sr-only">{label}: </span>
        {chosen?.label}
      </button>
      {open ? (
        <div
          aria-label={label}
          className="absolute start-0 top-full z-20 my-1 w-max min-w-full max-w-[calc(100vw-16px)] rounded-control border border-line-strong bg-surface p-1.5 shadow-card"
          id={popupId}
          onKeyDown={onMenuKey}
          ref={popup}
          role="menu"
          tabIndex={-1}
        >
          {items.map((item) => (
            <button
              aria-checked={item.value === value}
              className={itemClass}
              key={item.value}
              onClick={() => {
                close();
                onChoose(item.value);
              }}
              role="menuitemradio"
              tabIndex={-1}
              type="button"
            >
              <Check
                aria-hidden="true"
                className={`shrink-0 ${item.value === value ? '' : 'invisible'}`}
                size={18}
              />
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
