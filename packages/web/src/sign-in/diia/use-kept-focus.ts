// Where what had the focus goes away (a button whose work is done, the curtain of a failed sign-in), the
// focus would fall to the page's beginning. It goes to what took its place instead.
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

  // after everything that is drawn anew
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
