// A question that takes the place of the button that leads to it. Focus comes to its words.
import { type ReactNode, useEffect, useRef } from 'react';

export function InlineQuestion({ words, children }: { words: string; children: ReactNode }) {
  const text = useRef<HTMLLegendElement>(null);
  useEffect(() => {
    text.current?.focus();
    // its buttons too
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
