import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { createAddressFilter, createOutbound } from './request.ts';

/** Host name → addresses. Other names are resolved by DNS. */
const addresses = vi.hoisted(() => new Map<string, string[]>());
vi.mock(import('node:dns'), async (original) => {
  const real = await original();
  const lookup = (name: string, options: object, done: (...all: unknown[]) => void) => {
    const own = addresses.get(name);
    if (own)
      done(
        null,
        own.map((address) => ({ address, family: 4 })),
      );
    else real.lookup(name, options, done);
  };
  return { ...real, lookup: lookup as unknown as typeof real.lookup };
});

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

/** Starts an application on this computer. Returns its port and the requests that it receives. */
async function application(status: number, headers: Record<string, string> = {}) {
  const got: string[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      got.push(`${request.method} ${request.url} ${request.headers['content-type']} ${body}`);
      response.writeHead(status, headers).end('x'.repeat(100_000));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, got };
}

const timeout = () => AbortSignal.timeout(10_000);
const form = new URLSearchParams({ logout_token: 'a b' });

test.each([
  ['8.8.8.8', true],
  ['1.1.1.1', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['172.32.0.1', true],
  ['192.168.1.1', false],
  ['192.0.0.8', false],
  ['192.0.2.1', false],
  ['192.31.196.1', false],
  ['192.52.193.1', false],
  ['192.88.99.1', false],
  ['192.175.48.1', false],
  ['198.19.0.1', false],
  ['198.51.100.1', false],
  ['203.0.113.1', false],
  ['240.0.0.1', false],
  ['255.255.255.255', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['::7f00:1', false],
  ['::ffff:0:127.0.0.1', false],
  ['fec0::1', false],
  ['168.63.129.16', false],
  ['::ffff:127.0.0.1', false],
  ['::ffff:10.0.0.1', false],
  ['fd00::1', false],
  ['64:ff9b:1::1', false],
  ['100::1', false],
  ['100:0:0:1::1', false],
  ['100:0:0:1:ffff:ffff:ffff:ffff', false],
  ['2001::1', false],
  ['2001:db8::1', false],
  ['3fff::1', false],
  ['5f00::1', false],
  ['ff02::1', false],
  ['fe80::1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
])('%s may be reached: %s', (address, may) => {
  expect(createAddressFilter([])(address)).toBe(may);
});

test('allowed networks may be reached', () => {
  const judge = createAddressFilter(['10.1.0.0/16', 'fd00::/8', '192.168.7.7']);
  expect(['10.1.9.9', '10.2.0.1', 'fd00::5', '192.168.7.7', '192.168.7.8'].map(judge)).toEqual([
    true,
    false,
    true,
    true,
    false,
  ]);
});

test.each(['127.0.0.1', 'localhost', '[::1]', '2130706433', '0x7f.1'])(
  'http://%s is rejected without a request',
  async (host) => {
    const { port, got } = await application(200);
    const call = createOutbound([]).post(`http://${host}:${port}/out`, form, timeout());
    await expect(call).rejects.toThrow('private network');
    expect(got).toEqual([]);
  },
);

test('an allowed address receives the form', async () => {
  const { port, got } = await application(204);
  const outbound = createOutbound(['127.0.0.0/8', '::1/128']);
  const answer = await outbound.post(`http://localhost:${port}/out?x=1`, form, timeout());
  expect(answer).toEqual({ status: 204 });
  expect(got).toEqual(['POST /out?x=1 application/x-www-form-urlencoded logout_token=a+b']);
});

test('get asks the address with its query, and reads the status alone', async () => {
  const { port, got } = await application(404);
  const outbound = createOutbound(['127.0.0.1']);
  const answer = await outbound.get(`http://127.0.0.1:${port}/back?a=b&a=c`, timeout());
  expect([answer, got]).toEqual([{ status: 404 }, ['GET /back?a=b&a=c undefined ']]);
  const refused = createOutbound([]).get(`http://127.0.0.1:${port}/back`, timeout());
  await expect(refused).rejects.toThrow('private network');
  expect(got).toHaveLength(1);
});

test('redirects are not followed', async () => {
  const elsewhere = await application(200);
  const { port } = await application(307, { location: `http://127.0.0.1:${elsewhere.port}/` });
  const outbound = createOutbound(['127.0.0.1']);
  const answer = await outbound.post(`http://127.0.0.1:${port}/`, form, timeout());
  expect(answer).toEqual({ status: 307 });
  expect(elsewhere.got).toEqual([]);
});

test('a missing response is aborted by the signal, an endless response is not read', async () => {
  const ended: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    ended.push(once(response, 'close'));
    if (request.url === '/silent') return;
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    };
    response.on('drain', more);
    more();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = createOutbound(['127.0.0.1']);
  await expect(outbound.post(`${at}/silent`, form, AbortSignal.timeout(50))).rejects.toThrow();
  const forEver = new AbortController().signal;
  expect(await outbound.post(`${at}/endless`, form, forEver)).toEqual({ status: 200 });
  await Promise.all(ended);
});

test('if a name has several addresses, only the allowed ones are used', async () => {
  const reached: unknown[] = [];
  const server = createServer((request, response) => {
    reached.push(request.socket.localAddress);
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, '0.0.0.0', ready));
  servers.push(() => {
    server.closeAllConnections();
    server.close();
  });
  addresses.set('mixed.example', ['127.0.0.1', '127.0.0.2']);
  const { port } = server.address() as AddressInfo;
  const outbound = createOutbound(['127.0.0.2']);
  const answer = await outbound.post(`http://mixed.example:${port}/`, form, timeout());
  expect([answer, reached]).toEqual([{ status: 200 }, ['127.0.0.2']]);
});
