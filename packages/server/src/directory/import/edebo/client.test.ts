import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  edeboClient,
  edeboCredentials,
  startEdeboRegister,
} from '../../../../test/support/edebo-register.ts';
import { type EdeboError, faultOf } from './edebo-error.ts';
import { EdeboRegister, type RejectedRow } from './records.ts';

let register: Awaited<ReturnType<typeof startEdeboRegister>>;
beforeAll(async () => {
  register = await startEdeboRegister(200);
});
afterAll(() => register.stop());
beforeEach(async () => {
  await register.set({ fault: 'none', clockDifferenceSeconds: 0, slowMs: 2000 });
  await register.requests();
});

function make(own: Partial<typeof edeboCredentials> = {}, timeoutMs?: number) {
  const { client, waits } = edeboClient(register.url, own, timeoutMs);
  const rejected: RejectedRow[] = [];
  const reader = new EdeboRegister({
    client,
    now: Date.now,
    onRejected: (row) => rejected.push(row),
  });
  return { client, waits, rejected, reader };
}

async function all<T>(records: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const record of records) list.push(record);
  return list;
}

/** Returns the error, and how many records came before it. */
async function failure(records: AsyncIterable<unknown>) {
  let count = 0;
  try {
    for await (const _ of records) count += 1;
  } catch (error) {
    return { error: error as EdeboError, count };
  }
  throw new Error(`no error after ${count} records`);
}

const tokensIn = (paths: string[]) => paths.filter((path) => path === '/oauth/token').length;

describe('tokens', () => {
  test('simultaneous readings share one token', async () => {
    const { reader } = make();
    await Promise.all([all(reader.students()), all(reader.staff()), all(reader.students())]);
    expect(tokensIn(await register.requests())).toBe(1);
  });

  test.each(['expired-as-401', 'expired-as-200'])(
    '%s: a new token, and the same page',
    async (fault) => {
      const { reader } = make();
      const before = await all(reader.students());
      await register.set({ fault, afterLists: 1 });
      expect(await all(reader.students())).toEqual(before);
      expect(tokensIn(await register.requests())).toBe(2);
    },
  );

  test('a conflict of two programs is repeated, and is then an error with its name', async () => {
    const { reader, waits } = make();
    await register.set({ fault: 'token-conflict' });
    const { error, count } = await failure(reader.students());
    expect([error.code, faultOf(error), count]).toEqual(['token-conflict', 'unavailable', 0]);
    expect(waits).toEqual([1000, 5000, 20_000]);
    expect(await register.requests()).toEqual(Array(4).fill('/oauth/token'));
    await register.set({ fault: 'none' });
    expect(await all(reader.staff())).not.toHaveLength(0);
  });

  test('wrong credentials are not repeated', async () => {
    const { client, waits } = make({ password: 'wrong-7' });
    const error = await client.connect().catch((caught: EdeboError) => caught);
    expect(error).toMatchObject({ code: 'credentials', message: 'EDEBO: credentials (HTTP 400)' });
    expect(waits).toEqual([]);
  });
});

describe('a fault in the middle of a list stops the reading before the first record', () => {
  test.each([
    ['maintenance', 'html-answer', 'HTTP 200'],
    ['maintenance-503', 'html-answer', 'HTTP 503'],
    ['denied', 'unauthorized', 'HTTP 401'],
    ['redirect', 'redirect', 'HTTP 302'],
    ['error', 'unavailable', 'HTTP 500'],
    ['not-json', 'unexpected-answer', undefined],
    ['huge', 'answer-too-large', undefined],
    ['repeated-page', 'endless-list', 'page 1'],
  ])('%s: %s', async (fault, code, detail) => {
    const { reader } = make();
    await register.set({ fault, afterLists: 1 });
    const { error, count } = await failure(reader.students());
    expect([error.code, error.detail, error.cause, count]).toEqual([code, detail, undefined, 0]);
  });

  test('slow: timeout', async () => {
    const { reader, waits } = make({}, 100);
    await register.set({ fault: 'slow' });
    const { error } = await failure(reader.staff());
    expect([error.code, waits.length]).toEqual(['timeout', 3]);
  });

  test.each(['half-out', 'half-cards'])('%s: one list lacks people of the other', async (fault) => {
    const { reader } = make();
    await register.set({ fault });
    expect(await failure(reader.students())).toMatchObject({
      error: { code: 'incomplete-list' },
      count: 0,
    });
  });

  test('errors contain no secret, address or value of a response', async () => {
    const secrets = [
      ...Object.values(edeboCredentials).map(String),
      new URL(register.url).host,
      ...(await register.people()).flatMap(({ taxId, lastName }) => [taxId ?? lastName, lastName]),
    ];
    for (const fault of ['error', 'denied', 'maintenance', 'token-conflict', 'wrong-password']) {
      await register.set({ fault });
      const { error } = await failure(make().reader.students());
      const text = `${error.message} ${error.stack} ${JSON.stringify(error)}`;
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
  });
});

describe('the lists are the same', () => {
  test.each([
    ['fields in PascalCase', 'pascal-case'],
    ['lost leading zeros', 'lost-zeros'],
    ['pages that are shorter than their size', 'short-pages'],
    ['a register that is busy at each page', 'busy'],
  ])('with %s', async (_, fault) => {
    const { reader, rejected } = make();
    const before = await all(reader.students());
    const staff = await all(reader.staff());
    expect(before.filter(({ taxNumber }) => taxNumber?.startsWith('0'))).toHaveLength(1);
    await register.set({ fault });
    const byId = (list: { personId: string }[]) =>
      list.toSorted((one, other) => one.personId.localeCompare(other.personId));
    expect(byId(await all(reader.students()))).toEqual(byId(before));
    expect(byId(await all(reader.staff()))).toEqual(byId(staff));
    expect(rejected).toEqual([]);
  });
});

test('invalid rows are left out and reported by number and field, without their values', async () => {
  const { reader, rejected } = make();
  await register.set({ fault: 'broken-rows' });
  const students = await all(reader.students());
  const reported = rejected.filter(({ list }) => list === 'students');
  expect(reported.slice(0, 2)).toEqual([
    { list: 'students', row: 4, personId: '1000004', fields: ['lastName'] },
    { list: 'students', row: 11, personId: '1000012', fields: ['modifyDate'] },
  ]);
  const ids = new Set(rejected.map(({ personId }) => personId));
  expect(students.filter(({ isComplete }) => !isComplete)).not.toHaveLength(0);
  for (const { personId, isComplete } of students) expect(isComplete).toBe(!ids.has(personId));
});

describe('addresses', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) server.close();
  });

  test.each([
    'http://8.8.8.8/x',
    'http://169.254.169.254/x',
    'https://169.254.169.254/x',
    'http://0.0.0.0/x',
  ])('%s is refused without a connection', async (url) => {
    const { client, waits } = edeboClient(url, {}, 2000);
    await expect(client.connect()).rejects.toMatchObject({ code: 'address-refused' });
    expect(waits).toEqual([]);
  });

  test('a closed port is unreachable, by its code', async () => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    await new Promise((done) => server.close(done));
    const { client } = edeboClient(`http://127.0.0.1:${port}/x`);
    await expect(client.connect()).rejects.toMatchObject({
      code: 'unreachable',
      detail: 'ECONNREFUSED',
    });
  });

  test('a redirect is not followed, and a response that never ends is a timeout', async () => {
    const seen: string[] = [];
    const server = createServer((request, response) => {
      seen.push(request.url ?? '');
      if (seen.length === 1) response.writeHead(307, { location: '/elsewhere' }).end();
      else response.writeHead(200).write('{"access_token":');
    });
    servers.push(server);
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as AddressInfo;
    const { client } = edeboClient(`http://127.0.0.1:${port}/base`, {}, 200);
    await expect(client.connect()).rejects.toMatchObject({ code: 'redirect' });
    await expect(client.connect()).rejects.toMatchObject({ code: 'timeout' });
    expect(new Set(seen)).toEqual(new Set(['/base/oauth/token']));
    server.closeAllConnections();
  });
});
