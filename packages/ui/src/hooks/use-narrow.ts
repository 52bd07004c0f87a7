// Whether the window is narrower than a width.
import { useSyncExternalStore } from 'react';

export function useNarrow(width: number): boolean {
  const query = `(width < ${width}px)`;
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
  );
}
