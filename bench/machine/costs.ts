// Measures what a window has cost: processor time of the server, the database and this process. Also measures the
// share of the machine that other processes used, which shows how reliable the figures are.

import { cores, familyCpuMs, machineBusyMs } from './processes.ts';

export type Costs = {
  serverCpuMs: number;
  /** 0 where the database runs in the server's process. */
  databaseCpuMs: number;
  clientCpuMs: number;
  /** Share of all processor time that unrelated processes used (0–1). */
  othersShare: number;
};

export type Watched = { serverPid: number; databasePid: number | undefined };

/** Call `edge` at the start and at the end of a window, then `costs`. */
export function watchCosts({ serverPid, databasePid }: Watched) {
  const looks: { at: number; machine: number; server: number; database: number; client: number }[] =
    [];
  return {
    edge() {
      const { user, system } = process.cpuUsage();
      looks.push({
        at: performance.now(),
        machine: machineBusyMs(),
        server: familyCpuMs(serverPid),
        database: databasePid === undefined ? 0 : familyCpuMs(databasePid),
        client: (user + system) / 1000,
      });
    },
    costs(): Costs {
      const [before, after] = looks;
      if (!before || !after) throw new Error('the window has not been measured');
      const serverCpuMs = after.server - before.server;
      const databaseCpuMs = after.database - before.database;
      const clientCpuMs = after.client - before.client;
      const others = after.machine - before.machine - serverCpuMs - databaseCpuMs - clientCpuMs;
      const othersShare = Math.max(0, others) / ((after.at - before.at) * cores);
      return { serverCpuMs, databaseCpuMs, clientCpuMs, othersShare };
    },
  };
}

/**
 * Starts to observe the machine. Returns a function that returns the share of it that other processes have used since
 * (0–1), given the processor time of the measured ones.
 */
export function watchOthers(): (measuredCpuMs: number) => number {
  const before = { at: performance.now(), machine: machineBusyMs(), client: process.cpuUsage() };
  return (measuredCpuMs) => {
    const { user, system } = process.cpuUsage(before.client);
    const others = machineBusyMs() - before.machine - measuredCpuMs - (user + system) / 1000;
    return Math.max(0, others) / ((performance.now() - before.at) * cores);
  };
}
