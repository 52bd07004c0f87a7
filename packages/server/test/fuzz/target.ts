// One parser of what comes from outside: what it is given, and what must hold.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';

export type Target = {
  name: string;
  /** @throws where something is wrong. `took` hears how many milliseconds each run took. */
  property(took: (ms: number) => void): fc.IAsyncProperty<unknown>;
};

export function target<T>(
  name: string,
  input: fc.Arbitrary<T>,
  holds: (given: T) => unknown,
): Target {
  return {
    name,
    property: (took) =>
      fc.asyncProperty(input, async (given) => {
        const start = performance.now();
        const holding = holds(given);
        await holding;
        took(performance.now() - start);
        // requests never let the event loop turn by themselves: what they leave behind would pile up
        if (holding instanceof Promise) await setImmediate();
      }),
  };
}
