// Kills the command that imports at random times, while it compares and while it writes. Continued each time, it ends as one that was never
// killed, on both databases.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, test } from 'vitest';
import { pg, SqliteFile } from '../bench/bare/library.ts';
import { root, serverScript } from '../scripts/children.ts';
import { startPostgres } from '../scripts/environment/postgres.ts';
import { runCommand } from './server.ts';

const people = 2000;
const source = {
  settings: { overlapDays: 0, grace: { completed: 0, withdrawn: 0, unknown: 0 } },
  mapping: {
    version: 1,
    username: { rule: '{given}.{family}' },
    fields: {
      externalId: 'Id',
      fullName: { family: 'Family', given: 'Given' },
      email: 'Email',
      groups: { column: 'Group' },
    },
  },
};

const row = (number: number, family: string, group: string) =>
  `${number},${family},Olena,person${number}@campus.example,${group}`;

/** Returns the file of a night; two files take turns. In each, a tenth of the people is new, and a tenth has another name and group. */
function fileOf(night: number): string {
  const isEven = night % 2 === 0;
  const first = isEven ? 0 : people / 10;
  const rows = Array.from({ length: people }, (_, index) => {
    const number = first + index;
    const isMoved = !isEven && number % 10 === 0;
    return row(
      number,
      `Family${number % 700}${isMoved ? 'b' : ''}`,
      isMoved ? 'staff' : 'students',
    );
  });
  return ['Id,Family,Given,Email,Group', ...rows].join('\n');
}

type Settings = Record<string, string>;
type Place = { settings: Settings; folder: string; close(): Promise<void> };

/** Runs a query on the database of the place. */
async function query<Row>({ settings, folder }: Place, text: string): Promise<Row[]> {
  const { DATABASE_URL: connectionString } = settings;
  if (!connectionString) {
    const database = new SqliteFile(join(folder, 'brama.sqlite'));
    const statement = database.prepare(text);
    const rows = statement.reader ? statement.all() : [];
    if (!statement.reader) statement.run();
    database.close();
    return rows as Row[];
  }
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(text);
  await client.end();
  return rows;
}

async function makePlace(kind: 'SQLite' | 'PostgreSQL'): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-faults-'));
  const postgres = kind === 'PostgreSQL' ? await startPostgres() : undefined;
  const settings = {
    NODE_ENV: '',
    BRAMA_DEMO: '0',
    BASE_URL: 'http://localhost:3000',
    DATA_DIR: folder,
    DATABASE_URL: postgres?.url ?? '',
    LOG_LEVEL: 'fatal',
  };
  const place: Place = {
    settings,
    folder,
    async close() {
      await postgres?.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  writeFileSync(join(folder, 'source.json'), JSON.stringify(source));
  for (const night of [0, 1]) writeFileSync(join(folder, `night-${night}.csv`), fileOf(night));
  await runCommand(settings, ['migrate']);
  await runCommand(settings, ['apply', '-'], JSON.stringify({ groups: ['students', 'staff'] }));
  await runCommand(settings, ['sources', 'set', 'students', join(folder, 'source.json')]);
  // the first import waits for another person, whom this test has not
  await query(place, 'update sources set approved_at = 1');
  return place;
}

const importOf = ({ folder }: Place, night: number) => [
  'import',
  'users',
  'students',
  join(folder, `night-${night % 2}.csv`),
  ...['leavers', 'created', 'changed'].flatMap((limit) => [`--max-${limit}`, '100000']),
];

/** Runs a command, and kills it after so long. Returns whether it has ended by itself, and done its work. */
async function runKilled({ settings }: Place, args: string[], killAfterMs: number) {
  const child = spawn(process.execPath, [join(root, serverScript), ...args], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: 'ignore',
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  const [code, signal] = await once(child, 'exit');
  clearTimeout(timer);
  return { isDone: code === 0, isKilled: signal === 'SIGKILL' };
}

type Last = { id: string; state: string };

async function lastImport({ settings }: Place): Promise<Last | undefined> {
  const printed = await runCommand(settings, ['import', 'list', '--limit', '1', '--json']);
  return JSON.parse(printed).items[0];
}

/** Imports a night; of the processes, `kills` are killed. Returns what each interrupted. */
async function importKilled(place: Place, night: number, kills: number, usualMs: number) {
  const interrupted: string[] = [];
  const before = (await lastImport(place))?.id;
  const again = importOf(place, night);
  for (let args = again; ; ) {
    const killAfterMs = interrupted.length < kills ? Math.random() * usualMs : 300_000;
    const { isDone, isKilled } = await runKilled(place, args, killAfterMs);
    if (isDone) return interrupted;
    const last = await lastImport(place);
    const started = last?.id === before ? undefined : last;
    if (isKilled) interrupted.push(started?.state ?? 'starting');
    // for some seconds, the killed process still counts as one that compares
    else await sleep(500);
    args = started?.state === 'running' ? ['import', 'continue', started.id] : again;
  }
}

/** What the users, the links and the events say, without times and random ids. */
async function stateOf(place: Place) {
  const users = await query(
    place,
    `select l.external_id, l.state, l.reason, l.facts, u.username, u.full_name, u.email, u.groups, u.disabled, u.version
       from source_links l join users u on u.id = l.user_id order by l.external_id`,
  );
  const members = await query(
    place,
    `select u.username, m.group_name from group_members m join users u on u.id = m.user_id order by 1, 2`,
  );
  const events = await query<{ type: string; count: number | string }>(
    place,
    "select type, count(*) as count from events where type like 'user.%' group by type order by type",
  );
  const counts = await query<{ counts: string }>(
    place,
    "select counts from imports where state = 'done' order by finished_at",
  );
  return {
    users,
    members,
    events: events.map(({ type, count }) => [type, Number(count)]),
    counts: counts.map((one) => JSON.parse(one.counts)),
  };
}

const runs = inject('runs');
/** Of one night. */
const mostKills = 7;

// it takes longer than `npm test` may, so that only `npm run test:faults` runs it
test.skipIf(runs === 1).each(['SQLite', 'PostgreSQL'] as const)(
  `kill -9 of an import, ${runs} times at random: the same end state on %s`,
  async (kind) => {
    const whole = await makePlace(kind);
    const killed = await makePlace(kind);
    try {
      const all: string[] = [];
      // an import may end before its process is killed
      for (let night = 0; all.length < runs; night += 1) {
        const began = performance.now();
        await runCommand(whole.settings, importOf(whole, night));
        const usualMs = performance.now() - began;
        const kills = Math.min(mostKills, runs - all.length);
        all.push(...(await importKilled(killed, night, kills, usualMs)));
        expect(await stateOf(killed)).toEqual(await stateOf(whole));
      }
      const counted = Map.groupBy(all, (state) => state);
      console.log(
        `${kind}: killed ${[...counted].map(([s, of]) => `${s} ${of.length}`).join(', ')}`,
      );
    } finally {
      await whole.close();
      await killed.close();
    }
  },
);
