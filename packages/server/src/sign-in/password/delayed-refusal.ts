// Delays refusals with a retry time by about a second, so that clients that retry at once keep the server less busy.

import { RequestError } from '../../errors.ts';

/** Multiplied by a random factor from 0.5 to 1.5, so that the clients do not return at the same moment. */
const delayMs = 1000;
/** Waiting requests take memory. Beyond this number, refusals are sent at once. */
const maxDelayed = 1000;

const hasRetryTime = (error: unknown) =>
  error instanceof RequestError && (error.code === 'busy' || error.code === 'sign-in.throttled');

/** `pause` waits for so many milliseconds. */
export function createDelayedRefusal(pause: (ms: number) => Promise<unknown>) {
  let delayed = 0;

  /** Runs the work. Rethrows `busy` and `sign-in.throttled` after the delay, other errors at once. */
  return async function delayRefusal<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (hasRetryTime(error) && delayed < maxDelayed) {
        delayed += 1;
        await pause(delayMs * (0.5 + Math.random())).finally(() => {
          delayed -= 1;
        });
      }
      throw error;
    }
  };
}
