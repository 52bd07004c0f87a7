// Attacks below HTTP. Covers bytes that two programs might parse differently (RFC 9112 §11.2), very many requests at
// once, and very slow clients.

import { Agent, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectionLimits } from '../../src/http/limits/bounded-server.ts';
import { buildServer } from '../../src/http/server.ts';
import { makeWorld, type World } from '../support/world.ts';

async function listen(server: FastifyInstance): Promise<number> {
  await server.listen({ port: 0, host: '127.0.0.1' });
  return (server.server.address() as AddressInfo).port;
}

/** Sends the text, and returns everything received until the server closes the connection. */
function say(port: number, text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(text, 'latin1')));
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('error', () => resolve(`${heard}(reset)`));
    socket.on('close', () => resolve(heard));
  });
}

const statusOf = (agent: Agent, url: string) =>
  new Promise<number | undefined>((resolve, reject) =>
    get(url, { agent }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    }).once('error', reject),
  );

const statuses = (heard: string) => [...heard.matchAll(/HTTP\/1\.1 (\d+)/g)].map((one) => one[1]);
const lines = (...all: string[]) => `${all.join('\r\n')}\r\n`;
/** A request that would be served if the server took a request body for the next request. */
const smuggled = lines('GET /smuggled HTTP/1.1', 'Host: x', 'Connection: close', '');

describe('HTTP requests on a raw connection', () => {
  let world: World;
  let port: number;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
    port = await listen(world.server);
  });
  afterAll(() => world.close());

  const post = (...headers: string[]) =>
    lines(
      'POST /api/auth HTTP/1.1',
      'Host: localhost',
      'Sec-Fetch-Site: same-origin',
      'Content-Type: application/json',
      ...headers,
      '',
    );

  test.each([
    [
      'two ways to say how long',
      `${post('Content-Length: 5', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
    ],
    [
      'the same, the other way round',
      `${post('Transfer-Encoding: chunked', 'Content-Length: 5')}0\r\n\r\n`,
    ],
    ['two lengths', post('Content-Length: 0', 'Content-Length: 9')],
    ['two lengths in one', post('Content-Length: 0, 9')],
    ['a length with a sign', `${post('Content-Length: +2')}{}`],
    ['a negative length', post('Content-Length: -1')],
    ['an unknown coding', `${post('Transfer-Encoding: xchunked')}0\r\n\r\n`],
    ['chunks that are not the last coding', `${post('Transfer-Encoding: chunked, gzip')}0\r\n\r\n`],
    ['a coding hidden by a tab', `${post('Transfer-Encoding:\x0bchunked')}0\r\n\r\n`],
    ['a folded header', post('X-Folded: a', ' Content-Length: 9', 'Content-Length: 0')],
    ['a space before the colon', post('Content-Length : 0')],
    ['a header without a name', post(': 0')],
    ['a NUL in a value', post('X-Nul: a\0b')],
    ['a lone CR in a value', post('X-Cr: a\rTransfer-Encoding: chunked')],
    ['a chunk of no size', `${post('Transfer-Encoding: chunked')}z\r\n\r\n`],
    ['a chunk longer than it says', `${post('Transfer-Encoding: chunked')}1\r\nabc\r\n0\r\n\r\n`],
    ['no host', lines('GET / HTTP/1.1', '')],
    ['two hosts', lines('GET / HTTP/1.1', 'Host: x', 'host: y', '')],
    ['another protocol', lines('GET / HTTPS/1.1', 'Host: x', '')],
  ])('a malformed request is rejected and nothing after it is served: %s', async (_, bytes) => {
    const heard = await say(port, bytes + smuggled);
    expect(statuses(heard)).toEqual(['400']);
    expect(heard.toLowerCase()).toContain('connection: close');
    expect(world.lines.join('')).not.toContain('smuggled');
  });

  test('a body of a GET or other bodiless request is not parsed as a request', async () => {
    const whole = (method: string) =>
      lines(`${method} /healthz HTTP/1.1`, 'Host: x', `Content-Length: ${smuggled.length}`, '') +
      smuggled +
      lines('GET /nothing.txt HTTP/1.1', 'Host: x', 'Connection: close', '');
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      const heard = statuses(await say(port, whole(method)));
      expect(heard, method).toHaveLength(2);
      expect(heard[1], method).toBe('404');
    }
  });

  test('pipelined requests get responses in their order', async () => {
    const paths = Array.from({ length: 16 }, (_, i) => (i % 2 ? '/healthz' : '/user'));
    const close = (i: number) => (i === paths.length - 1 ? ['Connection: close'] : []);
    const all = paths.map((path, i) => lines(`GET ${path} HTTP/1.1`, 'Host: x', ...close(i), ''));
    const heard = statuses(await say(port, all.join('')));
    expect(heard).toEqual(paths.map((path) => (path === '/user' ? '401' : '200')));
  });

  test('thousands of pipelined requests: the connection closes and few are processed', async () => {
    const before = world.lines.length;
    const heard = await say(port, 'GET /uk/ HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(2200));
    expect(statuses(heard).length).toBeLessThanOrEqual(16);
    expect(world.lines.length - before).toBeLessThanOrEqual(16);
    // and a connection may send any number of requests one after the other
    const paths = Array.from({ length: 40 }, (_, i) => (i % 2 ? '/healthz' : '/user'));
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const asked = paths.map((path) => statusOf(agent, `http://127.0.0.1:${port}${path}`));
    expect(await Promise.all(asked)).toEqual(paths.map((path) => (path === '/user' ? 401 : 200)));
    agent.destroy();
  });

  test.each([
    ['an address of 20 KiB', lines(`GET /${'a'.repeat(20_000)} HTTP/1.1`, 'Host: x', ''), '413'],
    [
      'a header of 20 KiB',
      lines('GET / HTTP/1.1', 'Host: x', `X: ${'a'.repeat(20_000)}`, ''),
      '413',
    ],
    [
      'thousands of headers',
      lines('GET / HTTP/1.1', 'Host: x', ...Array.from({ length: 4000 }, (_, i) => `a${i}: b`), ''),
      '413',
    ],
    ['a body of a gigabyte, as it says', post('Content-Length: 1073741824'), '413'],
    [
      'a form of a gigabyte for an application',
      post('Content-Length: 1073741824')
        .replace('/api/auth', '/oidc/auth')
        .replace('/json', '/x-www-form-urlencoded'),
      '413',
    ],
    [
      'a body without end',
      `${post('Transfer-Encoding: chunked')}8000\r\n${'x'.repeat(0x8000)}\r\n`,
      '413',
    ],
    [
      'JSON as deep as it is long',
      `${post('Content-Length: 16000', 'Connection: close')}${'['.repeat(16_000)}`,
      '400',
    ],
    [
      'JSON that is deep and sound',
      `${post('Content-Length: 16000', 'Connection: close')}${'['.repeat(8000)}${']'.repeat(8000)}`,
      '400',
    ],
  ])('a request that is too large is rejected: %s', async (_, bytes, status) => {
    expect(statuses(await say(port, bytes))).toEqual([status]);
  });

  test.each(['TRACE', 'TRACK', 'CONNECT', 'PROPFIND', 'DEBUG'])(
    'the method %s is rejected',
    async (method) => {
      const target = method === 'CONNECT' ? 'evil.example:443' : '/uk/';
      const secret = 'Cookie: brama_session=hush';
      const heard = await say(
        port,
        lines(`${method} ${target} HTTP/1.1`, 'Host: x', secret, 'Connection: close', ''),
      );
      expect(heard).not.toMatch(/HTTP\/1\.1 [23]/);
      expect(heard).not.toContain('hush');
    },
  );

  test('a protocol upgrade is ignored', async () => {
    const upgrade = ['Connection: Upgrade, close', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'];
    const heard = await say(port, lines('GET /healthz HTTP/1.1', 'Host: x', ...upgrade, ''));
    expect(statuses(heard)).toEqual(['200']);
  });
});

describe('slow and idle connections', () => {
  test('the server has the configured timeouts and connection limit', async () => {
    const world = await makeWorld('sqlite');
    try {
      const { headersTimeout, requestTimeout, timeout, keepAliveTimeout, maxConnections } =
        world.server.server;
      const { headersMs, requestMs, uploadMs, idleMs } = connectionLimits;
      expect([headersTimeout, requestTimeout, timeout, maxConnections]).toEqual([
        headersMs,
        headersMs + uploadMs,
        idleMs,
        connectionLimits.maxConnections,
      ]);
      expect(requestMs).toBeLessThan(uploadMs);
      expect(keepAliveTimeout).toBeLessThan(idleMs);
    } finally {
      await world.close();
    }
  });

  const quick = {
    maxConnections: 3,
    maxConcurrentRequests: 16,
    checkMs: 10,
    headersMs: 60,
    requestMs: 120,
    uploadMs: 60_000,
    idleMs: 60_000,
  };
  const make = async (connections: typeof quick) => {
    const server = await buildServer({
      ownOrigin: 'http://localhost:3000',
      secure: false,
      trustProxy: false,
      logger: pino({ level: 'silent' }),
      scriptHashes: [],
      styleHashes: [],
      connections,
    });
    server.get('/', async () => ({}));
    server.post('/', async () => ({}));
    return { server, port: await listen(server) };
  };

  test.each([
    ['headers that never end', 'GET / HTTP/1.1\r\nHost: x\r\nX-'],
    [
      'a body that never ends',
      'POST / HTTP/1.1\r\nHost: x\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('%s: the response is 408', async (_, bytes) => {
    const { server, port } = await make(quick);
    expect(statuses(await say(port, bytes))).toEqual(['408']);
    await server.close();
  });

  test('a connection that sends nothing is closed', async () => {
    const { server, port } = await make({
      ...quick,
      headersMs: 60_000,
      requestMs: 60_000,
      idleMs: 40,
    });
    expect(await say(port, '')).toMatch(/^(HTTP\/1\.1 408|$)/);
    await server.close();
  });

  test('connections above the limit are closed until another connection ends', async () => {
    const long = { ...quick, headersMs: 60_000, requestMs: 60_000 };
    const { server, port } = await make(long);
    const held = await Promise.all(
      Array.from(
        { length: long.maxConnections },
        () =>
          new Promise<ReturnType<typeof connect>>((resolve) => {
            const socket = connect(port, '127.0.0.1', () => resolve(socket));
          }),
      ),
    );
    const bytes = lines('GET / HTTP/1.1', 'Host: x', 'Connection: close', '');
    expect(statuses(await say(port, bytes))).toEqual([]);
    const gone = new Promise((resolve) => server.server.once('connection', resolve));
    held[0]?.destroy();
    await expect.poll(async () => statuses(await say(port, bytes))).toEqual(['200']);
    await gone;
    for (const socket of held) socket.destroy();
    await server.close();
  });
});
