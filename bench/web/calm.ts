// Measures how much of the machine other processes used while a function ran.

import { cores, familyCpuMs, machineBusyMs } from '../machine/processes.ts';

/** Share of all processors (0–1) that processes other than this one and its children used. */
export type Calm<Result> = { result: Result; othersShare: number };

export async function withCalm<Result>(run: () => Promise<Result>): Promise<Calm<Result>> {
  const own = () => familyCpuMs(process.pid);
  const before = { own: own(), busy: machineBusyMs(), at: performance.now() };
  const result = await run();
  const others = machineBusyMs() - before.busy - (own() - before.own);
  const all = (performance.now() - before.at) * cores;
  return { result, othersShare: Math.max(0, others / all) };
}
