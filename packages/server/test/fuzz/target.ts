// One parser of untrusted input: its inputs, and the property that must hold.

import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';

/** Duration of one run in milliseconds: wall-clock time, and processor time of this thread. */
export type RunTime = { wallMs: number; cpuMs: number };

export type Target = {
  name: string;
  /** Calls `took` after each run. @throws if the property does not hold. */
  property(took: (time: RunTime) => void): fc.IAsyncProperty<unknown>;
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
        const cpuStart = process.threadCpuUsage();
        const holding = holds(given);
        await holding;
        const { user, system } = process.threadCpuUsage(cpuStart);
        took({ wallMs: performance.now() - start, cpuMs: (user + system) / 1000 });
        // injected requests never let the event loop turn, so finished ones would pile up
        if (holding instanceof Promise) await setImmediate();
      }),
  };
}
