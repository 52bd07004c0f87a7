// Bodies are JSON in UTF-8 without compression and without duplicate keys. Refused ones change nothing.

import { gzipSync } from 'node:zlib';
import { problem } from '@brama/contract/admin/route';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCaller, type Caller, strongSession } from '../../test/support/admin/callers.ts';
import { makeWorld, type World } from '../../test/support/world.ts';

const url = '/api/admin/groups';
const json = 'application/json';

describe('bodies of the administration API', () => {
  let world: World;
  let chief: Caller;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    await addCaller(world, 'chief', ['administrator']);
    chief = await strongSession(world, 'chief');
  });
  afterAll(() => world.close());

  const post = (payload: string | Buffer, headers: Record<string, string> = {}) =>
    world.send({
      method: 'POST',
      url,
      payload,
      headers: { ...chief.headers, 'content-type': json, ...headers },
    });
  const groups = async () =>
    (await world.db.selectFrom('groups').select('name').execute()).map(({ name }) => name);

  test.each([
    ['{"name":"a","name":"b"}', 'name'],
    ['{"name":"a","title":{"uk":"а","en":"a","en":"b"}}', 'title.en'],
    ['{"name":"a","\\u006eame":"b"}', 'name'],
  ])('a key that stands twice is named: %s', async (payload, field) => {
    const response = await post(payload);
    expect([response.statusCode, problem.parse(response.json()).fields]).toEqual([
      400,
      { [field]: 'is given twice; remove one' },
    ]);
    expect(await groups()).toEqual([]);
  });

  test('a large body of duplicate keys is refused like a small one', async () => {
    const response = await post(`{${'"a":1,'.repeat(18_000)}"name":"a"}`);
    expect([response.statusCode, Object.keys(response.json().fields)]).toEqual([400, ['a']]);
  });

  test.each([
    [
      'a body in another encoding',
      Buffer.from([...Buffer.from('{"name":"'), 0xcf, 0xf0, 0x22, 0x7d]),
    ],
    ['half a character', Buffer.from('{"name":"ж"}').subarray(0, 10)],
  ])('%s is malformed', async (_, payload) => {
    const response = await post(payload);
    expect([response.statusCode, response.json().code]).toEqual([400, 'request.malformed']);
    expect(await groups()).toEqual([]);
  });

  test.each([
    ['gzip', gzipSync('{"name":"a"}'), { 'content-encoding': 'gzip' }],
    ['identity', '{"name":"a"}', { 'content-encoding': 'identity' }],
    ['UTF-16', '{"name":"a"}', { 'content-type': `${json}; charset=utf-16` }],
    ['Latin-1', '{"name":"a"}', { 'content-type': `${json};charset="iso-8859-1"` }],
  ])('%s is not supported', async (_, payload, headers) => {
    const response = await post(payload, headers as Record<string, string>);
    expect([response.statusCode, response.json().code]).toEqual([415, 'request.unsupported-type']);
    expect(await groups()).toEqual([]);
  });

  test('a change without a token and without a session is unauthorised', async () => {
    for (const headers of [{}, { origin: 'https://attacker.example' }]) {
      const payload = { name: 'a' };
      const response = await world.send({ method: 'POST', url, headers, payload });
      expect([response.statusCode, response.json().code]).toEqual([401, 'session.required']);
      expect(response.headers['www-authenticate']).toBe('Bearer');
    }
    const { cookie = '' } = chief.headers;
    const foreign = { cookie, origin: 'https://attacker.example' };
    const response = await world.send({ method: 'POST', url, headers: foreign, payload: {} });
    expect([response.statusCode, response.json().code]).toEqual([403, 'request.foreign-origin']);
  });

  test('UTF-8 is accepted, with and without its name', async () => {
    for (const [name, type] of [
      ['перша', json],
      ['друга', `${json}; charset=utf-8`],
      ['третя', `${json};charset=UTF8`],
    ])
      expect(
        (await post(JSON.stringify({ name }), { 'content-type': type ?? '' })).statusCode,
      ).toBe(201);
  });
});
