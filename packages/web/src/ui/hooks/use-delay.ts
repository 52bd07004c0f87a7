// Returns true after the given time, for texts that only slow connections need.
import { useEffect, useState } from 'react';

export function useDelay(milliseconds: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return later;
}
