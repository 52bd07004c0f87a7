// Time and memory of an export of 100 000 users, and of applying it: a dry run must find nothing that would change.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../report/markdown.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { runMeasured } from '../system/command.ts';
import { seed } from '../system/world.ts';

const users = 100_000;

/** Reads the table at the end of a dry run: created, updated and unchanged records of each kind. */
function changesIn(output: string): { changed: number; unchanged: number } {
  const number = (part: string) => Number(part.replaceAll(' ', ''));
  const lines = output.split('\n').filter((line) => /^(groups|users|applications) /.test(line));
  if (lines.length !== 3) throw new Error(output);
  const sum = (from: number, to: number) =>
    lines.reduce((total, line) => total + number(line.slice(from, to)), 0);
  return { changed: sum(12, 22) + sum(22, 32), unchanged: sum(32, 42) };
}

export const exporting: Scenario = {
  name: 'export',
  about: 'an export of 100 000 users, applied again',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ databases }): Promise<Outcome> {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const lines: string[][] = [];
    for (const database of databases) {
      const seeded = await seed(database, users, 'tickets');
      const folder = mkdtempSync(join(tmpdir(), 'brama-bench-export-'));
      const file = join(folder, 'campus.json');
      try {
        const costs = [
          ['export', await runMeasured(seeded.settings, 'export', '--users', '--output', file)],
          ['apply --dry-run', await runMeasured(seeded.settings, 'apply', file, '--dry-run')],
        ] as const;
        for (const [what, { seconds, mebibytes }] of costs) {
          rows.push({ what, database, users, p50: seconds * 1000, p99: seconds * 1000 });
          lines.push([what, database, seconds.toFixed(1), mebibytes.toFixed(0)]);
        }
        const { changed, unchanged } = changesIn(costs[1][1].output);
        verdicts.push({
          aim: 'an export changes nothing',
          where: `${database}, ${users} users`,
          figure: `${changed} changes`,
          wanted: '0',
          met: changed === 0 && unchanged >= users,
        });
      } finally {
        await seeded.close();
        rmSync(folder, { recursive: true });
      }
    }
    const markdown = markdownTable(['', 'database', 's', 'MiB'], lines);
    const isMissed = verdicts.some(({ met }) => !met);
    return { rows, verdicts, markdown, rounds: rows, ...(isMissed && { failed: true as const }) };
  },
};
