// Whoever is told to come back later is told so a moment later: a flood that tries again at once would otherwise
// keep the server busy with refusing.

import { RequestError } from '../../errors.ts';

/** About so long, and not all at the same moment: they would come again at the same moment. */
const pauseMs = 1000;
/** Beyond it refusals go out at once: those who wait take memory. */
const mostHeld = 1000;

const isLater = (error: unknown) =>
  error instanceof RequestError && (error.code === 'busy' || error.code === 'sign-in.throttled');

/** `pause` waits so many milliseconds. */
export function createDelayedRefusal(pause: (ms: number) => Promise<unknown>) {
  let held = 0;

  /** Does the work; what it refuses until later is thrown on after a moment. */
  return async function delayRefusal<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isLater(error) && held < mostHeld) {
        held += 1;
        await pause(pauseMs * (0.5 + Math.random())).finally(() => {
          held -= 1;
        });
      }
      throw error;
    }
  };
}
