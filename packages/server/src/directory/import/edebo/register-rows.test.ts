// Persons of the register as records of a source: tax numbers, and persons of whom too little is known.

import { expect, test } from 'vitest';
import { taxIdFrom } from '../../../../test/support/tax-ids.ts';
import type { SourceRow } from '../plan/source-record.ts';
import type { EdeboClient } from './client.ts';
import { EdeboError } from './edebo-error.ts';
import { registerMapping } from './register-mapping.ts';
import { registerRows } from './register-rows.ts';

type Pages = (path: string, query: Record<string, unknown>) => unknown[];

/** Reads a list of the register, which has these rows. */
async function rowsOf(
  list: 'students' | 'staff',
  pages: Pages,
  {
    checksDigit = true,
    groups = [] as object[],
    from = undefined as number | undefined,
    maxPeople = 10,
  } = {},
) {
  const mapping = registerMapping.parse({
    version: 1,
    list,
    username: { rule: '{given}.{family}' },
    groups,
  });
  const client = {
    universityId: 1,
    clockDifferenceMs: 0,
    connect: async () => undefined,
    async *pages({ path, query }: { path: string; query: Record<string, unknown> }) {
      const rows = pages(path, query);
      if (rows.length > 0) yield rows;
    },
  };
  const hashed: string[] = [];
  const hashTaxId = (taxId: string) => {
    hashed.push(taxId);
    return taxId;
  };
  const deps = {
    client: client as unknown as EdeboClient,
    hashTaxId,
    checksDigit,
    maxPeople,
    now: Date.now,
  };
  const rows: SourceRow[] = [];
  for await (const row of registerRows(deps, mapping, from)) rows.push(row);
  return { rows, hashed };
}

const names = { lastName: 'Франко', firstName: 'Іван' };
const status = { personEducationHistoryTypeName: 'Навчається' };

/** Students, each with a card. */
const students = (given: readonly object[]): Pages => {
  const ids = given.map((_, index) => ({ personId: index + 1, educationId: index + 1 }));
  return (path, { qualificationGroupId }) => {
    if (path.endsWith('/out'))
      return given.map((row, index) => Object.assign({}, ids[index], names, status, row));
    return qualificationGroupId === 1 ? ids : [];
  };
};

test.each([true, false])(
  'numbers that are no tax numbers are not hashed, checked: %s',
  async (checksDigit) => {
    const right = taxIdFrom(318471069);
    const wrong = ['0000000000', '000123456', '987654322', '12345678'];
    const numbers = [right, ...wrong].map((rnokpp) => ({ rnokpp }));
    const { hashed } = await rowsOf('students', students(numbers), { checksDigit });
    expect(hashed).toEqual([right]);
  },
);

test('a state that the table does not name rejects the person', async () => {
  const { rows } = await rowsOf(
    'students',
    students([{ personEducationHistoryTypeName: 'Невідомий стан' }]),
  );
  expect(rows).toMatchObject([{ rejected: 'unknown-status', field: 'status', externalId: '1' }]);
});

test('an id that may be a tax number rejects a person without a number', async () => {
  const personId = Number(taxIdFrom(318471069));
  const card = { ...names, personId, educationId: 1 };
  const { rows } = await rowsOf('students', (path) => [
    path.endsWith('/out') ? Object.assign({}, card, status) : card,
  ]);
  expect(rows).toEqual([{ line: null, rejected: 'tax-number-in-field', field: 'externalId' }]);
});

test('a person who has left is rejected while another row of the person cannot be read', async () => {
  const person = { personId: 1, personLastName: 'Франко', personFirstName: 'Іван' };
  const fired = { ...person, staffId: 1, dateRecruit: '2020-01-01', dateFire: '2021-01-01' };
  const undated = { ...person, staffId: 2, dateRecruit: 'yesterday' };
  const { rows } = await rowsOf('staff', () => [fired, undated]);
  expect(rows).toMatchObject([{ rejected: 'incomplete', externalId: '1' }]);
});

test('a Latin name of the register makes the username; another one is marked as derived', async () => {
  const pages = students([{}, {}]);
  const named: Pages = (path, query) =>
    pages(path, query).map((row, index) =>
      path.endsWith('/list') && index === 0
        ? Object.assign({}, row, { personNameEn: 'Franco Ivan' })
        : row,
    );
  const { rows } = await rowsOf('students', named);
  const shown = rows.map((row) =>
    'record' in row ? [row.record.username, row.record.isLatinDerived] : [],
  );
  expect(shown).toEqual([
    ['ivan.franco', undefined],
    ['ivan.franko', true],
  ]);
});

test('an increment without the list of cards expels who has no other card in the whole list', async () => {
  const card = (personId: number, educationId: number, name = 'Навчається') => ({
    ...names,
    personId,
    educationId,
    personEducationHistoryTypeName: name,
  });
  const changed = [card(1, 1, 'Відраховано'), card(2, 2, 'Відраховано')];
  const read = (all: object[]) => {
    const pages: Pages = (path, { fromDate }) => {
      if (!path.endsWith('/out')) throw new EdeboError('access-denied', 'no cards');
      return fromDate === undefined ? all : changed;
    };
    return rowsOf('students', pages, { from: Date.now() });
  };
  const { rows } = await read([...changed, card(2, 3), card(4, 4)]);
  expect(rows).toMatchObject([{ record: { left: { reason: 'withdrawn' } } }, { record: {} }]);
  expect(rows[1]).not.toHaveProperty('record.left');
  const cut = await read(changed.slice(0, 1));
  expect(cut.rows).toMatchObject([{ rejected: 'incomplete' }, { rejected: 'incomplete' }]);
});

test.each(['students', 'staff'] as const)('too many people are refused: %s', async (list) => {
  const idsOf = (id: number) => ({ personId: Math.min(id, 2), educationId: id, staffId: id });
  const staffNames = { personLastName: 'Франко', personFirstName: 'Іван' };
  const people = [1, 2, 3].map((id) => ({ ...idsOf(id), ...names, ...staffNames }));
  const pages: Pages = (path) => (/out$|staff/.test(path) ? people : []);
  await expect(rowsOf(list, pages, { maxPeople: 2 })).resolves.toBeDefined();
  await expect(rowsOf(list, pages, { maxPeople: 1 })).rejects.toMatchObject({
    reason: 'too-many-rows-in-file',
  });
});

test('groups by a value: in any case, and by no name that every object has', async () => {
  const values = { 'КМ-41': ['students.fpm'] };
  const groups = [{ by: 'group', values, otherwise: ['students'] }];
  const names = ['км-41', 'constructor', '__proto__', 'toString'];
  const cards = names.map((groupName) => ({ groupName }));
  const { rows } = await rowsOf('students', students(cards), { groups });
  const memberships = rows.map((row) => 'record' in row && row.record.memberships);
  expect(memberships).toMatchObject([
    [{ group: 'students.fpm' }],
    ...Array.from({ length: 3 }, () => [{ group: 'students' }]),
  ]);
  const { rows: withoutOthers } = await rowsOf('students', students(cards.slice(0, 2)), {
    groups: [{ by: 'group', values }],
  });
  const unmapped = withoutOthers.map((row) => 'record' in row && row.unmapped);
  expect(unmapped).toEqual([[], [{ by: 'group', value: 'constructor' }]]);
});
