// Moves focus to the replacement when a focused element disappears (a button after its action, the cover of a failed
// sign-in). Otherwise focus would fall to the start of the page.
import { useEffect, useLayoutEffect, useRef } from 'react';

const isSeen = (element: Element) =>
  element.isConnected && element.checkVisibility({ visibilityProperty: true });

export function useKeptFocus(): void {
  const focused = useRef<Element>(undefined);

  useEffect(() => {
    const note = ({ target }: FocusEvent) => {
      if (target instanceof Element) focused.current = target;
    };
    document.addEventListener('focusin', note);
    return () => document.removeEventListener('focusin', note);
  }, []);

  // runs after everything is rendered again
  useLayoutEffect(() => {
    const lost = focused.current;
    if (!lost || isSeen(lost)) return;
    focused.current = undefined;
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== lost) return;
    const place = lost.matches('[data-renew], [data-plate]') ? '[data-plate]' : '#heading';
    document.querySelector<HTMLElement>(place)?.focus();
  });
}
