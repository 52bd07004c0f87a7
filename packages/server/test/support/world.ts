// A composed server on a real database, with its own clock and a few users and applications.

import { randomBytes } from 'node:crypto';
import { blankFacts } from '@brama/contract/applications/fields';
import { searchKey } from '@brama/contract/sign-in/login-name';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { compose } from '../../src/app/compose.ts';
import { readConfig } from '../../src/app/config.ts';
import type { ServerDeps } from '../../src/app/deps.ts';
import type { Application } from '../../src/applications/application.ts';
import { createSvgDrawer } from '../../src/applications/icons/svg/drawer.ts';
import { createApplicationStore } from '../../src/applications/store.ts';
import { hashSecret } from '../../src/crypto/secrets.ts';
import type { Database } from '../../src/database/connect.ts';
import { createLogger } from '../../src/http/log.ts';
import type { Email } from '../../src/mail/email.ts';
import type { Mailer } from '../../src/mail/mailer.ts';
import type { Hasher } from '../../src/sign-in/method.ts';
import { methodsOn } from '../../src/sign-in/methods.ts';
import { createHasher } from '../../src/sign-in/password/hashing/hasher.ts';
import { openBreachedPasswords } from '../../src/users/breached-passwords/open.ts';
import { blankRow } from '../../src/users/columns.ts';
import { type DatabaseKind, makeDatabase, type TestDatabase } from './databases.ts';
import { createQuickHasher } from './quick-hasher.ts';
import { makeWebBuild } from './web-build.ts';

export const password = 'correct horse battery staple';

export const apps = {
  campus: {
    id: '3d1488ae-128e-4655-8ca2-1ef554379335',
    secret: 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA',
  },
  rooms: {
    id: '5f8c2c64-0a39-4a3b-8a5b-0d5a1c7f9e21',
    secret: 'WmFtb2sgaSBrbHl1Y2ggdmlkIGJyYW15IDk4Nw',
  },
  library: { id: 'c2a7b1d4-7e55-4d0a-b6a3-93f1e86b0c44' },
  sandbox: { id: 'b8a4d0c2-7e15-4f96-a3d8-1c6e9f02b7a5' },
};

type NewUser = {
  username: string;
  fullName?: string;
  fullNameEn?: string;
  givenName?: string;
  groups?: string[];
  passwordHash?: string | null;
  disabled?: boolean;
  studentId?: string;
  taxIdHash?: string;
};

export async function addUser(db: Database, user: NewUser, passwordHash: string) {
  const id = crypto.randomUUID();
  await db
    .insertInto('users')
    .values({
      ...blankRow,
      id,
      username: user.username,
      username_key: searchKey(user.username),
      full_name: user.fullName ?? user.username,
      full_name_en: user.fullNameEn ?? null,
      given_name: user.givenName ?? null,
      email: `${user.username}@campus.example`,
      email_key: `${searchKey(user.username)}@campus.example`,
      student_id: user.studentId ?? null,
      tax_id_hash: user.taxIdHash ?? null,
      data: JSON.stringify({ faculty: 'ФПМ', phone: null }),
      groups: JSON.stringify(user.groups ?? ['students']),
      password_hash: user.passwordHash === undefined ? passwordHash : user.passwordHash,
      disabled: user.disabled ? 1 : 0,
      version: 1,
      created_at: 0,
      updated_at: 0,
    })
    .execute();
  return id;
}

async function addApplications(db: Database) {
  const store = createApplicationStore(db, () => 0);
  const make = (
    name: string,
    id: string,
    groups: string[],
    protocol: Application['protocol'],
    releases: Application['releases'] = [],
  ) =>
    store.insert(db, {
      ...blankFacts(),
      id,
      name,
      title: { uk: `${name} укр`, en: `${name} eng` },
      description: { uk: 'опис', en: 'about' },
      access: { groups },
      releases,
      protocol,
    });
  const ticket = (redirectUrl: string, secret: string) => ({
    type: 'ticket',
    settings: { redirectUrl, secretHash: hashSecret(secret) },
  });
  await make(
    'campus',
    apps.campus.id,
    ['students', 'employees'],
    ticket('https://campus.example/callback?from=brama', apps.campus.secret),
  );
  await make(
    'rooms',
    apps.rooms.id,
    ['employees'],
    ticket('https://rooms.example/callback', apps.rooms.secret),
  );
  await make('library', apps.library.id, ['students'], {
    type: 'link',
    settings: { url: 'https://library.example/' },
  });
}

/** Imports of the register can be started; the server gets no answer. */
const unreachableRegister = {
  EDEBO_URL: 'http://127.0.0.1:9/data',
  EDEBO_USER: 'reader@campus.example',
  EDEBO_PASSWORD: 'a password',
  EDEBO_APP_KEY: 'a key',
  EDEBO_UNIVERSITY_ID: '174',
};

/** Headers of a call by our own page. */
export const ours = { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };

/** Returns a hasher that counts its calls. The real one closes with the world, not with a server. */
function counting(used: Hasher) {
  const counts = { hash: 0, verify: 0 };
  const hasher: Hasher = {
    hash(text) {
      counts.hash += 1;
      return used.hash(text);
    },
    verify(passwordHash, text) {
      counts.verify += 1;
      return used.verify(passwordHash, text);
    },
    close: async () => undefined,
  };
  return { hasher, counts };
}

/** Returns a mailer that keeps the emails. Those about sign-ins are apart, because most tests sign in from a new browser. */
function createTestMailer() {
  const letters: Email[] = [];
  const browserLetters: Email[] = [];
  let held = Promise.resolve();
  const mailer: Mailer = {
    async send(email) {
      await held;
      (/(new-browser|welcome)$/.test(email.subject) ? browserLetters : letters).push(email);
      return undefined;
    },
    close: () => undefined,
  };
  /** Holds all emails until then. */
  const holdEmails = (until: Promise<void>) => {
    held = until;
  };
  return { mailer, letters, browserLetters, holdEmails };
}

/** The clock does not move during a pause. */
function createTestPauses() {
  let held = Promise.resolve();
  return {
    pause: () => held,
    /** Lets every pause last until then. Work that follows a response, such as the lookup of an account, waits too. */
    holdPauses(until: Promise<void>) {
      held = until;
    },
  };
}

export type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Call `close` at the end; `node()` composes another server on the same database. Password
 * hashes are quick, unless `makeHasher` is `useRealHasher`.
 */
export async function makeWorld(
  kind: DatabaseKind,
  env: Record<string, string> = {},
  fetch: ServerDeps['fetch'] = () => Promise.reject(new Error('no network in tests')),
  ownDatabase?: TestDatabase,
  makeHasher: (real: Hasher) => Hasher = createQuickHasher,
) {
  const database = ownDatabase ?? (await makeDatabase(kind));
  const clock = { now: Date.parse('2026-11-20T12:00:00Z') };
  const lines: string[] = [];
  const real = createHasher({ threads: 1 });
  const used = makeHasher(real);
  const { hasher, counts } = counting(used);
  const keys = { taxId: randomBytes(32), data: randomBytes(32) };
  const { mailer, letters, browserLetters, holdEmails } = createTestMailer();
  const servers: FastifyInstance[] = [];
  /** Tests may replace it. */
  const drawer = { draw: createSvgDrawer() };
  const { pause, holdPauses } = createTestPauses();
  const own = { LOG_LEVEL: 'trace', SECOND_FACTOR_ROLES: 'off', ...unreachableRegister };
  const config = readConfig({ ...own, ...env }, () => '');
  const site = makeWebBuild(methodsOn(config));
  const { breachedPasswords } = config;
  const breached = breachedPasswords ? await openBreachedPasswords(breachedPasswords) : undefined;

  async function node(db: Database = database.again()) {
    const server = await compose({
      config,
      db,
      site,
      hasher,
      isBreached: breached?.has,
      keys,
      fetch,
      drawSvg: (markup) => drawer.draw(markup),
      mailer: config.mail && mailer,
      logger: createLogger(config.logLevel, { write: (line) => void lines.push(line) }),
      now: () => clock.now,
      pause,
    });
    servers.push(server);
    return server;
  }

  const server = await node(database.db);
  const passwordHash = await used.hash(password);
  await addApplications(database.db);
  const olena = await addUser(
    database.db,
    { username: 'O.Shevchenko', fullName: 'Шевченко Олена', studentId: 'KV-1' },
    passwordHash,
  );

  const send = (options: InjectOptions, to = server) => to.inject(options);
  const post = (url: string, payload: unknown, headers: Record<string, string> = {}, to = server) =>
    to.inject({
      method: 'POST',
      url,
      payload: payload as object,
      headers: { ...ours, ...headers },
    });

  /** Signs in through the API. Returns the Cookie header of the new session. */
  async function signIn(username = 'o.shevchenko', to = server, cookie?: string): Promise<string> {
    const first = await post('/api/auth', { username, password }, {}, to);
    const second = await post('/api/auth/internal', first.json(), cookie ? { cookie } : {}, to);
    const [set] = second.cookies;
    if (!set) throw new Error(`not signed in: ${second.body}`);
    return `${set.name}=${set.value}`;
  }

  /** All open sessions have shown a second factor. */
  const confirmSessions = () =>
    database.db
      .updateTable('sessions')
      .set(({ ref }) => ({ amr: 'pwd otp mfa', assured_at: ref('verified_at') }))
      .execute();

  return {
    ...database,
    server,
    site,
    keys,
    node,
    clock,
    counts,
    lines,
    letters,
    browserLetters,
    holdEmails,
    holdPauses,
    olena,
    passwordHash,
    hashPassword: used.hash,
    drawer,
    send,
    post,
    signIn,
    confirmSessions,
    async close() {
      for (const one of servers) await one.close();
      await breached?.close();
      await real.close();
      await database.close();
    },
  };
}
