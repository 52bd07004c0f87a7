// Kills the command that imports at random times: in turn while it starts, compares and writes. Continued each time, it ends as one that was
// never killed, on both databases.

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

type Last = { id: string; state: string };

async function lastImport(place: Place): Promise<Last | undefined> {
  const text = 'select id, state from imports order by created_at desc, id limit 1';
  const [last] = await query<Last>(place, text);
  return last;
}

const isSame = (one: Last | undefined, other: Last | undefined) =>
  one?.id === other?.id && one?.state === other?.state;

/** In which a process is killed, in turn. */
const phases = ['starting', 'comparing', 'running'] as const;
type Phase = (typeof phases)[number];

/** How long each phase lasts, at most about. */
const phaseMs = { starting: 1200, comparing: 400, running: 300 };

type Attempt = { args: string[]; phase: Phase | undefined; before: Last | undefined };

/** Runs a command, and kills it at a random time of the phase, if it comes there. Returns whether it has done its work, or what it was killed in. */
async function runKilled(place: Place, { args, phase, before }: Attempt) {
  const child = spawn(process.execPath, [join(root, serverScript), ...args], {
    cwd: root,
    env: { ...process.env, ...place.settings },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const isOver = () => child.exitCode !== null || child.signalCode !== null;
  const isIn = async () => {
    const last = await lastImport(place);
    return last?.state === phase && !isSame(last, before);
  };
  if (phase) {
    // an import that is continued was running before
    const waits = phase !== 'starting' && before?.state !== 'running';
    while (waits && !isOver() && !(await isIn())) await sleep(2);
    await sleep(Math.random() * phaseMs[waits ? phase : 'starting']);
    if (!isOver()) child.kill('SIGKILL');
  }
  const [code, signal] = await exited;
  return { isDone: code === 0, isKilled: signal === 'SIGKILL' };
}

/** Imports a night; of the processes, `kills` are killed. Returns the state that each leaves. */
async function importKilled(place: Place, night: number, kills: readonly Phase[]) {
  const interrupted: string[] = [];
  const again = importOf(place, night);
  for (let args = again; ; ) {
    const before = await lastImport(place);
    const phase = kills[interrupted.length];
    const { isDone, isKilled } = await runKilled(place, { args, phase, before });
    const last = await lastImport(place);
    const state = isSame(last, before) && args === again ? 'starting' : last?.state;
    // it may be killed after its last write
    if (isDone || state === 'done') return interrupted;
    if (!isKilled) throw new Error(`the import ended as ${state}`);
    interrupted.push(state ?? 'starting');
    // as 15 seconds later: the killed process no longer counts
    await query(place, "update imports set seen_at = 0 where state in ('comparing', 'running')");
    args = last?.state === 'running' ? ['import', 'continue', last.id] : again;
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
const mostKills = 6;

// it takes longer than `npm test` may, so that only `npm run test:faults` runs it
test.skipIf(runs === 1).each(['SQLite', 'PostgreSQL'] as const)(
  `kill -9 of an import, ${runs} times at random: the same end state on %s`,
  async (kind) => {
    const whole = await makePlace(kind);
    const killed = await makePlace(kind);
    try {
      const all: string[] = [];
      // an import may end before its process is killed
      for (let night = 0; all.length < runs || !all.includes('running'); night += 1) {
        await runCommand(whole.settings, importOf(whole, night));
        const count = Math.max(1, Math.min(mostKills, runs - all.length));
        // the last phases first: of a few kills, most interrupt a change
        const kills = Array.from({ length: count }, (_, at) => phases[2 - ((all.length + at) % 3)]);
        all.push(...(await importKilled(killed, night, kills as Phase[])));
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
