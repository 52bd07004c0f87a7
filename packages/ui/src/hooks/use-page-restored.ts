// Calls back when Back or Forward restores the page, because its content may be out of date.
import { useEffect, useEffectEvent } from 'react';

export function usePageRestored(onReturn: () => void): void {
  const returned = useEffectEvent((event: PageTransitionEvent) => {
    if (event.persisted) onReturn();
  });
  useEffect(() => {
    const listen = (event: PageTransitionEvent) => returned(event);
    addEventListener('pageshow', listen);
    return () => removeEventListener('pageshow', listen);
  }, []);
}
