// The query finds exactly the users for whom `hasAccess` is true, on both databases.

import type { Access, Attribute, Condition } from '@brama/contract/admin/access';
import { emailKey } from '@brama/contract/sign-in/login-name';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import type { Database } from '../../database/connect.ts';
import { type AccessUser, hasAccess } from './access.ts';
import { accessQuery } from './access-query.ts';

const groups = ['students', 'student', 'employees', 'Й-1', "o'b", ',', 'ent"'];
const fields = ['faculty', 'посада', 'a b', 'a', 'a.b', '$', 'x"y', "q'w"];
const values = ['ФПМ', 'фпм', 'a', 'a ', "it's", '%', '"', '0', 'null'];
const domains = ['campus.example', 'Campus.EXAMPLE', 'example', 'ß.example', '😀.example'];

const oneOf = (list: readonly string[]) => fc.constantFrom(...list);
const maybe = (text: fc.Arbitrary<string>) => fc.option(text, { nil: null });
const valueOrEmpty = maybe(oneOf([...values, '']));

const users: fc.Arbitrary<AccessUser> = fc.record({
  groups: fc.subarray(groups),
  studentId: maybe(oneOf(values)),
  employeeId: maybe(oneOf(values)),
  email: maybe(oneOf(domains).map((domain) => `Olena@${domain}`)),
  data: fc.dictionary(oneOf(fields), valueOrEmpty),
});

const attribute = oneOf([
  'studentId',
  'employeeId',
  ...fields.map((name) => `data.${name}`),
]) as fc.Arbitrary<Attribute>;
const onDomain = fc.oneof(
  fc.record({ attribute: fc.constant('emailDomain' as const), is: oneOf(domains) }),
  fc.record({
    attribute: fc.constant('emailDomain' as const),
    in: fc.array(oneOf(domains), { minLength: 1, maxLength: 5 }),
  }),
  fc.record({ attribute: fc.constant('emailDomain' as const), exists: fc.boolean() }),
);

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.record({ group: oneOf(groups) }),
    fc.record({ attribute, is: oneOf(values) }),
    fc.record({ attribute, in: fc.array(oneOf(values), { minLength: 1, maxLength: 4 }) }),
    fc.record({ attribute, exists: fc.boolean() }),
    onDomain,
    fc.record({ all: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { minLength: 1, maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}));

const access: fc.Arbitrary<Access> = fc.oneof(
  { weight: 1, arbitrary: fc.constant('everyone' as const) },
  { weight: 1, arbitrary: fc.record({ groups: fc.subarray(groups) }) },
  { weight: 20, arbitrary: condition },
);

async function store(db: Database, user: AccessUser, id: string) {
  await db
    .insertInto('users')
    .values({
      id,
      username: id,
      username_key: id,
      full_name: id,
      full_name_en: null,
      given_name: null,
      tax_id_hash: null,
      password_hash: null,
      email: user.email,
      email_key: user.email && emailKey(user.email),
      student_id: user.studentId,
      employee_id: user.employeeId,
      data: JSON.stringify(user.data),
      groups: JSON.stringify(user.groups),
      disabled: 0,
      version: 1,
      created_at: 0,
      updated_at: 0,
    })
    .execute();
}

describe.each(databaseKinds)('users with access, on %s', (kind) => {
  let database: TestDatabase;
  const stored = fc.sample(users, { numRuns: 120, seed: 22 });
  beforeAll(async () => {
    database = await makeDatabase(kind);
    for (const [index, user] of stored.entries()) await store(database.db, user, `user-${index}`);
  });
  afterAll(() => database.close());

  test.runIf(kind === 'sqlite')('are found without a table of the values of each user', () => {
    const all = [{ group: 'students' }, { attribute: 'data.посада' as const, is: 'x' }];
    const query = database.db.selectFrom('users').where(accessQuery(database.db, { all }));
    expect(query.compile().sql).not.toContain('json_each');
  });

  test('are those of the rule, for every tree of conditions', async () => {
    const { db } = database;
    await fc.assert(
      fc.asyncProperty(access, async (one) => {
        const query = db.selectFrom('users').select('id').where(accessQuery(db, one));
        const found = (await query.execute()).map(({ id }) => id).sort();
        const expected = stored.flatMap((user, index) =>
          hasAccess(user, { access: one }) ? [`user-${index}`] : [],
        );
        expect(found).toEqual(expected.sort());
      }),
      { numRuns: 300, seed: 22 },
    );
  });
});
