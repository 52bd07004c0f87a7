// How many may wait at once for somebody outside. One that is slow must not pile up requests without end, and
// nobody may hold all the places: whoever holds as many as are still free has to wait, so that the next one
// always finds some.

import { fail } from '../../errors.ts';

export function createConcurrencyLimit(most: number) {
  const held = new Map<string, number>();
  let free = most;

  function take(holder: string, count: number) {
    const now = (held.get(holder) ?? 0) + count;
    free -= count;
    if (now > 0) held.set(holder, now);
    else held.delete(holder);
  }

  /** Runs the work in a place of this holder. @throws `busy` when there is none for them. */
  return async function hold<T>(holder: string, work: () => Promise<T>): Promise<T> {
    if ((held.get(holder) ?? 0) >= free) fail('busy', { retryAfterSeconds: 5 });
    take(holder, 1);
    try {
      return await work();
    } finally {
      take(holder, -1);
    }
  };
}
