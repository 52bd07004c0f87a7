// Closes an open <details> when the user presses Escape, or clicks or moves the focus outside it.
import { type RefObject, useEffect } from 'react';

export function useCloseOnLeave(place: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      const details = place.current;
      if (details && !(target instanceof Node && details.contains(target))) details.open = false;
    };
    const closeOnEscape = ({ key }: KeyboardEvent) => {
      const details = place.current;
      if (key !== 'Escape' || !details?.open) return;
      const hadFocus = details.contains(document.activeElement);
      details.open = false;
      if (hadFocus) details.querySelector('summary')?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [place]);
}
