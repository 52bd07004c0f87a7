// Selects the processors on which this process runs with all its threads.

import { execFileSync } from 'node:child_process';
import { cores } from './processes.ts';

function runOn(first: number) {
  execFileSync('taskset', ['-acp', `${first}-${cores - 1}`, `${process.pid}`], { stdio: 'ignore' });
}

/** Keeps this process off the first `processors` during the work, where the machine has more of them. */
export async function keepingOff<T>(processors: number, work: () => Promise<T>): Promise<T> {
  if (processors >= cores) return work();
  runOn(processors);
  try {
    return await work();
  } finally {
    runOn(0);
  }
}
