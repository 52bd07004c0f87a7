import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { holders } from '../diia/cast.ts';
import { people as demoPeople } from '../people.ts';
import { castOfDiia, inventPeople } from './people.ts';
import { basePath, createEdeboSimulator } from './simulator.ts';
import { statuses } from './statuses.ts';

const credentials = { user: 'u', password: 'p', appKey: 'k' };
const people = inventPeople(60);
let server: Server;
let origin: string;

beforeAll(async () => {
  const simulator = createEdeboSimulator({ ...credentials, universityId: 7, people });
  server = createServer(simulator.handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

async function post(path: string, body: unknown, authorization = '') {
  const isForm = body instanceof URLSearchParams;
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { authorization },
    body: isForm ? body : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await answer.text();
  return { status: answer.status, text, date: answer.headers.get('date') };
}
const form = (own: Record<string, string> = {}) =>
  new URLSearchParams({
    grant_type: 'password',
    username: 'u',
    password: 'p',
    app_key: 'k',
    ...own,
  });
const getToken = async () => {
  const { text } = await post(`${basePath}/oauth/token`, form());
  return `Bearer ${JSON.parse(text).access_token}`;
};
const out = `${basePath}/api/studentEducations/personEducationsList/out`;
const cards = `${basePath}/api/studentEducations/list`;
const staff = `${basePath}/api/university/staff/list`;

let token: string;
beforeEach(async () => {
  await post('/control', { fault: 'none', clockDifferenceSeconds: 0 });
  token = await getToken();
});
const rows = async (path: string, body: unknown) =>
  JSON.parse((await post(path, body, token)).text) as Record<string, unknown>[];

describe('invented people', () => {
  const all = inventPeople(3000);
  const weights = [-1, 5, 7, 9, 4, 6, 10, 5, 7];
  const taxIds = all.flatMap(({ taxId }) => taxId ?? []);

  test('are the same each time, and fewer people are the first of more', () => {
    expect(inventPeople(60)).toEqual(all.slice(0, 60));
  });

  test('have unique tax numbers with a check digit, which no known person has', () => {
    for (const taxId of taxIds) {
      const sum = weights.reduce((total, weight, at) => total + weight * Number(taxId[at]), 0);
      expect(taxId).toMatch(/^\d{10}$/);
      expect((((sum % 11) + 11) % 11) % 10).toBe(Number(taxId[9]));
    }
    expect(new Set(taxIds).size).toBe(taxIds.length);
    const known = [
      ...demoPeople.map(({ taxId }) => taxId),
      ...holders.map(({ serialNumber }) => serialNumber.slice(-10)),
    ];
    expect(taxIds.filter((taxId) => known.includes(taxId))).toEqual([]);
    expect(castOfDiia().every(({ taxId }) => taxId && known.includes(taxId))).toBe(true);
  });

  test('of the demo have every state, both lists, several cards, and leading zeros', () => {
    const states = new Set(people.flatMap((person) => person.cards.map(({ status }) => status)));
    expect([...states].sort()).toEqual([...statuses].sort());
    const count = (is: (person: (typeof people)[number]) => boolean) => people.filter(is).length;
    expect(count((one) => one.cards.length > 0 && one.positions.length > 0)).toBeGreaterThan(2);
    expect(count((one) => one.cards.length === 0)).toBeGreaterThan(2);
    expect(count((one) => one.cards.length > 1)).toBeGreaterThan(5);
    expect(count((one) => one.positions.length > 1)).toBeGreaterThan(0);
    expect(count((one) => one.taxId?.startsWith('0') === true)).toBe(1);
    expect(count((one) => one.taxId === null)).toBe(2);
  });
});

describe('tokens', () => {
  test('wrong credentials get none', async () => {
    const { status, text } = await post(`${basePath}/oauth/token`, form({ app_key: 'other' }));
    expect([status, JSON.parse(text).error]).toEqual([400, 'invalid_grant']);
  });

  test('a second request at once is a conflict', async () => {
    const both = await Promise.all([
      post(`${basePath}/oauth/token`, form()),
      post(`${basePath}/oauth/token`, form()),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 400]);
    expect(both[1]?.text).toContain('duplicate session key');
  });

  test('a new token replaces the old one, and lists need one', async () => {
    const newer = await getToken();
    expect((await post(out, { pageNo: 0 }, token)).status).toBe(401);
    expect((await post(out, { pageNo: 0 }, newer)).status).toBe(200);
    expect((await post(out, { pageNo: 0 })).text).toContain('Authorization has been denied');
  });
});

describe('lists', () => {
  test('have pages', async () => {
    const total = people.flatMap((person) => person.cards).length;
    expect(await rows(out, { pageNo: 0 })).toHaveLength(total);
    expect(await rows(out, { pageNo: 1 })).toEqual([]);
    const query = { universityId: 7, qualificationGroupId: 2, historyFilterId: -1, pageSize: 5 };
    const first = await rows(cards, { ...query, pageNo: 0 });
    const second = await rows(cards, { ...query, pageNo: 1 });
    expect([first.length, second.length]).toEqual([5, 5]);
    expect(first.map((row) => row['educationId'])).not.toContain(second[0]?.['educationId']);
  });

  test('name the missing parameters', async () => {
    const { status, text } = await post(cards, { universityId: 7 }, token);
    expect(status).toBe(400);
    expect(JSON.parse(text).paramsValidationErrors).toMatchObject([
      { jsonProperty: 'qualificationGroupId' },
      { jsonProperty: 'historyFilterId' },
    ]);
  });

  test('contain only changes since a date, by the clock of the register', async () => {
    await post('/control', { clockDifferenceSeconds: -300 });
    const fromDate = new Date(Date.now() - 301_000).toISOString();
    expect(await rows(out, { pageNo: 0, fromDate })).toEqual([]);
    const { date } = await post('/control/people/1000001', { status: 'expelled' });
    expect(Date.parse(date ?? '')).toBeLessThan(Date.now() - 290_000);
    const changed = await rows(out, { pageNo: 0, fromDate });
    expect(changed).toMatchObject([
      { personId: 1_000_001, personEducationHistoryTypeName: 'Відраховано' },
    ]);
    expect(await rows(staff, { universityId: 7, activeId: 0 })).toEqual([]);
    await post('/control/people/1000008', { isDismissed: true });
    const left = await rows(staff, { universityId: 7, activeId: 0 });
    expect(new Set(left.map((row) => row['personId']))).toEqual(new Set([1_000_008]));
  });
});

test.each([
  ['maintenance', 200, /<!DOCTYPE html>/],
  ['maintenance-503', 503, /<!DOCTYPE html>/],
  ['denied', 401, /denied/],
  ['redirect', 302, /^$/],
  ['error', 500, /errorMessage/],
  ['not-json', 200, /^\[\{"personId":1$/],
])('the fault %s begins after the chosen number of lists', async (fault, status, text) => {
  await post('/control', { fault, afterLists: 1 });
  expect((await post(out, { pageNo: 0 }, token)).status).toBe(200);
  const reply = await post(out, { pageNo: 0 }, token);
  expect([reply.status, reply.text]).toEqual([status, expect.stringMatching(text)]);
});

test.each(['expired-as-401', 'expired-as-200'])('%s ends the token once', async (fault) => {
  await post('/control', { fault });
  expect((await post(out, { pageNo: 0 }, token)).text).toContain('denied');
  expect((await post(out, { pageNo: 0 }, token)).status).toBe(401);
  expect((await post(out, { pageNo: 0 }, await getToken())).status).toBe(200);
});

test('rows can have fields in PascalCase, and tax numbers without their zeros', async () => {
  await post('/control', { fault: 'pascal-case' });
  const [first, second] = await rows(out, { pageNo: 0 });
  expect([first?.['PersonId'], second?.['personId']]).toEqual([1_000_001, 1_000_002]);
  await post('/control', { fault: 'lost-zeros' });
  const short = (await rows(out, { pageNo: 0 })).filter((row) => Number(row['rnokpp']) < 1e9);
  expect(short.filter((row) => row['rnokpp'] !== null)).toHaveLength(1);
});
