import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  edeboClient,
  edeboCredentials,
  startEdeboRegister,
} from '../../../../test/support/edebo-register.ts';
import { hasCheckDigit } from '../../../users/tax-id.ts';
import { EdeboRegister, type StaffRecord, type StudentRecord } from './records.ts';
import { defaultStatusTable, staffState, studentState } from './status-table.ts';

let register: Awaited<ReturnType<typeof startEdeboRegister>>;
beforeAll(async () => {
  register = await startEdeboRegister(60);
});
afterAll(() => register.stop());
beforeEach(() => register.set({ fault: 'none', clockDifferenceSeconds: 0 }));

const reader = () => {
  const { client } = edeboClient(register.url);
  return new EdeboRegister({ client, now: Date.now, onRejected: () => {} });
};

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}

const only = (list: StudentRecord[], personId: string) =>
  list.find((one) => one.personId === personId);

const keysIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? [...(Array.isArray(value) ? [] : Object.keys(value)), ...Object.values(value).flatMap(keysIn)]
    : [];

describe('records', () => {
  let students: StudentRecord[];
  let staff: StaffRecord[];
  beforeEach(async () => {
    students = await all(reader().students());
    staff = await all(reader().staff());
  });

  test('have fields of the closed list alone: no documents, payments, privileges or birthdays', () => {
    const own = 'personId lastName firstName middleName taxNumber';
    const cards =
      'educationId faculty group course form begin end status statusSince reason expelledOn modified';
    const positions = 'staffId position faculty chair begin end isActive modified';
    const allowed = (more: string) => new Set(`${own} isComplete hasAllCards ${more}`.split(' '));
    const found = (list: object[]) => new Set(keysIn(list));
    expect(found(students)).toEqual(allowed(`latinName cards ${cards}`));
    expect(found(staff).difference(allowed(`positions ${positions}`))).toEqual(new Set());
    const text = JSON.stringify([students, staff]);
    for (const forbidden of ['ЯЯ', 'ХХ', 'Паспорт', 'За кошти', 'Учасник', 'Кандидат', 'Чоловіча'])
      expect(text).not.toContain(forbidden);
    expect(text).not.toMatch(/birthday|passport|payment|unzr|\d{8}-\d{5}/i);
  });

  test('hold every person and number of the register once, and all cards of a person', async () => {
    const people = await register.people();
    const studying = people.filter(({ statuses }) => statuses.length > 0);
    expect(students.map(({ personId }) => Number(personId)).sort()).toEqual(
      studying.map(({ personId }) => personId).sort(),
    );
    for (const { personId, taxId, statuses } of studying) {
      const found = only(students, `${personId}`);
      expect([found?.taxNumber ?? null, found?.cards.length]).toEqual([taxId, statuses.length]);
      expect(found?.isComplete).toBe(true);
    }
    const numbers = students.flatMap(({ taxNumber }) => taxNumber ?? []);
    expect(numbers.every(hasCheckDigit)).toBe(true);
    const both = staff.filter(({ personId }) => only(students, personId));
    expect(both.map(({ personId }) => personId)).toEqual([
      '1000001',
      '1000016',
      '1000031',
      '1000046',
    ]);
  });

  test('join what each list alone has', () => {
    const [card] = only(students, '1000002')?.cards ?? [];
    expect(card).toMatchObject({
      faculty: expect.stringMatching(/факультет|інститут/i),
      form: 'Денна',
      end: expect.stringMatching(/^20\d\d-06-30$/),
      status: 'Відраховано',
      reason: 'За власним бажанням',
      expelledOn: expect.stringMatching(/^2026-/),
      modified: expect.any(Number),
    });
    expect(only(students, '1000001')?.latinName).toMatch(
      /^[A-Z][a-z-]+(?:-[A-Z][a-z]+)? [A-Z][a-z]+$/,
    );
  });

  test('of every state map to a membership by the default table', async () => {
    const expected: Record<string, string> = {
      studying: 'member',
      reinstated: 'member',
      suspended: 'member',
      'academic-leave': 'member',
      completed: 'left completed',
      expelled: 'left withdrawn',
      'expelled-as-completed': 'left completed',
    };
    // the end of an earlier card would be another reason
    const single = (await register.people()).filter(({ statuses }) => statuses.length === 1);
    const found = single.map(({ personId, statuses }) => {
      const state = studentState(only(students, `${personId}`)?.cards ?? [], defaultStatusTable);
      return [statuses[0], state.state === 'left' ? `left ${state.reason}` : state.state];
    });
    expect(Object.fromEntries(found)).toEqual(expected);
    expect(found.filter(([status = '', state]) => expected[status] !== state)).toEqual([]);
  });
});

test('an increment has the people who have changed, with all their cards, whatever the clock difference', async () => {
  for (const clockDifferenceSeconds of [0, -300, -7200, 7200]) {
    await register.set({ clockDifferenceSeconds });
    const from = Date.now();
    // 1000006 has two cards, of which only the newest changes
    await register.change(1_000_006, { status: 'expelled' });
    const changed = await all(reader().students(from));
    const found = only(changed, '1000006');
    expect(found?.cards.map(({ status }) => status).sort()).toEqual([
      'Відраховано',
      'Завершив навчання',
    ]);
    expect(found).toMatchObject({ isComplete: true, taxNumber: expect.any(String) });
    expect(found?.cards.every(({ faculty }) => faculty)).toBe(true);
  }
  await register.set({ clockDifferenceSeconds: 0 });
  const later = await all(reader().students(Date.now() + 24 * 3_600_000));
  expect(later).toEqual([]);
});

test('an increment begins ten minutes earlier', async () => {
  await register.change(1_000_011, { groupName: 'КВ-98' });
  const minutesLater = async (minutes: number) =>
    all(reader().students(Date.now() + minutes * 60_000));
  expect(only(await minutesLater(9), '1000011')).toBeDefined();
  expect(only(await minutesLater(11), '1000011')).toBeUndefined();
});

test('an expelled student is a member again after the reinstatement, from its day', async () => {
  const stateOf = async () => {
    const changed = await all(reader().students(Date.now()));
    return studentState(only(changed, '1000005')?.cards ?? [], defaultStatusTable);
  };
  await register.change(1_000_005, { status: 'expelled' });
  expect(await stateOf()).toMatchObject({ state: 'left', reason: 'withdrawn' });
  await register.change(1_000_005, { status: 'reinstated' });
  expect(await stateOf()).toMatchObject({ state: 'member' });
});

test('an employee who leaves keeps the record, with the last day', async () => {
  await register.change(1_000_008, { isDismissed: true });
  const find = async () => (await all(reader().staff())).find((one) => one.personId === '1000008');
  const left = await find();
  expect(left && staffState(left, '2100-01-01')).toMatchObject({
    state: 'left',
    reason: 'unknown',
    lastDay: expect.stringMatching(/^20\d\d-\d\d-\d\d$/),
  });
  await register.change(1_000_008, { isDismissed: false });
  const back = await find();
  expect(back && staffState(back, '2026-11-29')).toMatchObject({ state: 'member' });
});

test('without the right to read cards, faculties are absent, and an increment is not complete', async () => {
  await register.set({ fault: 'no-cards' });
  const full = await all(reader().students());
  expect(full.every(({ isComplete, cards }) => isComplete && !cards[0]?.faculty)).toBe(true);
  const from = Date.now();
  await register.change(1_000_009, { groupName: 'КВ-99' });
  expect(only(await all(reader().students(from)), '1000009')?.isComplete).toBe(false);
  await register.set({ fault: 'no-tax-numbers' });
  expect((await all(reader().students())).some((one) => 'taxNumber' in one)).toBe(false);
});

test('many people are read within a small heap', { tags: ['long'], timeout: 180_000 }, async () => {
  const count = inject('isThorough') ? 60_000 : 6000;
  const large = await startEdeboRegister(count);
  const file = (path: string) => JSON.stringify(join(import.meta.dirname, path));
  const script = `
    const { EdeboClient } = await import(${file('client.ts')});
    const { EdeboRegister } = await import(${file('records.ts')});
    const { createPostToOneAddress } = await import(${file('../../../outbound/one-address.ts')});
    const settings = ${JSON.stringify({ ...edeboCredentials, url: large.url })};
    const post = createPostToOneAddress(settings.url);
    const client = new EdeboClient({ settings, post, now: Date.now });
    const reader = new EdeboRegister({ client, now: Date.now, onRejected: console.log });
    const idleMib = process.memoryUsage.rss() / 2 ** 20;
    let students = 0;
    let staff = 0;
    for await (const one of reader.students()) students += one.cards.length > 0;
    for await (const one of reader.staff()) staff += one.positions.length > 0;
    const peakMib = process.resourceUsage().maxRSS / 2 ** 10;
    console.log(students, staff, Math.round(peakMib - idleMib), Math.round(performance.now()));`;
  try {
    const printed = execFileSync(
      process.execPath,
      ['--max-old-space-size=160', '--input-type=module', '-e', script],
      { encoding: 'utf8' },
    );
    const [students, staff, addedMib] = printed.trim().split(' ').map(Number);
    expect([students, staff]).toEqual([count * 0.9, count / 6]);
    expect(addedMib).toBeLessThan(300);
  } finally {
    await large.stop();
  }
});
