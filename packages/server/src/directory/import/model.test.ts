// Random sequences of imports of three sources, of changes by administrators, and of days. After each step, no user loses access that a
// source, a sponsor or an administrator gives, and none keeps access that none of them gives. The model remembers only decisions.
// Others with roles and limits: users with a role stay who they are, and an import beyond a limit writes nothing.

import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, inject, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { RequestError } from '../../errors.ts';
import { EventStore } from '../../events/store.ts';
import { insertUser } from '../../users/changes/change-users.ts';
import { loadTarget } from '../../users/changes/target.ts';
import { blankRow } from '../../users/columns.ts';
import { hasEnded, hasStarted, type Membership } from '../../users/lifecycle/effective-state.ts';
import { runLifecycle } from '../../users/lifecycle/lifecycle-job.ts';
import { grantRole, listAdministrators, revokeRole } from '../../users/roles/role-store.ts';
import { changeUserBy } from '../users/change-by-caller.ts';
import type { SourceRecord } from './plan/source-record.ts';

const isThorough = inject('isThorough');

const day = 24 * 3_600_000;
const start = 1_800_000_000_000;
const sources = ['first', 'second', 'third'] as const;
const groups = ['a', 'b', 'c'] as const;
/** Persons whom all sources know by the same tax number. The last is a user from before the first import. */
const people = ['1', '2', '3'] as const;
const grace = { completed: 30, withdrawn: 0, unknown: 10 };

/** Fewer sequences rather than a failure by the clock. */
const forBusyMachines = { interruptAfterTimeLimit: 30_000 };

type SourceName = (typeof sources)[number];
type Person = (typeof people)[number];
type Group = (typeof groups)[number];

/** Days from now; null for no bound. */
type Days = { from: number | null; until: number | null };

type Row = Days & {
  person: Person;
  memberships: readonly (Days & { group: Group })[];
  left: 'completed' | 'withdrawn' | null;
  /** The day of leaving; null if the source does not say. */
  leftIn: number | null;
  /** The third source gives the person another id. */
  hasNewId: boolean;
};

type Step =
  | { type: 'import'; source: SourceName; rows: readonly Row[]; isIncrement: boolean }
  | { type: 'member'; person: Person; group: Group; days: Days | null }
  | { type: 'end'; person: Person; until: number | null }
  | { type: 'disable'; person: Person; disabled: boolean }
  | { type: 'wait'; days: number };

const period = fc
  .record({
    from: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: -5, max: 15 }) },
    ),
    until: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 40 }) },
    ),
  })
  .filter(({ from, until }) => from === null || until === null || from < until);
const person = fc.constantFrom(...people);
const group = fc.constantFrom(...groups);
const rows = fc.uniqueArray(
  fc
    .tuple(
      person,
      fc.uniqueArray(fc.tuple(group, period), { maxLength: 3, selector: ([name]) => name }),
      period,
      fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 2, arbitrary: fc.constantFrom('completed' as const, 'withdrawn' as const) },
      ),
      fc.option(fc.integer({ min: -2, max: 6 })),
      fc.integer({ min: 0, max: 4 }),
    )
    .map(
      ([who, memberships, days, left, leftIn, id]): Row => ({
        person: who,
        memberships: memberships.map(([name, own]) => ({ group: name, ...own })),
        ...days,
        left,
        leftIn,
        hasNewId: id === 0 && left === null,
      }),
    ),
  { maxLength: 3, selector: ({ person: who }) => who },
);
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('import' as const),
        source: fc.constantFrom(...sources),
        rows,
        isIncrement: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        type: fc.constant('member' as const),
        person,
        group,
        days: fc.option(period),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('end' as const),
        person,
        until: fc.option(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 60 }))),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('disable' as const),
        person,
        disabled: fc.boolean(),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        type: fc.constant('wait' as const),
        days: fc.constantFrom(1, 5, 11, 31),
      }),
    },
  ),
  { minLength: 3, maxLength: 14 },
);

type Period = { validFrom: number | null; validUntil: number | null };

/** What a source has said last of a person. */
type Said = Period & {
  externalId: string;
  memberships: readonly Membership[];
  reason: keyof typeof grace | null;
  /** Null while the source names the person. */
  endsAt: number | null;
  /** As the source said. Groups may stay so long if an administrator has shortened the account. */
  saidEnd: number | null;
};

const bounded = (one: number | null, end: number | null) =>
  one === null || end === null ? (one ?? end) : Math.min(one, end);
const isNow = (one: Period, at: number) => hasStarted(one, at) && !hasEnded(one, at);

/** What each party gives a user. */
class Model {
  readonly said = new Map<SourceName, Said>();
  readonly byHand = new Map<string, Membership>();
  /** Until when an administrator or a sponsor keeps the user; undefined if neither does. */
  kept: number | null | undefined;
  /** An administrator who changes the end leaves the begin of a source. The next import may drop it. */
  keptFrom: number | null = null;
  isDisabled = false;
  readonly isGuest: boolean;

  constructor(kept: number | null | undefined, isGuest: boolean) {
    this.kept = kept;
    this.isGuest = isGuest;
  }

  get isPresent() {
    return [...this.said.values()].some(({ endsAt }) => endsAt === null);
  }

  /** Returns the periods of the account, or of a group. `isCertain`: with the begin of a source that an administrator has left. */
  periods(name: Group | undefined, isCertain: boolean): Period[] {
    const given = [...this.said.values()].flatMap(
      ({ memberships, endsAt, saidEnd, ...account }) => {
        const all =
          name === undefined ? [account] : memberships.filter((one) => one.group === name);
        const end = isCertain || name === undefined ? endsAt : saidEnd;
        return all.map(({ validFrom, validUntil }) => ({
          validFrom,
          validUntil: bounded(validUntil, end),
        }));
      },
    );
    const own = name === undefined ? undefined : this.byHand.get(name);
    if (own) given.push(own);
    if (name === undefined && this.kept !== undefined)
      given.push({ validFrom: isCertain ? this.keptFrom : null, validUntil: this.kept });
    return given;
  }

  /** Returns whether the user must have access (true), must not (false), or may have it. */
  access(name: Group | undefined, at: number): boolean | undefined {
    if (this.periods(name, true).some((one) => isNow(one, at))) return true;
    const all = this.periods(name, false);
    if (all.some((one) => isNow(one, at))) return undefined;
    // a user has one period, so that a gap between two is open
    const isGap = all.some((one) => hasStarted(one, at)) && all.some((one) => !hasEnded(one, at));
    return isGap ? undefined : false;
  }

  /** Lets no source hold the user, who has left all, beyond an end that an administrator sets. */
  shorten(end: number): void {
    for (const [source, said] of this.said)
      this.said.set(source, { ...said, endsAt: bounded(said.endsAt, end) });
  }

  isOwned(name: Group, at: number): boolean {
    return [...this.said.values()].some(({ memberships, endsAt }) =>
      memberships.some((one) => {
        const validUntil = bounded(one.validUntil, endsAt);
        const isEmpty = validUntil !== null && (one.validFrom ?? 0) >= validUntil;
        return one.group === name && !isEmpty && !hasEnded({ ...one, validUntil }, at);
      }),
    );
  }
}

/** Runs the job that follows dates. */
async function followDates(db: TestDatabase['db'], now: () => number): Promise<void> {
  const log = { info() {}, warn() {}, error() {} } as never;
  const events = new EventStore(db, now);
  const administrators = listAdministrators;
  await runLifecycle({ db, events, revokeUsers, administrators, now, log });
}

/** Empties the database, but for the groups and the sources. */
async function seed(
  db: TestDatabase['db'],
  imports: ReturnType<typeof importsOf>,
  ofSources: typeof grace,
): Promise<void> {
  for (const table of ['sources', 'users', 'groups'] as const) await db.deleteFrom(table).execute();
  const values = groups.map((name) => ({ name, created_at: start }));
  await db.insertInto('groups').values(values).execute();
  for (const [index, name] of sources.entries())
    await imports.source(name, index, { grace: ofSources });
}

/** Adds a user from before the first import, with the tax number of this person. */
const addUser = (db: TestDatabase['db'], name: string, given: object = {}) =>
  insertUser(db, {
    ...blankRow,
    id: name,
    username: name,
    username_key: name,
    full_name: name,
    tax_id_hash: name,
    version: 1,
    created_at: start,
    updated_at: start,
    ...given,
  });

/** A campus of three persons. */
class Campus {
  readonly #db: TestDatabase['db'];
  readonly #imports: ReturnType<typeof importsOf>;
  readonly #models = new Map<Person, Model>();
  #at = start;

  constructor({ db }: TestDatabase) {
    this.#db = db;
    this.#imports = importsOf(db, () => this.#at);
  }

  /** Empties the database. */
  async reset(): Promise<void> {
    await seed(this.#db, this.#imports, grace);
    await addUser(this.#db, 'sponsor');
    const until = start + 20 * day;
    const guest = { valid_until: until, changes_at: until, sponsor_id: 'sponsor' };
    await addUser(this.#db, '2', guest);
    await addUser(this.#db, '3');
    this.#models.set('2', new Model(until, true));
    this.#models.set('3', new Model(null, false));
  }

  #time = (days: number | null) => (days === null ? null : this.#at + days * day);
  #period = ({ from, until }: Days): Period => ({
    validFrom: this.#time(from),
    validUntil: this.#time(until),
  });

  #recordOf(row: Row, source: SourceName): SourceRecord {
    const known = this.#models.get(row.person)?.said.get(source)?.externalId;
    const given = row.hasNewId && source === 'third' ? `new-${row.person}` : `id-${row.person}`;
    return {
      externalId: row.left === null ? given : (known ?? given),
      facts: { fullName: `Особа ${row.person}` },
      username: `person${row.person}`,
      taxIdHash: row.person,
      memberships: row.memberships.map((one) => ({ group: one.group, ...this.#period(one) })),
      ...this.#period(row),
      left: row.left === null ? undefined : { reason: row.left, at: this.#time(row.leftIn) },
    };
  }

  /** Of a known person, no other id is accepted: the row is rejected, and the person stays. */
  #isAccepted(source: SourceName, row: Row): boolean {
    const known = this.#models.get(row.person)?.said.get(source);
    return !known || known.externalId === this.#recordOf(row, source).externalId;
  }

  #say(source: SourceName, row: Row): void {
    const record = this.#recordOf(row, source);
    const model = this.#models.get(row.person) ?? new Model(undefined, false);
    const before = model.said.get(source);
    const { validFrom = null, validUntil = null, memberships = [], left } = record;
    if (!left) {
      const isFirst = model.said.size === 0;
      // an end that an administrator has set before stays
      if (isFirst && model.kept === null) model.kept = undefined;
      const { externalId } = record;
      const ends = { reason: null, endsAt: null, saidEnd: null };
      model.said.set(source, { externalId, validFrom, validUntil, memberships, ...ends });
      this.#models.set(row.person, model);
    } else if (before) {
      const { reason, at } = left;
      const end = Math.max(this.#at, (at ?? this.#at) + grace[reason] * day);
      // of the same reason, only an earlier end counts
      const { endsAt, saidEnd } = before.reason === reason ? before : { endsAt: end, saidEnd: end };
      const ends = {
        endsAt: Math.min(endsAt ?? end, end),
        saidEnd: Math.min(saidEnd ?? end, end),
      };
      model.said.set(source, { ...before, validFrom, validUntil, reason, ...ends });
    }
  }

  async #import({ source, rows: given, isIncrement }: Step & { type: 'import' }) {
    const records = given.map((row) => this.#recordOf(row, source));
    const accepted = given.filter((row) => this.#isAccepted(source, row));
    const run = this.#imports.run(source, records, { isIncrement });
    if (accepted.length === 0 && !isIncrement) {
      await expect(run).rejects.toMatchObject({
        reason: expect.stringMatching(/^(?:no-persons|all-rejected)$/),
      });
      return;
    }
    await run;
    for (const row of accepted) this.#say(source, row);
    if (isIncrement) return;
    const named = new Set(given.map((row) => row.person));
    for (const [name, { said }] of this.#models) {
      const before = said.get(source);
      const end = this.#time(grace.unknown);
      if (before?.endsAt === null && !named.has(name))
        said.set(source, { ...before, reason: 'unknown', endsAt: end, saidEnd: end });
    }
  }

  /** Returns whether the change was made. */
  async #change(name: Person, change: Parameters<typeof changeUserBy>[3]): Promise<boolean> {
    const { id } = await this.#user(name);
    const deps = { revokeUsers, now: () => this.#at };
    try {
      await this.#imports.change(async (reports) => {
        const target = await loadTarget(reports.queries, id);
        if (target) await changeUserBy(deps, reports, target, change);
      });
      return true;
    } catch (error) {
      if (error instanceof RequestError) return false;
      throw error;
    }
  }

  #user = (name: Person) =>
    this.#db
      .selectFrom('users')
      .selectAll()
      .where('tax_id_hash', '=', name)
      .executeTakeFirstOrThrow();

  async #changeMember(model: Model, { person: name, group: of, days }: Step & { type: 'member' }) {
    const { id } = await this.#user(name);
    const target = await loadTarget(this.#db, id);
    const { memberships = [] } = target?.lifecycle.facts ?? {};
    const wanted = days && { group: of, ...this.#period(days) };
    const others = memberships.filter((one) => one.group !== of);
    const all = wanted ? [...others, wanted] : others;
    const isSame = isDeepStrictEqual(
      wanted ?? undefined,
      memberships.find((one) => one.group === of),
    );
    const isDone = await this.#change(name, { memberships: all });
    // to repeat what a source gives is no decision
    expect(isDone).toBe(isSame || !model.isOwned(of, this.#at));
    if (isSame || !isDone) return;
    if (wanted) model.byHand.set(of, wanted);
    else model.byHand.delete(of);
  }

  async #changeEnd(model: Model, { person: name, until }: Step & { type: 'end' }): Promise<void> {
    const before = await this.#user(name);
    const validUntil = this.#time(until);
    const isDone = await this.#change(name, { validUntil });
    if (model.isPresent) expect(isDone).toBe(validUntil === before.valid_until);
    else if (isDone) {
      model.kept = validUntil;
      model.keptFrom = before.valid_from ?? null;
      if (validUntil !== null && validUntil !== before.valid_until) model.shorten(validUntil);
    }
    // a guest needs an end, and an account begins before it
    else if (validUntil === null) expect(model.isGuest).toBe(true);
    else expect(validUntil).toBeLessThanOrEqual(before.valid_from ?? 0);
  }

  async #run(step: Step): Promise<void> {
    if (step.type === 'import') return this.#import(step);
    if (step.type === 'wait') {
      this.#at += step.days * day;
      return;
    }
    const model = this.#models.get(step.person);
    if (!model) return;
    if (step.type === 'member') return this.#changeMember(model, step);
    if (step.type === 'end') return this.#changeEnd(model, step);
    model.isDisabled = step.disabled;
    expect(await this.#change(step.person, { disabledByAdministrator: step.disabled })).toBe(true);
  }

  async #check(): Promise<void> {
    for (const [name, model] of this.#models) {
      const { disabled, groups: members } = await this.#user(name);
      const enabled = model.access(undefined, this.#at);
      const wanted = model.isDisabled ? false : enabled;
      if (wanted !== undefined) expect([name, disabled === 0]).toEqual([name, wanted]);
      for (const of of groups) {
        const member = model.access(of, this.#at);
        if (member !== undefined)
          expect([name, of, JSON.parse(members).includes(of)]).toEqual([name, of, member]);
      }
    }
  }

  /** Runs a step, and the job that follows dates. Compares the users with what the parties give. */
  async step(step: Step): Promise<void> {
    await this.#run(step);
    await followDates(this.#db, () => this.#at);
    await this.#check();
  }
}

test('users lose nothing that is given, and keep nothing that is not', async () => {
  const database = await makeDatabase('sqlite');
  try {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const campus = new Campus(database);
        await campus.reset();
        for (const step of sequence) await campus.step(step);
      }),
      isThorough ? { numRuns: 500 } : { numRuns: 150, seed: 41, ...forBusyMachines },
    );
  } finally {
    await database.close();
  }
});

/** A row that would change all that a source can. `tax`: another number than that of the person. */
type GivenRow = { person: Person; email: number | null; tax: boolean; until: number | null };
type Limits = Record<'leavers' | 'created' | 'changed', number>;
type RoleStep =
  | {
      type: 'import';
      source: SourceName;
      rows: readonly GivenRow[];
      isIncrement: boolean;
      limits: Limits;
      isApproved: boolean;
    }
  | { type: 'role'; person: Person; has: boolean }
  | { type: 'edit'; person: Person; email: number; until: number | null }
  | { type: 'wait'; days: number };

const limit = fc.constantFrom(0, 1, 3);
const givenRows = fc.uniqueArray(
  fc.record({
    person,
    email: fc.option(fc.integer({ min: 0, max: 2 })),
    tax: fc.boolean(),
    until: fc.option(fc.integer({ min: 1, max: 20 })),
  }),
  { maxLength: 3, selector: (row) => row.person },
);
const roleSteps: fc.Arbitrary<RoleStep[]> = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('import' as const),
        source: fc.constantFrom(...sources),
        rows: givenRows,
        isIncrement: fc.boolean(),
        limits: fc.record({ leavers: limit, created: limit, changed: limit }),
        isApproved: fc.boolean(),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ type: fc.constant('role' as const), person, has: fc.boolean() }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('edit' as const),
        person,
        email: fc.integer({ min: 3, max: 4 }),
        until: fc.option(fc.integer({ min: 1, max: 9 })),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ type: fc.constant('wait' as const), days: fc.constantFrom(1, 11) }),
    },
  ),
  { minLength: 4, maxLength: 12 },
);

/** An administrator changes what a role takes from the sources. */
async function edit(
  imports: ReturnType<typeof importsOf>,
  { person: id, email, until }: RoleStep & { type: 'edit' },
  at: number,
): Promise<void> {
  const address = `${id}-${email}@example.edu`;
  const columns = { email: address, email_key: address };
  const validUntil = until === null ? null : at + until * day;
  await imports.change(async (reports) => {
    const target = await loadTarget(reports.queries, id);
    if (!target) return;
    await changeUserBy({ revokeUsers, now: () => at }, reports, target, { validUntil });
    // without the notice of a new address
    await reports.queries.updateTable('users').set(columns).where('id', '=', id).execute();
  });
}

/** Of a user without a role whose rows are all written, the sources decide. An empty address counts for none. */
async function checkSettled(db: TestDatabase['db']): Promise<void> {
  const users = await db.selectFrom('users').selectAll().execute();
  const roles = await db.selectFrom('user_roles').selectAll().execute();
  const links = await db.selectFrom('source_links').selectAll().orderBy('source').execute();
  for (const user of users.filter(({ id }) => roles.every((role) => role.user_id !== id))) {
    const own = links.filter(({ user_id: id, state }) => id === user.id && state === 'present');
    if (own.length === 0 || own.some(({ digest }) => digest === 'unsettled')) continue;
    // in the order of the sources
    const emails = own.map(({ facts }) => JSON.parse(facts).email).filter((one) => one !== null);
    if (emails.length > 0) expect(user.email).toBe(emails[0]);
    const ends = own.map(({ valid_until: end }) => end ?? Number.POSITIVE_INFINITY);
    expect(user.valid_until ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(Math.max(...ends));
  }
}

/** Gives or takes a role, or edits a user who has one, if only for that moment. */
async function changeRole(
  db: TestDatabase['db'],
  imports: ReturnType<typeof importsOf>,
  step: RoleStep & { type: 'role' | 'edit' },
  at: number,
): Promise<void> {
  const role = { userId: step.person, role: 'operator' } as const;
  const isGiven = step.type === 'edit' || step.has;
  const isNew = isGiven && (await grantRole(db, { ...role, at }));
  if (step.type === 'edit') await edit(imports, step, at);
  if (!isGiven || (step.type === 'edit' && isNew)) await revokeRole(db, role);
}

async function runWithRoles({ db }: TestDatabase, sequence: readonly RoleStep[]): Promise<void> {
  let at = start;
  const imports = importsOf(db, () => at);
  await seed(db, imports, { completed: 0, withdrawn: 0, unknown: 0 });
  for (const name of people) await addUser(db, name);

  const usersNow = () => db.selectFrom('users').selectAll().orderBy('id').execute();
  const rolesNow = () =>
    db.selectFrom('user_roles').selectAll().orderBy('user_id').orderBy('role').execute();
  const linksNow = () =>
    db.selectFrom('source_links').selectAll().orderBy('source').orderBy('external_id').execute();
  const stored = async () => ({
    users: await usersNow(),
    roles: await rolesNow(),
    links: await linksNow(),
  });
  type Stored = Awaited<ReturnType<typeof stored>>;
  const recordOf = ({ person: name, email, tax, until }: GivenRow): SourceRecord => ({
    externalId: `id-${name}`,
    facts: {
      fullName: `Особа ${name}`,
      email: email === null ? null : `${name}-${email}@example.edu`,
    },
    username: `new${name}`,
    taxIdHash: tax ? `${name} too` : name,
    memberships: [{ group: 'a', validFrom: null, validUntil: null }],
    validFrom: null,
    validUntil: until === null ? null : at + until * day,
  });
  /** What decides who can sign in. */
  const guarded = ({ users, roles }: Stored) =>
    users
      .filter(({ id }) => roles.some(({ user_id: user }) => user === id))
      .map(({ id, email, tax_id_hash, valid_from, valid_until, sponsor_id, disabled }) => ({
        id,
        email,
        tax_id_hash,
        valid_from,
        valid_until,
        sponsor_id,
        disabled,
      }));

  async function runImport(step: RoleStep & { type: 'import' }): Promise<void> {
    const { leavers, created, changed } = step.limits;
    const limits = {
      leavers: { count: leavers },
      created: { count: created },
      changed: { count: changed },
    };
    const before = await stored();
    const { isIncrement } = step;
    const options = { isIncrement, limits };
    const one = await imports
      .compare(step.source, step.rows.map(recordOf), options)
      .catch((error: unknown) => {
        // no row is accepted
        expect(error).toMatchObject({
          reason: expect.stringMatching(/^(?:no-persons|all-rejected)$/),
        });
        return undefined;
      });
    if (!one) {
      expect(await stored()).toEqual(before);
      return;
    }
    const isStopped = one.state === 'waiting';
    if (isStopped && step.isApproved) await imports.approve(one.id);
    await imports.write(one.id);
    const after = await stored();
    if (isStopped && !step.isApproved) expect(after).toEqual(before);
    expect(after.roles).toEqual(before.roles);
    const { roles } = before;
    expect(guarded({ ...after, roles })).toEqual(guarded({ ...before, roles }));
    if (isStopped) return;
    const known = new Map(before.users.map((user) => [user.id, user]));
    const ended = after.users.filter(
      ({ id, disabled }) => disabled === 1 && known.get(id)?.disabled === 0,
    );
    expect(after.users.length - before.users.length).toBeLessThanOrEqual(created);
    expect(ended.length).toBeLessThanOrEqual(leavers);
    const isOther = ({ id, email, tax_id_hash: tax }: (typeof after.users)[number]) => {
      const user = known.get(id);
      return user !== undefined && (user.email !== email || user.tax_id_hash !== tax);
    };
    // who leaves a source may have the address of another one
    expect(after.users.filter(isOther).length).toBeLessThanOrEqual(changed + leavers);
  }

  for (const step of sequence) {
    if (step.type === 'import') await runImport(step);
    else if (step.type === 'wait') {
      at += step.days * day;
      await followDates(db, () => at);
    } else await changeRole(db, imports, step, at);
    await checkSettled(db);
  }
}

test('users with a role stay who they are, and an import beyond a limit writes nothing', async () => {
  const database = await makeDatabase('sqlite');
  try {
    await fc.assert(
      fc.asyncProperty(roleSteps, (sequence) => runWithRoles(database, sequence)),
      isThorough ? { numRuns: 300 } : { numRuns: 60, seed: 41, ...forBusyMachines },
    );
  } finally {
    await database.close();
  }
});
