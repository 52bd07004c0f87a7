// Measures searches of the list of users in the administration, with few and with very many users, on both databases.

import { randomInt } from 'node:crypto';
import { quantile } from '../figures.ts';
import { openConnection } from '../load/connection.ts';
import { browser, signIn } from '../load/steps.ts';
import { markdownTable } from '../report/markdown.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { usernameOf } from '../system/people.ts';
import { startServer } from '../system/server.ts';
import { type DatabaseName, seed } from '../system/world.ts';
import { grantRole, nameUsers, untilSearchable } from './directory.ts';

/** Milliseconds for 95 of 100 searches. */
const mostMs = 50;
const sizes = [1_000, 100_000];

const number = (digits: number) => String(randomInt(10 ** digits)).padStart(digits, '0');

/** What administrators type, and in which order they list. */
const searches: [what: string, query: () => string][] = [
  ['surname', () => `q=${encodeURIComponent('шевченко')}`],
  ['part of a surname, and of a given name', () => `q=${encodeURIComponent('чорнов окс')}`],
  ['surname in the wrong layout', () => `q=${encodeURIComponent('vfhxtyrj')}`],
  ['two letters, by name', () => `q=${encodeURIComponent('ко')}&sort=fullName`],
  ['three frequent letters, the last first', () => `q=${encodeURIComponent('енк')}&sort=-fullName`],
  ['username', () => `q=user.${number(6)}`],
  ['part of a student number', () => `q=${encodeURIComponent(`KB-${number(3)}`)}&sort=-createdAt`],
  ['no user', () => `q=${encodeURIComponent('нікого такого')}`],
  ['frequent words of no user', () => `q=${encodeURIComponent('енко ова цьк')}`],
  [
    'not signed in since, the longest first',
    () => 'signedInTo=2026-09-01T00:00:00Z&sort=lastSignIn',
  ],
  ['the last sign-in first', () => 'sort=-lastSignIn'],
  ['no way to sign in', () => 'hasWayIn=false'],
  ['guests', () => 'isGuest=true&sort=fullName'],
  ['group and surname', () => `q=${encodeURIComponent('ковал')}&group=students&disabled=false`],
];

async function measureOn(database: DatabaseName, users: number, count: number) {
  const seeded = await seed(database, users, 'tickets');
  try {
    await nameUsers(seeded);
    await grantRole(seeded, usernameOf(0));
    const server = await startServer({ ...seeded.settings, SECOND_FACTOR_ROLES: 'off' });
    try {
      await untilSearchable(seeded);
      const connection = await openConnection(server.port);
      const cookie = await signIn(connection, usernameOf(0));
      const times = new Map<string, number[]>();
      for (let round = 0; round < count; round += 1)
        for (const [what, query] of searches) {
          const began = performance.now();
          const path = `/api/admin/users?${query()}`;
          const { status } = await connection.ask({
            method: 'GET',
            path,
            headers: `${browser}cookie: ${cookie}\r\n`,
          });
          if (status !== 200) throw new Error(`${path}: ${status}`);
          times.set(what, [...(times.get(what) ?? []), performance.now() - began]);
        }
      connection.close();
      return times;
    } finally {
      await server.stop();
    }
  } finally {
    await seeded.close();
  }
}

const shown = (times: readonly number[]) =>
  [0.5, 0.95].map((share) => quantile(times, share).toFixed(1)).join(' / ');

export const search: Scenario = {
  name: 'search',
  about: 'searches of users in the administration',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ databases, searches: count }): Promise<Outcome> {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const columns: Map<string, number[]>[] = [];
    const titles: string[] = [];
    for (const database of databases)
      for (const users of sizes) {
        const times = await measureOn(database, users, count);
        const all = [...times.values()].flat();
        for (const [what, own] of [...times, ['all', all] as const])
          rows.push({ what, database, users, p50: quantile(own, 0.5), p99: quantile(own, 0.99) });
        const p95 = quantile(all, 0.95);
        verdicts.push({
          aim: 'search, p95',
          where: `${database}, ${users} users`,
          figure: `${p95.toFixed(1)} ms`,
          wanted: `≤ ${mostMs} ms`,
          met: p95 <= mostMs,
        });
        columns.push(times.set('all', all));
        titles.push(`${database}, ${users.toLocaleString('en').replaceAll(',', ' ')}`);
      }
    const lines = [...searches.map(([what]) => what), 'all'].map((what) => [
      what,
      ...columns.map((times) => shown(times.get(what) ?? [])),
    ]);
    const markdown = markdownTable(['p50 / p95, ms', ...titles], lines);
    return { rows, verdicts, markdown, rounds: columns.map((times) => [...times]) };
  },
};
