// Compares every security header of every kind of response literally, so that a removed or weakened header fails a
// test.

import { connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fail } from '../errors.ts';
import { securityHeaders } from './headers.ts';
import { buildServer } from './server.ts';

const hashes = { scriptHashes: ["'sha256-a='"], styleHashes: ["'sha256-b='", "'sha256-c='"] };

const policy = [
  "default-src 'none'",
  "script-src 'self' 'sha256-a='",
  "style-src 'self' 'sha256-b=' 'sha256-c='",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types brama',
];

const features =
  'accelerometer browsing-topics camera display-capture geolocation gyroscope hid magnetometer microphone midi payment serial usb';

const overHttp = {
  'content-security-policy': policy.join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'permissions-policy': features
    .split(' ')
    .map((name) => `${name}=()`)
    .join(', '),
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

const overHttps = {
  ...overHttp,
  'content-security-policy': [...policy, 'upgrade-insecure-requests'].join(';'),
  'strict-transport-security': 'max-age=31536000',
};

test.each([
  ['http', false, overHttp],
  ['https', true, overHttps],
])('the list of security headers, over %s', (_, secure, expected) => {
  expect(securityHeaders({ ...hashes, secure })).toEqual(expected);
});

describe.each([
  ['http', false, overHttp],
  ['https', true, overHttps],
] as const)('responses over %s', (scheme, secure, expected) => {
  let server: FastifyInstance;
  beforeAll(async () => {
    server = await buildServer({
      ownOrigin: `${scheme}://id.campus.example`,
      secure,
      trustProxy: false,
      logger: pino({ level: 'silent' }),
      ...hashes,
    });
    server.get('/page', async () => ({}));
    server.get('/kept', (_request, reply) => reply.header('cache-control', 'no-cache').send(''));
    server.get('/refused', async () => fail('session.required'));
    server.get('/broken', async () => {
      throw new TypeError();
    });
    server.get('/data', { config: { isDataOnly: true } }, async () => ({}));
    await server.listen({ port: 0, host: '127.0.0.1' });
  });
  afterAll(() => server.close());

  const id = { 'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/) };

  test.each([
    ['GET', '/page'],
    ['HEAD', '/page'],
    ['GET', '/refused'],
    ['GET', '/broken'],
    ['GET', '/nothing'],
    ['GET', '/api/nothing'],
    ['POST', '/page'],
    ['GET', '/%zz'],
  ] as const)('%s %s has every security header', async (method, url) => {
    const headers = { 'x-request-id': 'theirs' };
    const answer = await server.inject({ method, url, headers });
    expect(answer.headers).toMatchObject({ ...expected, ...id, 'cache-control': 'no-store' });
    expect('strict-transport-security' in answer.headers).toBe(secure);
  });

  test('a response keeps its own cache-control header', async () => {
    const { headers } = await server.inject({ url: '/kept' });
    expect(headers).toMatchObject({ ...expected, 'cache-control': 'no-cache' });
  });

  test('a data-only response has the headers that apply to data', async () => {
    const { headers } = await server.inject({ url: '/data' });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      ...(secure && { 'strict-transport-security': 'max-age=31536000' }),
      ...id,
    });
    expect(headers).not.toHaveProperty('permissions-policy');
  });

  /** Returns the response to these bytes. */
  function heardAt(text: string): Promise<string> {
    const address = server.server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    return new Promise((resolve) => {
      let all = '';
      const socket = connect(port, '127.0.0.1', () => socket.end(text));
      socket.on('data', (chunk) => {
        all += chunk;
      });
      socket.on('close', () => resolve(all));
    });
  }

  test('the keep-alive timeout is longer than that of proxies', async () => {
    const heard = await heardAt('GET /page HTTP/1.1\r\nhost: x\r\n\r\n');
    expect(heard.toLowerCase()).toContain('\r\nkeep-alive: timeout=72\r\n');
  });

  test('a request that is not HTTP gets every security header', async () => {
    const heard = await heardAt('NONSENSE\r\n\r\n');
    const every = Object.entries(expected).map(([name, value]) => `${name}: ${value}`);
    for (const line of ['connection: close', 'cache-control: no-store', ...every])
      expect(heard).toContain(`\r\n${line}\r\n`);
    expect(heard.includes('strict-transport-security')).toBe(secure);
  });
});
