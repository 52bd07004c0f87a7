import { afterAll, beforeAll, expect, test } from 'vitest';
import { diiaSecrets, json } from '../../testing/diia/partner.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../testing/diia/world.ts';
import { makeWorld } from '../../testing/world.ts';

let world: DiiaWorld;
beforeAll(async () => {
  world = await makeDiiaWorld('sqlite');
  await world.askLink();
});
afterAll(() => world.close());

test.each([
  ['access-denied', json(403, { name: 'AccessDeniedError' })],
  ['service-unavailable', json(503, { name: 'ServiceNotAvailableError' })],
  ['gateway', json(200, { processCode: 12201002, template: {} })],
  ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
  ['foreign-link', json(200, { deeplink: 'https://evil.example/' })],
] as const)(
  'when Diia answers %s, users are told to come back, and the log why',
  async (fault, answer) => {
    world.diia.next.push(answer);
    const { answer: given } = await world.askLink();
    const { requestId: _, ...rest } = given.json().error;
    expect([given.statusCode, rest]).toEqual([503, { code: 'unavailable' }]);
    expect(given.headers['retry-after']).toBe('10');
    expect(given.cookies).toEqual([]);
    const failed = world.lines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'failed');
    expect(failed.at(-1).err.cause.message).toMatch(new RegExp(`^Diia: ${fault}`));
  },
);

test('no secret of ours reaches the log, whatever goes wrong', async () => {
  const everyFault = [
    json(401, {}),
    json(401, {}),
    () => Promise.reject(new TypeError(`Failed to parse URL ${diiaSecrets.acquirerToken}`)),
    () => new Response(diiaSecrets.sessionToken),
  ];
  for (const fault of everyFault) {
    world.diia.next.push(fault);
    await world.askLink();
  }
  const log = world.lines.join('');
  for (const [name, secret] of Object.entries(diiaSecrets))
    expect(log.includes(secret), name).toBe(false);
  expect(log).not.toContain('/auth/acquirer/');
});

test('without its settings Diia is off: no call, no method', async () => {
  const plain = await makeWorld('sqlite');
  try {
    for (const url of ['/api/diia/app-link', '/api/diia/check-request?requestId=x'])
      expect((await plain.send({ url })).statusCode).toBe(404);
    const called = await plain.send({ method: 'POST', url: '/api/diia/callback' });
    expect(called.statusCode).toBe(404);
    const methods = await plain.send({ url: '/api/sign-in/methods' });
    expect(methods.json()).toEqual({ methods: [{ id: 'password' }] });
  } finally {
    await plain.close();
  }
});

test('with them the method is told', async () => {
  const methods = await world.send({ url: '/api/sign-in/methods' });
  expect(methods.json()).toEqual({ methods: [{ id: 'password' }, { id: 'diia' }] });
});
