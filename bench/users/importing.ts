// Time and memory of imports: 100 000 new users from a file by the server, then the same file by the command.
// Then 60 000 people of the register. Another request is sent meanwhile, to see how long it waits.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root, whenReady } from '../../scripts/children.ts';
import { median, quantile } from '../figures.ts';
import { type Connection, openConnection, UnexpectedAnswer } from '../load/connection.ts';
import { signInByPasskey } from '../load/passkey.ts';
import { signIn } from '../load/steps.ts';
import { markdownTable } from '../report/markdown.ts';
import type { Outcome, Row, Scenario, Verdict } from '../scenario.ts';
import { type Cost, memoryOf, runMeasured } from '../system/command.ts';
import { usernameOf } from '../system/people.ts';
import { addPasskeys, execute, read } from '../system/population.ts';
import { environment, type RunningServer, startServer } from '../system/server.ts';
import { type DatabaseName, type Seeded, seed } from '../system/world.ts';
import { grantRole } from './directory.ts';

/** Users before the import. */
const users = 1_000;
const people = 100_000;
const registered = 60_000;
const mostFirstSeconds = 60;
const mostRepeatSeconds = 15;
/** 300 MB. */
const mostMib = 286;
const mostRegisterSeconds = 180;

const settings = { grace: { completed: 0, withdrawn: 0, unknown: 0 } };
const students = {
  settings,
  mapping: {
    version: 1,
    newUsers: 'nothing',
    username: { rule: '{given}.{family}' },
    fields: {
      externalId: 'Id',
      fullName: { family: 'Прізвище', given: "Ім'я", patronymic: 'По батькові' },
      email: 'Email',
      studentId: 'Квиток',
      taxId: 'РНОКПП',
      groups: { column: 'Факультет', values: { ФПМ: ['students'], ФІОТ: ['students'] } },
    },
  },
};
const register = {
  kind: 'edebo',
  settings,
  mapping: {
    version: 1,
    list: 'students',
    newUsers: 'nothing',
    username: { rule: '{given}.{family}' },
    groups: [{ value: ['students'] }],
  },
};

const families = [
  'Шевченко',
  'Коваленко',
  'Ґудзь',
  'Мар’яненко',
  'Квітка-Яценко',
  'Щербак',
  'Їжак',
];
const given = ['Олена', 'Іван', 'Марія', 'Петро', 'Ганна', 'Софія', 'Дмитро', 'Анна', 'Юрій'];
const patronymics = ['Іванівна', 'Петрович', 'Сергіївна', 'Олегович', ''];

const oneOf = (texts: readonly string[], number: number) => texts[number % texts.length] ?? '';

function fileOfPeople(): string {
  const rows = Array.from({ length: people }, (_, number) =>
    [
      `p${number}`,
      `${oneOf(families, number)}${number % 2000}`.replace(
        /\d/g,
        (digit) => 'абвгдежзик'[+digit] ?? '',
      ),
      oneOf(given, number >> 3),
      oneOf(patronymics, number >> 5),
      `person${number}@students.campus.example`,
      `КВ${number}`,
      `${3_000_000_000 + number}`,
      number % 3 === 0 ? 'ФПМ' : 'ФІОТ',
    ].join(';'),
  );
  return [`Id;Прізвище;Ім'я;По батькові;Email;Квиток;РНОКПП;Факультет`, ...rows].join('\n');
}

type Watched = { waits: number[]; mebibytes: number };

/** Asks for a signed-in user again and again, and reads the memory of the server, until stopped. */
function watch({ port, pid }: RunningServer, cookie: string): () => Promise<Watched> {
  const waits: number[] = [];
  let mebibytes = 0;
  let isOver = false;
  const loop = (async () => {
    while (!isOver) {
      const began = performance.now();
      const { status } = await fetch(`http://localhost:${port}/user`, { headers: { cookie } });
      if (status !== 200) throw new UnexpectedAnswer(`/user: ${status}`);
      waits.push(performance.now() - began);
      mebibytes = Math.max(mebibytes, memoryOf(pid));
      await sleep(20);
    }
  })();
  // thrown when it is stopped
  loop.catch(() => {});
  return async () => {
    isOver = true;
    await loop;
    return { waits, mebibytes };
  };
}

type Called = { id: string; state: string; counts: Record<string, number> };

async function call(
  { port }: RunningServer,
  cookie: string,
  path: string,
  file?: Buffer<ArrayBuffer>,
): Promise<Called> {
  const isChange = file !== undefined || path.endsWith('/approve');
  const response = await fetch(`http://localhost:${port}/api/admin/imports${path}`, {
    method: isChange ? 'POST' : 'GET',
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      ...(file && { 'content-type': 'application/octet-stream' }),
    },
    ...(file && { body: file }),
  });
  if (!response.ok)
    throw new UnexpectedAnswer(`${path} ${response.status}: ${await response.text()}`);
  return (await response.json()) as Called;
}

async function untilState(server: RunningServer, cookie: string, id: string, state: string) {
  for (;;) {
    const one = await call(server, cookie, `/${id}`);
    if (one.state === state) return one;
    if (one.state === 'failed') throw new UnexpectedAnswer(JSON.stringify(one));
    // as often as the page of the import
    await sleep(1000);
  }
}

type First = { compareSeconds: number; writeSeconds: number; idleMib: number } & Record<
  'comparing' | 'writing',
  Watched
>;

/** Uploads the file of a new source. Another administrator approves the import. */
async function importFirst(seeded: Seeded, file: Buffer<ArrayBuffer>): Promise<First> {
  const owners = await addPasskeys(seeded);
  const signInAs = async (connection: Connection, username: string) => {
    const [user] = await read<{ id: string }>(
      seeded,
      `select id from users where username = '${username}'`,
    );
    const owner = owners.find(({ userId }) => userId === user?.id);
    return signInByPasskey(connection, owner ?? { userId: '', credentialId: '' });
  };
  const server = await startServer(seeded.settings);
  try {
    const connection = await openConnection(server.port);
    const starter = await signInAs(connection, usernameOf(0));
    const approver = await signInAs(connection, usernameOf(1));
    const cookie = await signIn(connection, usernameOf(5));
    connection.close();
    const idleMib = memoryOf(server.pid);
    const stopComparing = watch(server, cookie);
    let began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    const { id } = await call(server, starter, '?source=students&fileName=students.csv', file);
    await untilState(server, starter, id, 'waiting');
    const compareSeconds = seconds();
    const comparing = await stopComparing();
    const stopWriting = watch(server, cookie);
    began = performance.now();
    await call(server, approver, `/${id}/approve`);
    const { counts } = await untilState(server, starter, id, 'done');
    const writeSeconds = seconds();
    if (counts['created'] !== people) throw new UnexpectedAnswer(JSON.stringify(counts));
    return { compareSeconds, writeSeconds, idleMib, comparing, writing: await stopWriting() };
  } finally {
    await server.stop();
  }
}

const edebo = {
  EDEBO_USER: 'bench@campus.example',
  EDEBO_PASSWORD: 'bench',
  EDEBO_APP_KEY: 'bench',
  EDEBO_UNIVERSITY_ID: '174',
};

async function startRegister(): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['packages/simulators/src/edebo/main.ts'], {
    cwd: root,
    env: { ...environment(edebo), EDEBO_PORT: '0', EDEBO_PEOPLE: `${registered}` },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  return { url: await whenReady(child), child };
}

/** Imports the students of the register, whose source is approved. */
async function importRegister(seeded: Seeded): Promise<Cost> {
  const { url, child } = await startRegister();
  try {
    await execute(seeded, () => [`update sources set approved_at = 1 where name = 'register'`]);
    const limits = ['leavers', 'created', 'changed'].flatMap((one) => [`--max-${one}`, '100000']);
    const own = { ...seeded.settings, ...edebo, EDEBO_URL: url };
    return await runMeasured(own, 'import', 'edebo', 'register', ...limits);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
}

type Figures = { first: First; repeat: Cost; fromRegister: Cost };

async function measureOn(database: DatabaseName): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-import-'));
  const seeded = await seed(database, users, 'tickets');
  try {
    // the invented tax numbers have no check digit
    seeded.settings['TAX_ID_CHECK_DIGIT'] = '0';
    const path = (name: string) => join(folder, name);
    writeFileSync(path('students.json'), JSON.stringify(students));
    writeFileSync(path('register.json'), JSON.stringify(register));
    const file = Buffer.from(fileOfPeople());
    writeFileSync(path('students.csv'), file);
    for (const number of [0, 1]) await grantRole(seeded, usernameOf(number), 'administrator');
    for (const name of ['students', 'register'])
      await runMeasured(seeded.settings, 'sources', 'set', name, path(`${name}.json`));
    const first = await importFirst(seeded, file);
    const repeat = await runMeasured(
      seeded.settings,
      'import',
      'users',
      'students',
      path('students.csv'),
    );
    return { first, repeat, fromRegister: await importRegister(seeded) };
  } finally {
    await seeded.close();
    rmSync(folder, { recursive: true });
  }
}

const most = (watched: readonly Watched[]) => Math.max(...watched.map((one) => one.mebibytes));

function verdictsOf(database: DatabaseName, { first, repeat, fromRegister }: Figures): Verdict[] {
  const verdict = (aim: string, unit: string, figure: number, limit: number): Verdict => ({
    aim,
    where: database,
    figure: `${figure.toFixed(0)} ${unit}`,
    wanted: `≤ ${limit} ${unit}`,
    met: figure <= limit,
  });
  const memory = (mebibytes: number) => mebibytes - first.idleMib;
  return [
    verdict(
      `first import of ${people} rows`,
      's',
      first.compareSeconds + first.writeSeconds,
      mostFirstSeconds,
    ),
    verdict(
      'memory above the idle server',
      'MiB',
      memory(most([first.comparing, first.writing])),
      mostMib,
    ),
    verdict('the same file again', 's', repeat.seconds, mostRepeatSeconds),
    verdict(
      'memory of the command above an idle server',
      'MiB',
      memory(Math.max(repeat.mebibytes, fromRegister.mebibytes)),
      mostMib,
    ),
    verdict(`${registered} people of the register`, 's', fromRegister.seconds, mostRegisterSeconds),
  ];
}

export const importing: Scenario = {
  name: 'import',
  about: 'an import of 100 000 users, the same again, and 60 000 people from the register',
  onlyWhenNamed: true,
  ownServers: true,
  async run({ databases }): Promise<Outcome> {
    const rows: Row[] = [];
    const verdicts: Verdict[] = [];
    const lines: string[][] = [];
    const measured: [DatabaseName, Figures][] = [];
    for (const database of databases) {
      const figures = await measureOn(database);
      measured.push([database, figures]);
      const { first, repeat, fromRegister } = figures;
      for (const [what, { waits }] of [
        ['another request while comparing', first.comparing],
        ['another request while writing', first.writing],
      ] as const)
        rows.push({ what, database, users, p50: median(waits), p99: quantile(waits, 0.99) });
      for (const [what, { seconds, mebibytes }] of [
        ['first import: compared', { seconds: first.compareSeconds, ...first.comparing }],
        ['first import: written', { seconds: first.writeSeconds, ...first.writing }],
        ['the same file again', repeat],
        [`${registered} people of the register`, fromRegister],
      ] as const)
        lines.push([what, database, seconds.toFixed(1), (mebibytes - first.idleMib).toFixed(0)]);
      verdicts.push(...verdictsOf(database, figures));
    }
    const markdown = markdownTable(['', 'database', 's', 'MiB above the idle server'], lines);
    return { rows, verdicts, markdown, rounds: measured };
  },
};
