// A value that disappears by itself, such as “Copied”.
import { useEffect, useState } from 'react';

const temporaryMs = 2_000;

/** Like useState, but resets after two seconds. Setting it again restarts the two seconds. */
export function useTemporary<Said>(): [Said | undefined, (said: Said) => void] {
  const [now, setNow] = useState<{ said: Said }>();

  useEffect(() => {
    if (!now) return;
    const timer = setTimeout(() => setNow(undefined), temporaryMs);
    return () => clearTimeout(timer);
  }, [now]);

  return [now?.said, (said) => setNow({ said })];
}
