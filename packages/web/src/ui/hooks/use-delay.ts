// True once the given time has passed since the component appeared: for texts that only the slow need.
import { useEffect, useState } from 'react';

export function useDelay(milliseconds: number): boolean {
  const [later, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), milliseconds);
    return () => clearTimeout(timer);
  }, [milliseconds]);
  return later;
}
