import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { diiaSecrets, json } from '../../../test/support/diia/partner.ts';
import { type DiiaWorld, makeDiiaWorld } from '../../../test/support/diia/world.ts';
import { makeWorld } from '../../../test/support/world.ts';

let world: DiiaWorld;
beforeAll(async () => {
  world = await makeDiiaWorld('sqlite');
  await world.askLink();
});
afterAll(() => world.close());

/** Returns the log lines about links, with their levels, without the lines about single responses. */
const told = () =>
  world.lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => /^Diia (?:link request failed|gives links again)/.test(msg))
    .map(({ level, reason, seconds, failures }) =>
      reason ? `${level}: ${reason}` : `${level}: over after ${seconds} s, ${failures} failures`,
    );

test.each([
  ['access-denied', json(403, { name: 'AccessDeniedError' })],
  ['service-unavailable', json(503, { name: 'ServiceNotAvailableError' })],
  ['gateway', json(200, { processCode: 12201002, template: {} })],
  ['unreachable', () => Promise.reject(new TypeError('fetch failed'))],
  ['foreign-link', json(200, { deeplink: 'https://evil.example/' })],
] as const)(
  'when Diia responds with %s, users receive 503 and the log has the reason',
  async (fault, answer) => {
    world.diia.next.push(answer);
    const { answer: given } = await world.askLink();
    const { requestId: _, ...rest } = given.json().error;
    expect([given.statusCode, rest]).toEqual([503, { code: 'unavailable' }]);
    expect(given.headers['retry-after']).toBe('10');
    expect(given.cookies).toEqual([]);
    expect(told().at(-1)).toEqual(expect.stringMatching(new RegExp(`^error: Diia: ${fault}`)));
  },
);

test('an outage logs one line per fault kind and one at its end, no stack', async () => {
  await world.askLink();
  const before = world.lines.length;
  const mark = told().length;
  const down = json(503, { name: 'ServiceNotAvailableError' });
  for (const fault of [down, down, json(200, { processCode: 1 }), down]) {
    world.diia.next.push(fault);
    expect((await world.askLink()).answer.statusCode).toBe(503);
    world.clock.now += 3000;
  }
  await world.askLink();
  await world.askLink();
  expect(told().slice(mark)).toEqual([
    'error: Diia: service-unavailable (HTTP 503)',
    'error: Diia: gateway (processCode 1)',
    'warn: over after 12 s, 4 failures',
  ]);
  const text = world.lines.slice(before).join('');
  expect(text).not.toContain('"stack"');
  expect(text).not.toContain('"err"');
});

test('a slow Diia: one network cannot occupy all concurrent requests', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  for (let times = 0; times < 60; times += 1) world.diia.next.push(() => promise);
  const sendRequest = (remoteAddress: string) =>
    world.send({ url: '/api/diia/app-link', remoteAddress }).then(({ statusCode }) => statusCode);
  const before = world.diia.calls.length;
  const crowd = Array.from({ length: 50 }, (_, i) => sendRequest(`2001:db8::${i}`));
  await vi.waitFor(() => expect(world.diia.calls).toHaveLength(before + 50), 15_000);
  // as many as a network may begin at once; after a second it may begin more
  world.clock.now += 1000;
  const busy = await world.send({ url: '/api/diia/app-link', remoteAddress: '2001:db8::99' });
  expect([busy.statusCode, busy.json().error.code, busy.headers['retry-after']]).toEqual([
    503,
    'busy',
    '5',
  ]);
  const { level, msg, code, err } = JSON.parse(world.lines.at(-2) ?? '{}');
  expect([level, msg, code, err]).toEqual(['warn', 'refused', 'busy', undefined]);
  world.diia.next.splice(0);
  expect(await sendRequest('192.0.2.1')).toBe(200);
  resolve(Response.json({ deeplink: 'https://diia.app/x' }));
  expect(new Set(await Promise.all(crowd))).toContain(200);
  expect(await sendRequest('2001:db8::99')).toBe(200);
});

test('no secret appears in the log for any fault', async () => {
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

test('without its settings Diia has no endpoints and no sign-in method', async () => {
  const plain = await makeWorld('sqlite');
  try {
    for (const url of ['/api/diia/app-link', '/api/diia/check-request?requestId=x'])
      expect((await plain.send({ url })).statusCode).toBe(404);
    const called = await plain.send({ method: 'POST', url: '/api/diia/callback' });
    expect(called.statusCode).toBe(404);
    const methods = await plain.send({ url: '/api/sign-in/methods' });
    expect(methods.json()).toEqual({ methods: [{ id: 'password' }, { id: 'passkey' }] });
  } finally {
    await plain.close();
  }
});

test('with its settings Diia is listed as a sign-in method', async () => {
  const methods = await world.send({ url: '/api/sign-in/methods' });
  expect(methods.json()).toEqual({
    methods: [{ id: 'password' }, { id: 'diia' }, { id: 'passkey' }],
  });
});
