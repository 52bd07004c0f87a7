// Runs every kind of change of a user through every way in. Compares what each leaves: the row, memberships, events, ended sessions and
// tickets, voided links, emails. The first way says what is right; the others differ only where the table says so.

import { createSecretKey } from 'node:crypto';
import { dirname } from 'node:path';
import type { AdminRouteId } from '@brama/contract/admin/routes';
import type { Selectable, Updateable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  strongSession,
  tokenOf,
} from '../../../test/support/admin/callers.ts';
import { addPasskey, addSecondFactors, linkGoogle } from '../../../test/support/admin/factors.ts';
import { outcomes, type Way } from '../../../test/support/admin/outcomes-of-changes.ts';
import { commandContext } from '../../../test/support/command-context.ts';
import { taxIdFrom } from '../../../test/support/tax-ids.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { type FullConfig, readConfig } from '../../app/config.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { runAdmin } from '../../commands/admin.ts';
import { composeApply } from '../../commands/compose-apply.ts';
import { runUsers } from '../../commands/users.ts';
import type { UsersTable } from '../../database/tables/user-tables.ts';
import { issueLine } from '../../directory/apply/parse/issue.ts';
import { EventStore } from '../../events/store.ts';
import { createLogger } from '../../http/log.ts';
import { runLifecycle } from '../lifecycle/lifecycle-job.ts';
import { grantRole, lockAdministrators } from '../roles/role-store.ts';
import { hashTaxId } from '../tax-id.ts';

const hour = 3_600_000;
/** Of the world, whose clock is that of the machine: commands have no other. */
const start = Date.now();
const later = (hours: number) =>
  new Date(Math.floor(start / 1000) * 1000 + hours * hour).toISOString();
const taxIds = {
  stored: taxIdFrom(318_471_069),
  other: taxIdFrom(123_456_789),
  new: taxIdFrom(298_765_432),
};
const passwordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHQ$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaA';

/** Ids of users beside the one that changes. */
type Others = { sponsor: string; disabled: string };
type Ways = {
  /** The route, and its input. */
  api?: (
    user: { id: string; username: string },
    others: Others,
  ) => [
    AdminRouteId,
    { params?: Record<string, string>; body?: unknown; headers?: Record<string, string> },
  ];
  /** The entry of the user in a manifest, without the username. */
  manifest?: (others: Others) => object;
  command?: (username: string) => ['users' | 'admin', ...string[]];
  /** A date has come: these columns let the state change an hour after the start. */
  date?: Updateable<UsersTable>;
};
type Kind = Ways & {
  /** The user before the change. */
  before?: Updateable<UsersTable>;
  prepare?: (world: World, id: string) => Promise<unknown>;
  /** `none`: the change creates the user. `caller`: the only administrator. */
  subject?: 'none' | 'caller';
  role?: 'operator';
};

const texts = {
  fullNameEn: 'English',
  givenName: 'Given',
  studentId: 'S-1',
  employeeId: 'E-1',
  data: { a: '1' },
};
const columns = {
  full_name_en: 'Before',
  given_name: 'Before',
  student_id: 'before',
  employee_id: 'before',
};

/** A change of fields, the same by the API and by a manifest. */
const fields = (body: object, kind: Partial<Kind> = {}): Kind => ({
  api: ({ id }) => ['updateUser', { params: { id }, body }],
  manifest: () => body,
  ...kind,
});
const plain = Object.fromEntries(
  Object.entries(texts).flatMap(([name, value]) => [
    [`${name} set`, fields({ [name]: value }, { before: { data: '{}' } })],
    [`${name} cleared`, fields({ [name]: null }, { before: columns })],
  ]),
);
const explained = ['--issued-by', 'chief', '--reason', 'lost'];
const sponsored = { valid_until: start + 2 * hour, changes_at: start + 2 * hour };

const kinds: Record<string, Kind> = {
  'full name set': fields({ fullName: 'Нове Імʼя' }),
  ...plain,
  'nothing changed': fields({ fullName: 'same' }, { before: { full_name: 'same' } }),
  'email set': fields({ email: 'new@mail.example' }, { before: { email: null, email_key: null } }),
  'email changed': fields({ email: 'new@mail.example' }),
  'email cleared': fields({ email: null }),
  'tax number set': fields({ taxId: taxIds.new }),
  'tax number changed': fields({ taxId: taxIds.new }, { before: { tax_id_hash: 'stored' } }),
  'tax number cleared': fields({ taxId: null }, { before: { tax_id_hash: 'stored' } }),
  'tax number of another user': fields({ taxId: taxIds.other }),
  'tax number with a typing error': fields({
    taxId: `${Number(taxIds.new) + 1}`.padStart(10, '0'),
  }),
  'email and tax number changed': fields({ email: 'new@mail.example', taxId: taxIds.new }),
  'email of an administrator changed': fields(
    { email: 'new@mail.example' },
    { prepare: ({ db }, userId) => grantRole(db, { userId, role: 'administrator', at: 1 }) },
  ),
  'email shared with an administrator, by an operator': fields(
    { email: 'admin@campus.example' },
    { role: 'operator' },
  ),
  'email that is the username of another user': fields({ email: 'name@campus.example' }),
  disabled: {
    ...fields({ disabled: true }),
    date: { valid_until: start + hour, changes_at: start + hour },
  },
  enabled: {
    ...fields({ disabled: false }, { before: { disabled: 1, disabled_by_administrator: 1 } }),
    date: {
      disabled: 1,
      disabled_by_administrator: 0,
      valid_from: start + hour,
      changes_at: start + hour,
    },
  },
  'end in the past': fields({ validUntil: later(-1) }),
  'end in the future': fields({ validUntil: later(2) }),
  'end cleared': fields({ validUntil: null }, { before: { valid_until: start - 1, disabled: 1 } }),
  'begin in the past': fields({ validFrom: later(-1) }),
  'begin in the future': fields({ validFrom: later(2) }),
  'end before the begin': fields({ validFrom: later(3), validUntil: later(2) }),
  'sponsor set': {
    api: ({ id }, { sponsor }) => [
      'updateUser',
      { params: { id }, body: { sponsorId: sponsor, validUntil: later(2) } },
    ],
    manifest: () => ({ sponsor: 'sponsor', validUntil: later(2) }),
  },
  'sponsor set without an end': {
    api: ({ id }, { sponsor }) => ['updateUser', { params: { id }, body: { sponsorId: sponsor } }],
    manifest: () => ({ sponsor: 'sponsor' }),
  },
  'sponsor cleared': fields(
    {},
    {
      before: { ...sponsored, sponsor_id: 'sponsor' },
      api: ({ id }) => ['updateUser', { params: { id }, body: { sponsorId: null } }],
      manifest: () => ({ sponsor: null }),
    },
  ),
  'sponsor who is disabled': {
    api: ({ id }, { disabled }) => [
      'updateUser',
      { params: { id }, body: { sponsorId: disabled, validUntil: later(2) } },
    ],
    manifest: () => ({ sponsor: 'disabled', validUntil: later(2) }),
  },
  'guest renewed': {
    before: { ...sponsored, sponsor_id: 'sponsor' },
    api: ({ id }) => ['renewGuest', { params: { id }, body: { validUntil: later(4) } }],
    manifest: () => ({ validUntil: later(4) }),
  },
  'membership added': {
    api: ({ id }) => ['putMembership', { params: { id, group: 'staff' }, body: {} }],
    manifest: () => ({ groups: ['students', 'staff'] }),
  },
  'membership with dates': {
    api: ({ id }) => [
      'putMembership',
      { params: { id, group: 'staff' }, body: { validFrom: later(1), validUntil: later(2) } },
    ],
    manifest: () => ({
      groups: ['students', { name: 'staff', validFrom: later(1), validUntil: later(2) }],
    }),
  },
  'membership begins': {
    prepare: ({ db }, user_id) =>
      db
        .insertInto('membership_periods')
        .values({ user_id, group_name: 'staff', valid_from: start + hour, valid_until: null })
        .execute(),
    date: { changes_at: start + hour },
  },
  'membership removed': {
    before: { changes_at: start + hour },
    api: ({ id }) => ['removeMembership', { params: { id, group: 'students' } }],
    manifest: () => ({ groups: [] }),
    prepare: ({ db }, user_id) =>
      db
        .insertInto('membership_periods')
        .values({ user_id, group_name: 'students', valid_from: null, valid_until: start + hour })
        .execute(),
    date: { changes_at: start + hour },
  },
  'membership of an unknown group': {
    api: ({ id }) => ['putMembership', { params: { id, group: 'nobody' }, body: {} }],
    manifest: () => ({ groups: ['students', 'nobody'] }),
  },
  'role granted': {
    api: ({ id }) => ['grantRole', { params: { id, role: 'auditor' } }],
    manifest: () => ({ roles: ['auditor'] }),
    command: (name) => ['admin', 'grant', name, '--role', 'auditor'],
  },
  'role revoked': {
    prepare: ({ db }, userId) => grantRole(db, { userId, role: 'auditor', at: 1 }),
    api: ({ id }) => ['revokeRole', { params: { id, role: 'auditor' } }],
    manifest: () => ({ roles: [] }),
    command: (name) => ['admin', 'revoke', name, '--role', 'auditor'],
  },
  'password hash set': { manifest: () => ({ passwordHash }) },
  created: {
    subject: 'none',
    api: ({ username }) => [
      'createUser',
      {
        body: {
          username,
          fullName: 'Новий',
          email: 'first@mail.example',
          groups: ['staff'],
          taxId: taxIds.new,
          passwordHash,
        },
      },
    ],
    manifest: () => ({
      fullName: 'Новий',
      email: 'first@mail.example',
      groups: ['staff'],
      taxId: taxIds.new,
      passwordHash,
    }),
  },
  'created as disabled': {
    subject: 'none',
    api: ({ username }) => [
      'createUser',
      { body: { username, fullName: 'Новий', disabled: true } },
    ],
    manifest: () => ({ fullName: 'Новий', disabled: true }),
  },
  'created with a username that is the address of another user': {
    subject: 'none',
    before: { username: 'sponsor@campus.example' },
    api: ({ username }) => ['createUser', { body: { username, fullName: 'Новий' } }],
    manifest: () => ({ fullName: 'Новий' }),
  },
  'created with the username of an erased user': {
    subject: 'none',
    before: { username: 'gone' },
    api: ({ username }) => ['createUser', { body: { username, fullName: 'Новий' } }],
    manifest: () => ({ fullName: 'Новий' }),
  },
  erased: { api: ({ id }) => ['eraseUser', { params: { id } }] },
  invited: {
    before: { password_hash: null },
    api: ({ id }) => ['inviteUser', { params: { id } }],
  },
  'passkey removed': {
    prepare: async (world, id) =>
      world.db
        .updateTable('passkeys')
        .set({ id: `passkey of ${id}`.slice(-36) })
        .where('id', '=', await addPasskey(world, id))
        .execute(),
    api: ({ id }) => ['removePasskey', { params: { id, passkeyId: id } }],
  },
  'Google unlinked': {
    prepare: linkGoogle,
    api: ({ id }) => ['unlinkIdentity', { params: { id, method: 'google' } }],
  },
  'authenticator app removed': {
    prepare: addSecondFactors,
    api: ({ id }) => ['removeFactor', { params: { id, factor: 'authenticator-app' } }],
  },
  'factors reset': {
    prepare: addSecondFactors,
    api: ({ id }) => ['resetFactors', { params: { id }, body: { reason: 'lost' } }],
    command: (name) => ['users', 'reset', name, ...explained],
  },
  'access code issued': {
    api: ({ id }) => ['issueAccessCode', { params: { id }, body: { reason: 'lost', hours: 24 } }],
    command: (name) => ['users', 'access-code', name, ...explained],
  },
  'the last administrator disabled': fields({ disabled: true }, { subject: 'caller' }),
  'the last administrator gets an end': fields({ validUntil: later(2) }, { subject: 'caller' }),
  'a version that is not the stored one': {
    api: ({ id }) => [
      'updateUser',
      { params: { id }, body: { fullName: 'x' }, headers: { 'if-match': '"7"' } },
    ],
  },
};

const byAdmin = 'event of the administrator admin: ';
const anonymous = 'event of the administrator: ';

/** The events of a manifest name no administrator. They name it as their reason, and have no dates; some fields have other names. */
function asManifest(given: string): string {
  const line = given.replace(byAdmin, anonymous);
  const [, about, details] = /^(event of the administrator: \S+) (.*)$/.exec(line) ?? [];
  if (about === undefined) return line;
  const {
    from: _from,
    until: _until,
    groups: _groups,
    fields: names,
    ...rest
  } = JSON.parse(details ?? '{}');
  const renamed: Record<string, string> = { sponsorId: 'sponsor', passwordHash: 'password' };
  const all = names?.map((field: string) => renamed[field] ?? field);
  const { sessions } = rest;
  return `${about} ${JSON.stringify({ ...(all && { fields: all }), ...rest, reason: 'by-manifest', ...(sessions && { sessions }) })}`;
}

/** Who has acted: the operator of the server is no user, and an event by a token also names the token. */
const asWay: Record<Way, (line: string) => string> = {
  session: (line) => line,
  token: (line) => line.replace(byAdmin, 'event of the administrator admin by a token: '),
  manifest: asManifest,
  command: (line) => line.replace(byAdmin, 'event of the server by a command: '),
  date: (line) => line,
};

/** What is not compared: ids, and what each write changes. */
const uncompared = new Set([
  'id',
  'username',
  'username_key',
  'version',
  'updated_at',
  'created_at',
]);
const secret = new Set(['password_hash', 'tax_id_hash', 'password_given', 'password_renewed_from']);
const owned = [
  'sessions',
  'sign_in_tickets',
  'password_resets',
  'passkeys',
  'linked_identities',
  'totp_factors',
  'recovery_codes',
  'remembered_browsers',
  'secondary_emails',
  'access_codes',
  'trusted_devices',
] as const;

/** Whole hours before or after the start. */
function shownTime(value: unknown): unknown {
  if (typeof value !== 'number' || value < 1e12) return value;
  const hours = Math.round((value - start) / hour);
  return `start${hours < 0 ? '' : '+'}${hours}h`;
}

type Row = Selectable<UsersTable> | undefined;
type Snapshot = { row: Row; counts: Map<string, number>; periods: string; roles: string };

const shown = (column: string, value: unknown) =>
  secret.has(column) && value !== null ? 'set' : JSON.stringify(shownTime(value));

function changedColumns(was: Row, is: Row): string[] {
  const [before, after] = [new Map(Object.entries(was ?? {})), new Map(Object.entries(is ?? {}))];
  return [...new Set([...before.keys(), ...after.keys()])]
    .filter((column) => !uncompared.has(column))
    .filter((column) => (before.get(column) ?? null) !== (after.get(column) ?? null))
    .map((column) => `${column}: ${shown(column, after.get(column) ?? null)}`);
}

describe('every kind of change of a user, by every way', () => {
  let world: World;
  let callers: Record<'admin' | 'operator', Record<'session' | 'token', Caller>>;
  let others: Others;
  let manifests: ReturnType<typeof composeApply>;
  let config: ReturnType<typeof readConfig>;
  let said: string[];
  let count = 0;
  let sent = 0;
  let seen = 0;
  beforeAll(async () => {
    const mail = { SMTP_URL: 'smtp://localhost', MAIL_FROM: 'a@campus.example' };
    world = await makeWorld('sqlite', mail);
    const { db, address, keys } = world;
    world.clock.now = start;
    const of = async (role: 'administrator' | 'operator', name: string) => {
      const userId = await addCaller(world, name, [role]);
      return {
        session: await strongSession(world, name),
        token: await tokenOf(world, userId, { roles: [role] }),
      };
    };
    callers = {
      admin: await of('administrator', 'admin'),
      operator: await of('operator', 'operator'),
    };
    const add = (username: string, more = {}) => addUser(db, { username, ...more }, '');
    others = { sponsor: await add('sponsor'), disabled: await add('disabled', { disabled: true }) };
    await add('name@campus.example');
    await add('owner', { taxIdHash: hash(taxIds.other) });
    const names = ['students', 'staff'].map((name) => ({ name, created_at: 1 }));
    await db.insertInto('groups').values(names).execute();
    const gone = await add('gone');
    expect(
      (await callRoute(world, 'eraseUser', callers.admin.session, { params: { id: gone } }))
        .statusCode,
    ).toBe(200);
    if (!('sqliteFile' in address)) throw new Error('on SQLite');
    config = readConfig(
      {
        DATA_DIR: dirname(address.sqliteFile),
        LOG_LEVEL: 'silent',
        HASH_THREADS: '1',
        SECOND_FACTOR_ROLES: 'off',
        DATA_KEY: keys.data.toString('hex'),
        TAX_ID_KEY: keys.taxId.toString('hex'),
      },
      () => '',
    );
    manifests = composeApply(db, config, '.', {
      phase: () => () => undefined,
      complete: () => undefined,
      end: () => undefined,
    });
    vi.spyOn(console, 'log').mockImplementation(() => undefined);
    vi.spyOn(console, 'error').mockImplementation((line) => void said.push(`${line}`));
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await manifests.close();
    await world.close();
  });

  const hash = (taxId: string) => hashTaxId(taxId, createSecretKey(world.keys.taxId));

  async function addSubject({ before = {}, prepare, date }: Kind, isByDate: boolean) {
    count += 1;
    const username = `subject-${count}`;
    const id = await addUser(world.db, { username }, world.passwordHash);
    const { tax_id_hash, sponsor_id, ...set } = { ...before, ...(isByDate && date) };
    const given = {
      ...set,
      ...(tax_id_hash && { tax_id_hash: hash(taxIds.stored) }),
      ...(sponsor_id && { sponsor_id: others.sponsor }),
    };
    await world.db
      .updateTable('users')
      .set({ updated_at: 0, ...given })
      .where('id', '=', id)
      .execute();
    await prepare?.(world, id);
    await world.db.updateTable('passkeys').set({ id }).where('user_id', '=', id).execute();
    const at = { created_at: start, expires_at: start + 24 * hour };
    await world.db
      .insertInto('sessions')
      .values({
        uid: id,
        user_id: id,
        id_hash: id,
        method: 'password',
        verified_at: start,
        seen_at: start,
        shared_computer: 0,
        ...at,
      })
      .execute();
    await world.db
      .insertInto('sign_in_tickets')
      .values({ id_hash: id, user_id: id, method: 'password', verified_at: start, ...at })
      .execute();
    await world.db
      .insertInto('password_resets')
      .values({
        user_id: id,
        token_hash: id,
        expires_at: at.expires_at,
        previous_token_hash: null,
        previous_expires_at: null,
        invited_email: null,
      })
      .execute();
    return { id, username };
  }

  const row = async (id: string) =>
    world.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  async function snapshot(id: string): Promise<Snapshot> {
    const rows = Promise.all(
      owned.map(async (table) => {
        const all = world.db.selectFrom(table).selectAll().where('user_id', '=', id);
        const found = await all.execute();
        // the row of an unlinked account stays
        const linked = found.filter((one) => !('unlinked_at' in one) || one.unlinked_at === null);
        return [table, linked.length] as const;
      }),
    );
    const periods = await world.db
      .selectFrom('membership_periods')
      .select(['group_name', 'valid_from', 'valid_until'])
      .where('user_id', '=', id)
      .execute();
    const roles = await world.db
      .selectFrom('user_roles')
      .select('role')
      .where('user_id', '=', id)
      .execute();
    return {
      row: await row(id),
      counts: new Map(await rows),
      periods: JSON.stringify(periods),
      roles: JSON.stringify(roles.map(({ role }) => role)),
    };
  }

  /** Returns what differs, as lines. */
  function differences(id: string, was: Snapshot, is: Snapshot): string[] {
    const of = (text: string) =>
      text
        .replaceAll(id, 'user')
        .replaceAll(others.sponsor, 'sponsor')
        .replaceAll(/\d{13}/g, (time) => `${shownTime(Number(time))}`);
    const lines = [
      ...(was.row && !is.row ? ['the row is gone'] : changedColumns(was.row, is.row)),
      ...(was.periods === is.periods ? [] : [`periods: ${is.periods}`]),
      ...(was.roles === is.roles ? [] : [`roles: ${is.roles}`]),
      ...owned.flatMap((table) => {
        const [before = 0, after = 0] = [was.counts.get(table), is.counts.get(table)];
        return before === after ? [] : [`${table}: ${before} → ${after}`];
      }),
    ];
    return lines.map(of);
  }

  async function eventsOf(id: string): Promise<string[]> {
    const rows = await world.db
      .selectFrom('events')
      .select(['type', 'actor', 'actor_id', 'details'])
      .where('user_id', '=', id)
      .execute();
    const iso = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
    return rows
      .map(({ type, actor, actor_id, details }) => {
        const { byToken, systemUser, fields: names, ...rest } = JSON.parse(details ?? '{}');
        const told = { ...(names && { fields: [...names].sort() }), ...rest };
        const text = JSON.stringify(told).replaceAll(
          iso,
          (time) => `${shownTime(Date.parse(time))}`,
        );
        const name = actor_id === callers.admin.session.userId ? ' admin' : (actor_id ?? '');
        const means = byToken === undefined ? '' : ' by a token';
        const ran = systemUser === undefined ? '' : ' by a command';
        return `event of the ${actor}${name}${means}${ran}: ${type} ${text}`;
      })
      .sort();
  }

  /** Sends what a manifest has queued, as a server does; returns the new emails. */
  async function emails({ id, username }: Subject): Promise<string[]> {
    const queued = await world.db
      .deleteFrom('queued_notices')
      .where('user_id', '=', id)
      .returningAll()
      .execute();
    const user = await row(id);
    const lines = queued.flatMap(({ notice, former_email }) =>
      [user?.email, former_email].flatMap((to) =>
        to && user?.disabled === 0 ? [`sent: uk ${notice} → ${to}`] : [],
      ),
    );
    const own = world.letters.slice(sent).map(({ subject, to }) => `sent: ${subject} → ${to}`);
    sent = world.letters.length;
    seen += own.length;
    return [...lines, ...own].map((line) => line.replaceAll(username, 'user')).sort();
  }

  const refusal = (code: string, refused: object = {}) =>
    Object.entries(refused).length === 0
      ? [`refused: ${code}`]
      : Object.entries(refused).map(([field, reason]) => `refused: ${code} ${field} ${reason}`);

  type Subject = { id: string; username: string };
  type RunWay = (kind: Kind, user: Subject) => Promise<string[]>;

  /** Each returns why it was refused. */
  const runs: Record<Way, RunWay> = {
    session: (kind, user) => call('session', kind, user),
    token: (kind, user) => call('token', kind, user),
    async manifest(kind, { username }) {
      const entry = { username, ...kind.manifest?.(others) };
      const outcome = await manifests.apply(JSON.stringify({ users: [entry] }), undefined, {});
      if ('conflict' in outcome) return [`refused: ${outcome.conflict}`];
      const lines = 'issues' in outcome ? outcome.issues.map(issueLine) : [];
      return lines.map((line) => `refused: ${line.replace(/^users\[0\]\.(\S+) \([^)]*\):/, '$1')}`);
    },
    async command(kind, { username }) {
      said = [];
      const [command, ...args] = kind.command?.(username) ?? expect.unreachable();
      const run =
        command === 'users'
          ? runUsers(args, commandContext(config as FullConfig))
          : runAdmin(args, commandContext(config as FullConfig));
      return (await run) === 0 ? [] : said.map((line) => `refused: ${line}`);
    },
    async date() {
      world.clock.now = start + hour + 1;
      await runLifecycle({
        db: world.db,
        events: new EventStore(world.db, () => world.clock.now),
        revokeUsers,
        administrators: lockAdministrators,
        now: () => world.clock.now,
        log: createLogger('silent'),
      });
      return [];
    },
  };

  async function call(way: 'session' | 'token', kind: Kind, user: Subject): Promise<string[]> {
    const [route, input] = kind.api?.(user, others) ?? expect.unreachable();
    const response = await callRoute(world, route, callers[kind.role ?? 'admin'][way], input);
    if (response.statusCode < 300) return [];
    const { code, fields: refused } = response.json();
    return refusal(code, refused);
  }

  const findNew = async (username: string): Promise<Subject> => {
    const users = world.db.selectFrom('users').select('id').where('username', '=', username);
    return { id: (await users.executeTakeFirst())?.id ?? '', username };
  };

  /** The texts of a subject do not stand in the way of the next one. */
  async function clear({ id }: Subject, { subject }: Kind) {
    if (subject === 'caller') return;
    const none = { tax_id_hash: null, email: null, email_key: null };
    await world.db.updateTable('users').set(none).where('id', '=', id).execute();
    await world.db.deleteFrom('user_roles').where('user_id', '=', id).execute();
    if (subject === 'none') await world.db.deleteFrom('users').where('id', '=', id).execute();
  }

  async function subjectOf(kind: Kind, way: Way): Promise<Subject> {
    if (kind.subject === 'caller') return { id: callers.admin.session.userId, username: 'admin' };
    if (kind.subject === undefined) return addSubject(kind, way === 'date');
    count += 1;
    return { id: '', username: kind.before?.username ?? `subject-${count}` };
  }

  /** `mails`: how many emails to wait for. */
  async function outcomeOf(way: Way, kind: Kind, mails: number): Promise<string[]> {
    world.clock.now = start;
    const before = await subjectOf(kind, way);
    const was = await snapshot(before.id);
    sent = world.letters.length;
    const refused = await runs[way](kind, before);
    const user = kind.subject === 'none' ? await findNew(before.username) : before;
    const is = await snapshot(user.id);
    // emails follow the response; the last test finds those that nothing expects
    await expect
      .poll(() => world.letters.length, { interval: 2, timeout: 2000 })
      .toBeGreaterThanOrEqual(sent + mails);
    const lines = [
      ...refused,
      ...differences(user.id, was, is),
      ...(kind.subject === 'caller' ? [] : await eventsOf(user.id)),
      ...(await emails(user)),
    ];
    await clear(user, kind);
    return lines;
  }

  const waysOf = ({ api, manifest, command, date }: Kind): Way[] => [
    ...(api ? (['session', 'token'] as const) : []),
    ...(manifest ? (['manifest'] as const) : []),
    ...(command ? (['command'] as const) : []),
    ...(date ? (['date'] as const) : []),
  ];
  const cases = Object.entries(kinds).flatMap(([name, kind]) =>
    waysOf(kind).map((way) => [name, way, kind] as const),
  );

  test.each(cases)('%s, by %s', async (name, way, kind) => {
    const { lines, differ = {} } = outcomes[name] ?? expect.unreachable();
    const { without = [], also = [] } = differ[way] ?? {};
    const kept = lines.filter((line) => !without.includes(line));
    const wanted = [...kept.map(asWay[way]), ...also];
    const mails = wanted.filter((line) => line.startsWith('sent: ')).length;
    const got = await outcomeOf(way, kind, way === 'manifest' ? 0 : mails);
    expect(got.sort()).toEqual(wanted.sort());
  });

  test('each exception is about a way of the kind, and leaves out lines that it has', () => {
    const stale = Object.entries(outcomes).flatMap(([name, { lines, differ = {} }]) => {
      const ways: readonly string[] = waysOf(kinds[name] ?? {});
      return Object.entries(differ).flatMap(([way, { without = [] }]) => [
        ...(ways.includes(way) ? [] : [`${name}: ${way}`]),
        ...without.filter((line) => !lines.includes(line)).map((line) => `${name}: ${line}`),
      ]);
    });
    expect(stale).toEqual([]);
  });

  test('every kind is in the table, and nothing has sent another email', async () => {
    expect(Object.keys(outcomes).sort()).toEqual(Object.keys(kinds).sort());
    await world.server.close();
    expect(world.letters).toHaveLength(seen);
  });
});
