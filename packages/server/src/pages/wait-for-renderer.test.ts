import Fastify, { type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { waitForRenderer } from './wait-for-renderer.ts';
import type { Site } from './web-build.ts';

/** Returns a server whose renderer counts how often it was asked for, and loads when the test says so. */
function makeServer() {
  const { promise, resolve } = Promise.withResolvers<void>();
  const counts = { load: 0 };
  let loaded = false;
  const site = {
    load() {
      if (loaded) return undefined;
      counts.load += 1;
      return promise;
    },
  } as Site;
  const server: FastifyInstance = Fastify();
  waitForRenderer(server, site);
  server.get('/uk/', async () => `${loaded}`);
  server.get('/healthz', async () => `${loaded}`);
  server.get('/keys', { config: { isDataOnly: true } }, async () => `${loaded}`);
  function finish() {
    loaded = true;
    resolve();
  }
  return { server, counts, finish };
}

test('a request for a page waits until the renderer is loaded', async () => {
  const { server, counts, finish } = makeServer();
  const page = server.inject('/uk/');
  await expect.poll(() => counts.load).toBe(1);
  finish();
  expect((await page).body).toBe('true');
  expect((await server.inject('/uk/')).body).toBe('true');
  expect(counts.load).toBe(1);
});

test('programs and monitoring do not wait for the renderer', async () => {
  const { server, counts } = makeServer();
  for (const path of ['/healthz', '/keys']) expect((await server.inject(path)).body).toBe('false');
  expect(counts.load).toBe(0);
});
