// How long is measured, how often, and with how many users: the whole run and the quick one.

import type { Window } from './load/closed-loop.ts';
import { type DatabaseName, databases } from './system/world.ts';

export type Plan = {
  databases: readonly DatabaseName[];
  sizes: readonly number[];
  /** Within a round all that is compared takes turns; figures are medians of the calmer half. */
  rounds: number;
  window: Window;
  /** The storm is measured longer: its quiet half has fewer answers, and p99 needs many. */
  stormWindow: Window;
  stormRounds: number;
  starts: number;
  /** Tries of each kind in the comparison of refusals. */
  refusals: number;
};

export const connections = 8;

const whole: Plan = {
  databases,
  sizes: [1_000, 100_000],
  rounds: 7,
  window: { warmUpMs: 250, ms: 1_100 },
  stormWindow: { warmUpMs: 300, ms: 2_000 },
  stormRounds: 4,
  starts: 4,
  refusals: 120,
};

const quick: Plan = {
  ...whole,
  sizes: [1_000],
  rounds: 3,
  window: { warmUpMs: 150, ms: 600 },
  stormWindow: { warmUpMs: 250, ms: 1_000 },
  stormRounds: 2,
  starts: 2,
  refusals: 50,
};

export function planFor(isQuick: boolean): Plan {
  return isQuick ? quick : whole;
}
