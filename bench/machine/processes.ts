// Reads from Linux what processes have cost so far: processor time over all threads and memory. Also reads
// how much of the machine other processes used.

import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/** Linux counts processor time in ticks of 1/100 s for every program (USER_HZ). */
const msPerTick = 10;

/** Returns milliseconds of processor time of one process: user and system, all threads, waited-for children. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // the name before may contain spaces and brackets; field 3 follows it
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc_pid_stat(5): 14 utime, 15 stime, 16 cutime, 17 cstime
  return msPerTick * fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** Returns the same for a process and all its descendants, for example PostgreSQL with one process per connection. */
export function familyCpuMs(pid: number): number {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + familyCpuMs(child), cpuMsOf(pid));
  } catch {
    // its parent counts a process that has just ended
    return 0;
  }
}

/** Memory of a process in MiB. `pss` counts a page that n processes share as 1/n. */
export type Memory = { rss: number; pss: number };

function memoryOf(pid: number): Memory {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
  const mib = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1]) / 1024;
  return { rss: mib('Rss'), pss: mib('Pss') };
}

/** Returns the memory of a process and all its descendants. */
export function familyMemory(pid: number): Memory {
  const own = memoryOf(pid);
  return childrenOf(pid)
    .map(familyMemory)
    .reduce((sum, child) => ({ rss: sum.rss + child.rss, pss: sum.pss + child.pss }), own);
}

/** Returns the milliseconds that all processors together have been busy since boot, for any process. */
export function machineBusyMs(): number {
  const [first = ''] = readFileSync('/proc/stat', 'latin1').split('\n', 1);
  // proc_stat(5): cpu user nice system idle iowait irq softirq steal …
  const [user, nice, system, , , irq, softirq, steal] = first
    .trim()
    .split(/ +/)
    .slice(1)
    .map(Number);
  return (
    msPerTick *
    [user, nice, system, irq, softirq, steal].reduce<number>((sum, t) => sum + (t ?? 0), 0)
  );
}

/** Processors of the machine, including those that this process may not use. */
export const cores = cpus().length;
