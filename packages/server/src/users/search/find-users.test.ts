// Both databases find what a plain model finds, page by page, whatever is typed.

import type { UserSort } from '@brama/contract/admin/users';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPasskey, linkGoogle } from '../../../test/support/admin/factors.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import type { Database } from '../../database/connect.ts';
import type { UserFilters } from './conditions.ts';
import { countFound, findUsers, type UserPosition } from './find-users.ts';
import { SearchTexts } from './refresh.ts';
import { partsOfSearch, searchTextOf, sortKeyOfName } from './search-text.ts';

const words = [
  'Шевченко',
  'Коваленко',
  'Ґудзь',
  'Дем’яненко',
  'Нечуй-Левицький',
  'Іва',
  'Їжак',
  'Олена',
  'Олег',
  'ова',
  '100%',
  'a_b',
  'a\\b',
  'c*d',
  '"quoted"',
  'OR',
  'NOT(x)',
  'ß',
  'Ян',
  '語學',
  '😀😀😀',
];
const groupNames = ['students', 'staff', 'stud'];
const sorts: UserSort[] = [
  ...(['username', '-username', 'fullName', '-fullName', 'createdAt', '-createdAt'] as const),
  ...(['lastSignIn', '-lastSignIn'] as const),
];

const newUser = fc.record({
  fullName: fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
    .map((all) => all.join(' ')),
  studentId: fc.integer({ min: 0, max: 999 }).map((n) => `КВ-${n}`),
  groups: fc.subarray(groupNames),
  disabled: fc.boolean(),
  createdAt: fc.integer({ min: 0, max: 5 }),
  isAuditor: fc.boolean(),
  isGuest: fc.boolean(),
  validUntil: fc.option(fc.integer({ min: 1, max: 5 })),
  lastSignInAt: fc.integer({ min: 0, max: 5 }),
  ways: fc.subarray(['password', 'taxId', 'google', 'unlinked', 'passkey'] as const),
});

type NewUser = typeof newUser extends fc.Arbitrary<infer User> ? User : never;

const typed = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 }).map((all) => all.join(' ')),
  fc
    .constantFrom(...words)
    .chain((word) =>
      fc
        .nat({ max: word.length - 1 })
        .chain((from) =>
          fc.integer({ min: from + 1, max: word.length }).map((to) => word.slice(from, to)),
        ),
    ),
  fc.constantFrom(
    'jktyf',
    'itdxtyrj',
    'user00',
    'campus.example',
    'кв',
    '1',
    'КВ-1',
    '%',
    '_',
    '\\',
    '*',
    '"',
    "'",
    '^',
    ' AND ',
  ),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  // lone surrogates and NUL
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 1, maxLength: 5 })
    .map((codes) => String.fromCharCode(...codes)),
);

const filters = fc.record<UserFilters>(
  {
    q: typed,
    disabled: fc.boolean(),
    group: fc.constantFrom(...groupNames, 'none'),
    role: fc.constantFrom('auditor', 'operator'),
    sponsorId: fc.constantFrom('sponsor', 'none'),
    endsFrom: fc.integer({ min: 0, max: 6 }),
    endsTo: fc.integer({ min: 0, max: 6 }),
    isGuest: fc.boolean(),
    signedInFrom: fc.integer({ min: 0, max: 6 }),
    signedInTo: fc.integer({ min: 0, max: 6 }),
    wayIn: fc.record({ has: fc.boolean(), byTaxId: fc.boolean() }),
  },
  { requiredKeys: [] },
);

type Model = {
  id: string;
  username: string;
  text: string;
  nameKey: string;
  createdAt: number;
  disabled: boolean;
  groups: string[];
  roles: string[];
  sponsorId: string | null;
  validUntil: number | null;
  lastSignInAt: number;
  ways: NewUser['ways'];
};

function hasWay({ ways }: Model, byTaxId: boolean): boolean {
  const counted = ['password', 'google', 'passkey', ...(byTaxId ? ['taxId'] : [])];
  return ways.some((way) => counted.includes(way));
}

/** By code points, as the databases compare. */
const compare = (a: string | number, b: string | number) =>
  typeof a === 'number' || typeof b === 'number'
    ? Number(a) - Number(b)
    : Buffer.compare(Buffer.from(a), Buffer.from(b));

function expected(
  users: readonly Model[],
  { q, disabled, group, role, sponsorId, endsFrom, endsTo, ...others }: UserFilters,
  sort: UserSort,
) {
  const { isGuest, signedInFrom, signedInTo, wayIn } = others;
  const key = ({ username, nameKey, createdAt, lastSignInAt }: Model) =>
    ({ username, fullName: nameKey, createdAt, lastSignIn: lastSignInAt })[
      sort.replace('-', '') as 'username'
    ];
  const within = (value: number | null, from: number | undefined, to: number | undefined) =>
    (from === undefined || (value !== null && value >= from)) &&
    (to === undefined || (value !== null && value < to));
  const is = <Value>(wanted: Value | undefined, value: Value) =>
    wanted === undefined || wanted === value;
  const hasText = ({ text }: Model) =>
    q === undefined || partsOfSearch(q).some((parts) => parts.every((part) => text.includes(part)));
  const isFound = (user: Model) =>
    hasText(user) &&
    is(disabled, user.disabled) &&
    (group === undefined || user.groups.includes(group)) &&
    (role === undefined || user.roles.includes(role)) &&
    is(sponsorId, user.sponsorId) &&
    within(user.validUntil, endsFrom, endsTo) &&
    is(isGuest, user.sponsorId !== null) &&
    within(user.lastSignInAt, signedInFrom, signedInTo) &&
    (wayIn === undefined || hasWay(user, wayIn.byTaxId) === wayIn.has);
  const sorted = users
    .filter(isFound)
    .sort((a, b) => compare(key(a), key(b)) || compare(a.id, b.id));
  return (sort.startsWith('-') ? sorted.reverse() : sorted).map(({ username }) => username);
}

/** Adds the ways that are no column of the user. */
async function addWays(db: Database, id: string, ways: NewUser['ways']) {
  const place = { db, clock: { now: 1 } };
  const isLinked = ways.includes('google');
  if (isLinked || ways.includes('unlinked')) await linkGoogle(place, id);
  if (!isLinked)
    await db
      .updateTable('linked_identities')
      .set({ unlinked_at: 2 })
      .where('user_id', '=', id)
      .execute();
  if (ways.includes('passkey')) await addPasskey(place, id);
}

/** Adds a user, who is a guest only with a sponsor. */
async function store(
  db: Database,
  username: string,
  { isGuest, isAuditor, validUntil, createdAt, lastSignInAt, ways, ...fields }: NewUser,
  sponsor: string | undefined,
) {
  const sponsorId = (isGuest && sponsor) || null;
  const id = await addUser(db, { username, ...fields }, 'x');
  await db
    .updateTable('users')
    .set({
      sponsor_id: sponsorId,
      valid_until: validUntil,
      password_hash: ways.includes('password') ? 'x' : null,
      tax_id_hash: ways.includes('taxId') ? username : null,
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('user_search')
    .set({ created_at: createdAt, last_sign_in_at: lastSignInAt })
    .where('user_id', '=', id)
    .execute();
  const role = { user_id: id, role: 'auditor', granted_at: 1 };
  if (isAuditor) await db.insertInto('user_roles').values(role).execute();
  await addWays(db, id, ways);
  return { id, isGuest: sponsorId !== null };
}

describe.each(databaseKinds)('on %s', (kind) => {
  let database: TestDatabase;
  const users: Model[] = [];
  let sponsor: string | undefined;

  beforeAll(async () => {
    database = await makeDatabase(kind);
    const { db } = database;
    for (const [index, user] of fc.sample(newUser, { numRuns: 60, seed: 22 }).entries()) {
      const username = `user${String(index).padStart(3, '0')}`;
      const { id, isGuest } = await store(db, username, user, sponsor);
      // the first user is the sponsor of all guests
      sponsor ??= id;
      users.push({
        id,
        username,
        createdAt: user.createdAt,
        lastSignInAt: user.lastSignInAt,
        ways: user.ways,
        disabled: user.disabled,
        groups: user.groups,
        roles: user.isAuditor ? ['auditor'] : [],
        sponsorId: isGuest ? 'sponsor' : null,
        validUntil: user.validUntil,
        nameKey: sortKeyOfName(user.fullName),
        text: searchTextOf({
          username,
          fullName: user.fullName,
          fullNameEn: null,
          givenName: null,
          email: `${username}@campus.example`,
          studentId: user.studentId,
          employeeId: null,
        }),
      });
    }
    const texts = new SearchTexts(db);
    while ((await texts.refresh(7)) === 7);
  });
  afterAll(() => database.close());

  async function listed(
    given: UserFilters,
    sort: UserSort,
    limit: number,
    sizes: Parameters<typeof findUsers>[2],
  ) {
    const found: string[] = [];
    for (let after: UserPosition | undefined, pages = 0; pages < 100; pages += 1) {
      const page = await findUsers(database.db, { filters: given, sort, after, limit }, sizes);
      if ('wrong' in page) return page;
      found.push(...page.map(({ user }) => user.username));
      after = page.at(-1)?.position;
      if (page.length < limit) return found;
    }
    throw new Error('endless');
  }

  test('pages contain what the model finds, in its order, however the users are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        filters,
        fc.constantFrom(...sorts),
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom(
          { candidates: 1000, windows: [500, 5000] as const },
          { candidates: 2, windows: [3, 10] as const },
          { candidates: 0, windows: [1, 2] as const },
        ),
        async (given, sort, limit, sizes) => {
          const isEmpty = given.q !== undefined && partsOfSearch(given.q).length === 0;
          const wanted = isEmpty ? { wrong: 'q' } : expected(users, given, sort);
          const asked = given.sponsorId === 'sponsor' ? { ...given, sponsorId: sponsor } : given;
          expect(await listed(asked, sort, limit, sizes)).toEqual(wanted);
          const all = 'wrong' in wanted ? undefined : wanted.length;
          expect(await countFound(database.db, asked)).toBe(all);
          expect(await countFound(database.db, asked, 3)).toBe(all && Math.min(all, 4));
        },
      ),
      { numRuns: 300, seed: 31 },
    );
  });

  test('a position of another order is refused', async () => {
    const list = { filters: {}, sort: 'createdAt', limit: 2 } as const;
    for (const key of ['user001', '', '1.5', '-1', '9'.repeat(16)])
      expect(await findUsers(database.db, { ...list, after: { key, id: 'x' } })).toEqual({
        wrong: 'cursor',
      });
  });
});
