// Saves the results as a file: every single measurement, the machine and the commit.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/children.ts';
import { cores } from '../machine/processes.ts';
import type { Outcome } from '../scenario.ts';

export type Results = { quick: boolean; seconds: number; outcomes: Record<string, Outcome> };

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? '';
}

/** Writes `bench/results/<time>.json` and returns its path. */
export function saveResults(results: Results): string {
  const folder = join(root, 'bench/results');
  mkdirSync(folder, { recursive: true });
  const measuredAt = new Date().toISOString();
  const file = join(folder, `${measuredAt.replaceAll(':', '-').slice(0, 19)}.json`);
  const about = {
    measuredAt,
    commit: git('rev-parse', 'HEAD'),
    uncommitted: git('status', '--porcelain', '--', 'packages', 'bench')
      .split('\n')
      .filter(Boolean),
    machine: {
      cores,
      processor: cpus()[0]?.model,
      memoryMib: Math.round(totalmem() / 1024 ** 2),
      node: process.version,
    },
  };
  writeFileSync(file, `${JSON.stringify({ ...about, ...results }, null, 1)}\n`);
  return file;
}
