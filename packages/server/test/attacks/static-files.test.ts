// Path traversal out of the folder of static files, with paths that no client library would send (CWE-22). Also files
// in the folder that are not public.

import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeWorld, type World } from '../support/world.ts';

let world: World;
let port: number;
beforeAll(async () => {
  world = await makeWorld('sqlite');
  await world.server.listen({ port: 0, host: '127.0.0.1' });
  port = (world.server.server.address() as AddressInfo).port;
});
afterAll(() => world.close());

/** Sends the path as it is written. */
const get = (path: string) =>
  new Promise<{ status: number; type: string; body: string }>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path }, (answer) => {
      let body = '';
      answer.on('data', (chunk) => {
        body += chunk;
      });
      answer.on('end', () =>
        resolve({
          status: answer.statusCode ?? 0,
          type: `${answer.headers['content-type']}`,
          body,
        }),
      );
    })
      .on('error', reject)
      .end();
  });

const ups = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '%252e%252e%252f',
  '..%5c',
  '..\\',
  '%2e%2e%5c',
  '....//',
  '..;/',
  '..%00/',
  '.%00./',
  '%c0%ae%c0%ae/',
  '%uff0e%uff0e/',
  '..%ef%bc%8f',
  '.%2e/',
  '/../',
  './../',
];
const starts = ['/', '/assets/', '/assets/entry-abc123.js/', '/locales/uk/', '/uk/'];
const goals = ['etc/passwd', 'site.json', 'package.json', 'proc/self/environ'];

test.each(ups)('a path with %s does not leave the folder', async (up) => {
  for (const start of starts)
    for (const goal of goals)
      for (const depth of [1, 12]) {
        const path = start + up.repeat(depth) + goal;
        const { status, type, body } = await get(path);
        expect(status, path).toBeLessThan(500);
        expect(body, path).not.toMatch(/root:.*:0:0:|scriptHashes|"workspaces"|PATH=/);
        if (status === 200) expect(type, path).toMatch(/^text\/html/);
      }
});

test.each([
  '/site.json',
  '/SITE.JSON',
  '/site.json%00.js',
  '/site.json/',
  '/./site.json',
  '/uk/site.json',
  '/assets/../site.json',
  '/assets/entry-abc123.js%00',
  '/assets/entry-abc123.js::$DATA',
  '/assets/entry-abc123.js.br',
  '/assets/entry-abc123.js.map',
  '/assets/',
  '/assets',
  '/locales/',
  '/locales/uk/',
  '/uk/index.html',
  '/uk.html',
  '/uk/faq.html',
  '/maintenance.html',
  '/.git/HEAD',
  '/.env',
  '/.built',
  '/locales/.env',
  '/icon-192.png.br',
  '/icon-192.png.gz',
  '/login.uk.password.none.html',
  '/data/brama.sqlite',
  '/packages/server/src/main.ts',
  '/node_modules/fastify/package.json',
  '/server-status',
  '/metrics',
  '/debug/pprof',
])('a non-public path is not served: %s', async (path) => {
  const { status, body } = await get(path);
  expect([200, 206]).not.toContain(status);
  expect(body).not.toMatch(/scriptHashes|Index of|export \{\}/);
});

test('an existing file is served', async () => {
  expect(await get('/assets/entry-abc123.js')).toMatchObject({ status: 200, body: 'export {};' });
});
