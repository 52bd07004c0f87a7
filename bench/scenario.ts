// The interface of a scenario. It runs on the worlds that it is given, and returns rows for the table and verdicts on
// the aims.

import type { Plan } from './plan.ts';
import type { Goal } from './report/goals.ts';
import type { World } from './system/world.ts';
import type { PageFigures } from './web/visit.ts';

/** One line of the table: medians over the rounds, in milliseconds. Values that were not measured are absent. */
export type Row = {
  what: string;
  database?: string;
  users?: number;
  perSecond?: number;
  p50?: number;
  p99?: number;
  /** Processor time for one operation. */
  serverCpuMs?: number;
  databaseCpuMs?: number;
  clientCpuMs?: number;
  errors?: number;
  /** Share of the machine that other processes used (0–1). */
  othersShare?: number;
  /** Figures of a page in a browser. */
  page?: PageFigures;
  note?: string;
};

export type Verdict = { aim: string; where: string; figure: string; wanted: string; met: boolean };

export type Outcome = {
  rows: Row[];
  goals?: Goal[];
  /** A table for the documentation. */
  markdown?: string;
  verdicts: Verdict[];
  /** A missed aim is an error of the product, not a slow machine. */
  failed?: true;
  /** Every single measurement, for the file of results. */
  rounds: unknown;
};

export type Scenario = {
  name: string;
  about: string;
  /** Left out when no scenario is named. */
  onlyWhenNamed?: true;
  /** Starts its own servers, so that no world is opened for it. */
  ownServers?: true;
  run(plan: Plan, worlds: readonly World[]): Promise<Outcome>;
};

export function placeOf({ database, users }: Pick<World, 'database' | 'users'>): string {
  return `${database}, ${users.toLocaleString('en').replaceAll(',', ' ')} users`;
}
