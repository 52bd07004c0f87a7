// Calls back when the page is shown again as it was left (Back and Forward keep whole pages alive):
// what it shows may have become untrue meanwhile.
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
