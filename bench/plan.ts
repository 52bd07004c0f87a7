// How long is measured, how often, and with how many users: the whole run and the quick one.

import type { Window } from './load/closed-loop.ts';
import { type DatabaseName, databases } from './system/world.ts';

export type Plan = {
  databases: readonly DatabaseName[];
  sizes: readonly number[];
  /** Every figure is the median of so many rounds; within a round all that is compared takes turns. */
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
  rounds: 5,
  window: { warmUpMs: 250, ms: 1_500 },
  stormWindow: { warmUpMs: 400, ms: 2_500 },
  stormRounds: 3,
  starts: 4,
  refusals: 150,
};

const quick: Plan = {
  ...whole,
  sizes: [1_000],
  rounds: 3,
  window: { warmUpMs: 150, ms: 700 },
  stormWindow: { warmUpMs: 250, ms: 1_200 },
  stormRounds: 2,
  starts: 2,
  refusals: 60,
};

export function planFor(isQuick: boolean): Plan {
  return isQuick ? quick : whole;
}
