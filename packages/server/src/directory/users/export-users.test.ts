// The list of users as a file: what it has, who gets it, and what is stored about it.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCaller, callRoute, strongSession } from '../../../test/support/admin/callers.ts';
import { describeOnDatabases } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { byteOrderMark, csvLine, textOfCell } from '../../admin/csv.ts';

test.each([
  '=1+1',
  '+380',
  '-',
  '@o',
  '\tx',
  '\rx',
  "'=x",
  "''@",
  "'",
  "'plain",
  'a=b',
  'Ivan;=HYPERLINK(1)',
  "a;'=b;+c",
  'a\n=b',
  '',
  'Дем’яненко',
])('reading a cell returns what was written: %j', (text) => {
  const cell = csvLine([text]).slice(0, -2).replace(/^"|"$/g, '');
  expect(textOfCell(cell)).toBe(text);
  expect(/(^|[;\n])[=+\-@\t\r]/.test(cell)).toBe(false);
});

test('cells with separators, quotes and line breaks are quoted', () => {
  expect(csvLine(['a,b', 'c"d', 'e\nf', 'g'])).toBe('"a,b","c""d","e\nf",g\r\n');
});

describeOnDatabases('export of users', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  async function exported(role: 'auditor' | 'operator', query: Record<string, string>) {
    await addCaller(world, role, [role]);
    return callRoute(world, 'exportUsers', await strongSession(world, role), { query });
  }

  test('it has all users of the filters in the order of the list, beyond one page', async () => {
    const total = 450;
    await world.db.insertInto('groups').values({ name: 'many', created_at: 0 }).execute();
    for (let n = 0; n < total; n += 1)
      await addUser(
        world.db,
        { username: `many${String(n).padStart(3, '0')}`, fullName: '=cmd|x', groups: ['many'] },
        'x',
      );
    const answer = await exported('auditor', {
      group: 'many',
      sort: '-username',
      columns: 'fullName,username',
    });
    expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toMatch(
      /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
    );
    const lines = answer.body.slice(byteOrderMark.length).trimEnd().split('\r\n');
    expect(lines.slice(0, 2)).toEqual(['username,fullName', `many449,'=cmd|x`]);
    expect([lines.length, new Set(lines).size]).toEqual([total + 1, total + 1]);
  });

  test('it has no tax numbers, hashes of passwords or data', async () => {
    const secret = {
      tax_id_hash: 'hidden-tax',
      password_hash: 'hidden-hash',
      data: '{"a":"hidden-data"}',
    };
    await world.db.updateTable('users').set(secret).where('id', '=', world.olena).execute();
    const { body } = await exported('auditor', {});
    expect(body).toContain('O.Shevchenko');
    expect(body).not.toContain('hidden');
  });

  test('operators are refused, and nothing is stored', async () => {
    expect((await exported('operator', {})).statusCode).toBe(403);
    expect(await storedDetails()).toEqual([]);
  });

  async function storedDetails() {
    const rows = await world.db
      .selectFrom('events')
      .select('details')
      .where('type', '=', 'users.exported')
      .execute();
    return rows.map(({ details }) => JSON.parse(details ?? ''));
  }

  test('the event has the filters, the columns and the number, but not what was typed', async () => {
    await exported('auditor', { q: 'шевченко', disabled: 'false', columns: 'username' });
    expect(await storedDetails()).toEqual([
      expect.objectContaining({
        results: expect.any(Number),
        fields: ['username'],
        filters: ['q', 'disabled=false'],
      }),
    ]);
  });
});
