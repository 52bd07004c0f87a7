import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDiia, diiaSecrets, json } from '../../../../test/support/diia/partner.ts';
import { createPartnerClient } from './client.ts';
import type { Fetch } from './request.ts';

const minute = 60_000;
const request = {
  branchId: 'branch-1',
  offerId: 'offer-1',
  requestId: Buffer.alloc(32).toString('base64'),
  returnLink: 'https://id.campus.example/uk/auth-success',
  linkOrigin: 'https://diia.app',
};
const { acquirerToken, authToken, sessionToken } = diiaSecrets;
const partner = { host: 'https://api2.diia.example', acquirerToken, authToken };

function make() {
  const clock = { now: 0 };
  const diia = createTestDiia(Date.now());
  const { fetch } = diia;
  const client = createPartnerClient({ partner, fetch, now: () => clock.now });
  const paths = () => diia.calls.map(({ url }) => new URL(url).pathname);
  const tokens = () => paths().filter((path) => path.includes('/auth/acquirer/')).length;
  return { client, clock, tokens, ...diia };
}

describe('the session token', () => {
  test('is requested with both secrets and sent with later requests', async () => {
    const { client, calls } = make();
    await client.link(request);
    expect(calls).toMatchObject([
      {
        url: `https://api2.diia.example/api/v1/auth/acquirer/${acquirerToken}`,
        authorization: `Basic ${authToken}`,
      },
      { authorization: `Bearer ${sessionToken}` },
    ]);
  });

  test('is kept for 115 minutes', async () => {
    const { client, clock, tokens } = make();
    await client.link(request);
    clock.now = 115 * minute - 1;
    await client.link(request);
    expect(tokens()).toBe(1);
    clock.now = 115 * minute;
    await client.link(request);
    expect(tokens()).toBe(2);
  });

  test('is requested once by many concurrent calls', async () => {
    const { client, tokens } = make();
    await Promise.all(Array.from({ length: 20 }, () => client.link(request)));
    expect(tokens()).toBe(1);
  });

  test('that is rejected is replaced once, and the call is repeated', async () => {
    const { client, next, tokens } = make();
    await client.link(request);
    next.push(json(401, { name: 'UnauthorizedError', code: 401 }));
    await expect(client.link(request)).resolves.toContain('https://diia.app/');
    expect(tokens()).toBe(2);
  });

  test('a second 401 fails the call', async () => {
    const { client, calls, next } = make();
    await client.link(request);
    const refused = json(401, { name: 'UnauthorizedError', code: 401 });
    next.push(refused, json(200, { token: 'another' }), refused);
    await expect(client.link(request)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(5);
  });

  test('a rejected token request is repeated once, and the failure is not cached', async () => {
    const { client, calls, next } = make();
    next.push(json(401, {}), json(401, {}));
    await expect(client.link(request)).rejects.toMatchObject({ code: 'unauthorized' });
    expect(calls).toHaveLength(2);
    await expect(client.link(request)).resolves.toContain('https://diia.app/');
  });

  test('many calls that are rejected together continue with one new token', async () => {
    const { client, next, tokens } = make();
    await client.link(request);
    for (let i = 0; i < 10; i += 1) next.push(json(401, {}));
    await Promise.all(Array.from({ length: 10 }, () => client.link(request)));
    expect(tokens()).toBe(2);
  });
});

describe('errors have codes', () => {
  const template = { data: { title: 'hush' } };
  test.each([
    ['access-denied', 'HTTP 403', json(403, { name: 'AccessDeniedError', message: 'hush' })],
    ['not-found', 'HTTP 404', json(404, { message: 'Branch hush not found' })],
    [
      'validation',
      'HTTP 422: offerId, requestId',
      json(422, {
        data: [
          { field: 'offerId', message: 'hush' },
          { field: 'requestId' },
          { field: 'hush hush' },
          null,
          {},
        ],
      }),
    ],
    ['service-unavailable', 'HTTP 503', json(503, { name: 'ServiceNotAvailableError' })],
    ['unexpected-status', 'HTTP 500', json(500, 'hush')],
    ['unexpected-status', 'HTTP 302', () => Response.redirect('https://elsewhere.example/hush')],
    ['gateway', 'processCode 12201002', json(200, { processCode: 12201002, template })],
    ['gateway', 'processCode scripthush', json(200, { processCode: '<script>hush' })],
    ['unexpected-answer', undefined, json(200, { deeplink: 7 })],
    ['unexpected-answer', undefined, json(200, null)],
    ['unexpected-answer', undefined, () => new Response('<html>hush')],
    ['foreign-link', undefined, json(200, { deeplink: 'https://evil.example/hush' })],
    ['foreign-link', undefined, json(200, { deeplink: 'https://diia.app@evil.example/' })],
    ['foreign-link', undefined, json(200, { deeplink: 'http://diia.app/' })],
    ['foreign-link', undefined, json(200, { deeplink: 'javascript:hush' })],
    ['answer-too-large', undefined, () => new Response('x'.repeat(70_000))],
    [
      'unreachable',
      'ECONNREFUSED',
      () => Promise.reject(new TypeError('hush', { cause: { code: 'ECONNREFUSED' } })),
    ],
    ['unreachable', undefined, () => Promise.reject(new TypeError('Failed to parse URL hush'))],
  ] as const)('%s (%s)', async (code, detail, answer) => {
    const { client, next } = make();
    await client.link(request);
    next.push(answer);
    const error = await client.link(request).catch((caught: unknown) => caught as Error);
    expect(error).toMatchObject({
      code,
      message: detail ? `Diia: ${code} (${detail})` : `Diia: ${code}`,
    });
    expect((error as Error).cause).toBeUndefined();
  });

  test('an error response to the token request has a code too', async () => {
    const { client, next } = make();
    next.push(json(200, { processCode: 1 }));
    await expect(client.link(request)).rejects.toMatchObject({ code: 'gateway' });
  });
});

describe('over real HTTP', () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Waits long, so that a busy machine does not look like a partner that does not respond. */
  async function clientOf(listener: RequestListener, timeoutMs = 60_000) {
    server = createServer(listener);
    await new Promise<void>((done) => server?.listen(0, '127.0.0.1', done));
    const host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const real: Fetch = fetch;
    return createPartnerClient({
      partner: { ...partner, host },
      fetch: real,
      now: Date.now,
      timeoutMs,
    });
  }

  test('a server that never responds causes a timeout', async () => {
    const client = await clientOf(() => {}, 50);
    await expect(client.link(request)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('a response that never ends causes a timeout', async () => {
    const client = await clientOf((_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"token":');
    }, 300);
    await expect(client.link(request)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('an endless response body is rejected as too large', async () => {
    const client = await clientOf((_, response) => {
      const more = () => {
        while (response.write('x'.repeat(16_384)));
      };
      response.writeHead(200).on('drain', more);
      more();
    });
    await expect(client.link(request)).rejects.toMatchObject({ code: 'answer-too-large' });
  });

  test('a redirect is not followed with the secrets', async () => {
    const seen: string[] = [];
    const client = await clientOf((asked, response) => {
      seen.push(asked.url ?? '');
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(client.link(request)).rejects.toMatchObject({ code: 'unexpected-status' });
    expect(seen).toEqual([`/api/v1/auth/acquirer/${acquirerToken}`]);
  });

  test('a server that is down is reported as unreachable', async () => {
    const client = await clientOf(() => {});
    server?.close();
    await expect(client.link(request)).rejects.toMatchObject({
      message: 'Diia: unreachable (ECONNREFUSED)',
    });
  });
});

test('createBranch and createOffer send the expected requests', async () => {
  const { client, calls } = make();
  const branch = {
    name: 'Університет',
    email: 'support@campus.example',
    region: 'м. Київ',
    district: 'Солом’янський',
    location: 'Київ',
    street: 'пр. Берестейський',
    house: '37',
  };
  expect(await client.createBranch(branch)).toBe('id-2');
  expect(await client.createOffer('id-2', 'Вхід')).toBe('id-3');
  const scopes = { diiaId: ['auth'] };
  expect(calls.slice(1)).toMatchObject([
    {
      url: 'https://api2.diia.example/api/v2/acquirers/branch',
      body: { ...branch, deliveryTypes: ['api'], offerRequestType: 'dynamic', scopes },
    },
    {
      url: 'https://api2.diia.example/api/v1/acquirers/branch/id-2/offer',
      body: { name: 'Вхід', scopes },
    },
  ]);
});
