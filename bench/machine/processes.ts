// What processes have cost so far, as Linux counts it: processor time over all threads, resident memory,
// and how much of the machine somebody else used meanwhile.

import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';

/** Linux counts processor time in ticks of 1/100 s for every program (USER_HZ). */
const msPerTick = 10;

/** Milliseconds of processor time (user and system, all threads, waited-for children) of one process. */
function cpuMsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  // the name before may hold spaces and brackets; after it comes field 3
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  // proc_pid_stat(5): 14 utime, 15 stime, 16 cutime, 17 cstime
  return msPerTick * fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
}

function childrenOf(pid: number): number[] {
  const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return list === '' ? [] : list.split(' ').map(Number);
}

/** The same for a process and all below it, for example PostgreSQL with one process a connection. */
export function familyCpuMs(pid: number): number {
  try {
    return childrenOf(pid).reduce((sum, child) => sum + familyCpuMs(child), cpuMsOf(pid));
  } catch {
    // one that has just ended is counted by its parent
    return 0;
  }
}

/** Resident memory in MiB, shared pages included. */
export function residentMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Milliseconds all processors together have been busy since boot, whoever used them. */
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

export const cores = availableParallelism();
