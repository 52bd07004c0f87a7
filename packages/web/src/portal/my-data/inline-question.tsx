// A question that replaces the button that opened it. Focus moves to its text.
import { type ReactNode, useEffect, useRef } from 'react';

export function InlineQuestion({ words, children }: { words: string; children: ReactNode }) {
  const text = useRef<HTMLLegendElement>(null);
  useEffect(() => {
    text.current?.focus();
    // scrolls the buttons of the question into view as well
    text.current?.parentElement?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <fieldset className="rounded-control bg-sunken p-4">
      <legend className="float-start mb-4 w-full" ref={text} tabIndex={-1}>
        {words}
      </legend>
      <div className="clear-both">{children}</div>
    </fieldset>
  );
}
