// Durations, repetitions and numbers of users of the full run and the quick run.

import type { Window } from './load/closed-loop.ts';
import { type DatabaseName, databases } from './system/world.ts';

/** Many short rounds rather than few long ones, because a shared machine changes its speed from second to second. */
export type Rounds = { count: number; window: Window };

export type Plan = {
  databases: readonly DatabaseName[];
  sizes: readonly number[];
  /** Numbers of users and sessions that `growth` compares. */
  populations: readonly number[];
  /** For operations that run thousands of times a second. */
  fast: Rounds;
  /** For operations that hash a password. */
  slow: Rounds;
  /** For both kinds side by side. */
  storm: Rounds;
  /** For figures beside the bare library: all rounds count. */
  compared: Rounds;
  /** How long an operation runs first, so that its code is compiled. */
  warmUpMs: number;
  /** Hops of the search for leaks. */
  hops: number;
  /** Duration of the load before memory is measured. */
  minutes: number;
  /** Pictures of the documentation are drawn again. */
  writesDocs: boolean;
  starts: number;
  /** From the first response to the measurement of memory at rest. */
  idleMs: number;
  /** Attempts of each kind in the comparison of refusals. */
  refusals: number;
  /** Searches of each kind. */
  searches: number;
  /** Visits of every page in a browser. */
  visits: number;
};

export const connections = 8;

const whole: Plan = {
  databases,
  sizes: [1_000, 100_000],
  populations: [1_000, 1_000_000],
  fast: { count: 14, window: { warmUpMs: 100, ms: 600 } },
  slow: { count: 8, window: { warmUpMs: 250, ms: 1_000 } },
  storm: { count: 6, window: { warmUpMs: 250, ms: 1_500 } },
  compared: { count: 5, window: { warmUpMs: 300, ms: 2_000 } },
  warmUpMs: 5_000,
  writesDocs: true,
  hops: 200_000,
  minutes: 1,
  starts: 5,
  idleMs: 10_000,
  refusals: 120,
  visits: 5,
  searches: 100,
};

const quick: Plan = {
  ...whole,
  sizes: [1_000],
  populations: [1_000, 20_000],
  fast: { count: 8, window: { warmUpMs: 100, ms: 400 } },
  slow: { count: 4, window: { warmUpMs: 200, ms: 700 } },
  storm: { count: 3, window: { warmUpMs: 250, ms: 1_000 } },
  compared: { count: 3, window: { warmUpMs: 100, ms: 400 } },
  warmUpMs: 1_000,
  writesDocs: false,
  hops: 10_000,
  minutes: 0.1,
  starts: 1,
  idleMs: 1_000,
  refusals: 50,
  visits: 2,
};

/** Options of the command line that replace values of the plan. */
export type PlanOptions = Partial<Pick<Plan, 'hops' | 'minutes' | 'populations' | 'databases'>>;

export function planFor(isQuick: boolean, options: PlanOptions): Plan {
  return { ...(isQuick ? quick : whole), ...options };
}
