// A word said in passing («copied»): it is there for a while after it was set, and goes by itself.
import { useEffect, useState } from 'react';

const temporaryMs = 2_000;

/** Like useState, but what was set is forgotten after two seconds; setting it anew begins them anew. */
export function useTemporary<Said>(): [Said | undefined, (said: Said) => void] {
  const [now, setNow] = useState<{ said: Said }>();

  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setNow(undefined), temporaryMs);
    return () => clearTimeout(timer);
  }, [now]);

  return [now?.said, (said) => setNow({ said })];
}
