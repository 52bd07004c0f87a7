// Limits concurrent calls to a slow external service. One client may use at most as many places as are still free, so that a
// place is left for the next client.

import { fail } from '../../errors.ts';

export function createConcurrencyLimit(maxRunning: number) {
  const running = new Map<string, number>();
  let free = maxRunning;

  function change(client: string, count: number) {
    const now = (running.get(client) ?? 0) + count;
    free -= count;
    if (now > 0) running.set(client, now);
    else running.delete(client);
  }

  /** Runs the work when a place is free. @throws `busy` if this client has no place left. */
  return async function run<T>(client: string, work: () => Promise<T>): Promise<T> {
    if ((running.get(client) ?? 0) >= free) fail('busy', { retryAfterSeconds: 5 });
    change(client, 1);
    try {
      return await work();
    } finally {
      change(client, -1);
    }
  };
}
