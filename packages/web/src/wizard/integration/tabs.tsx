// Tabs (WAI-ARIA): one Tab stop; arrow keys, Home and End move between them.
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';

type Tab = { id: string; label: string; panel: ReactNode };

function nextOf(key: string, at: number, count: number): number | undefined {
  const places: Record<string, number> = {
    ArrowRight: (at + 1) % count,
    ArrowLeft: (at - 1 + count) % count,
    Home: 0,
    End: count - 1,
  };
  return places[key];
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [at, setAt] = useState(0);
  const own = useId();
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = nextOf(event.key, at, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next);
    buttons.current[next]?.focus();
  };

  return (
    <>
      <div
        aria-label={label}
        className="with-script mb-5 flex flex-wrap"
        onKeyDown={onKeyDown}
        role="tablist"
      >
        {tabs.map(({ id, label: name }, index) => (
          <button
            aria-controls={`${own}-${id}`}
            aria-selected={index === at}
            className="min-h-11 border-line border-b-3 px-3.5 font-semibold text-text-2 hover:text-ink aria-selected:border-brand aria-selected:text-brand forced-colors:border-[Canvas] forced-colors:aria-selected:border-[Highlight]"
            id={`${own}-${id}-tab`}
            key={id}
            onClick={() => setAt(index)}
            ref={(element) => {
              buttons.current[index] = element;
            }}
            role="tab"
            tabIndex={index === at ? 0 : -1}
            type="button"
          >
            {name}
          </button>
        ))}
      </div>
      {tabs.map(({ id, panel }, index) => (
        <div
          aria-labelledby={`${own}-${id}-tab`}
          hidden={index !== at}
          id={`${own}-${id}`}
          key={id}
          role="tabpanel"
        >
          {panel}
        </div>
      ))}
    </>
  );
}
