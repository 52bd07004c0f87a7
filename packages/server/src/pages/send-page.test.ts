// Pages that are the same for every user are rendered once, and no request can add entries to the cache.

import { gunzipSync } from 'node:zlib';
import { languages } from '@brama/contract/paths';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { makeWorld, type World } from '../../test/support/world.ts';

let world: World;
beforeAll(async () => {
  world = await makeWorld('sqlite');
});
afterAll(() => world.close());

const encodings = ['br', 'gzip', 'identity'];
const savings = [undefined, 'on'];
/** Every address below a language whose page is the same for every user. */
const sharedPages = [
  '',
  '?signed-out',
  '?session=ended',
  '?password=changed',
  '?google_auth_error=true',
  '?google_auth_error=unavailable',
  'faq',
  'diia',
  'button-wizard/received',
];

function get(url: string, headers: Record<string, string | undefined> = {}) {
  const sent = Object.entries(headers).filter(([, value]) => value !== undefined);
  return world.send({ url, headers: Object.fromEntries(sent) });
}

test('simultaneous first requests render a page once', async () => {
  const render = vi.spyOn(world.site, 'renderScreen');
  const bodies = await Promise.all(Array.from({ length: 5 }, () => get('/uk/faq')));
  expect(new Set(bodies.map(({ body }) => body)).size).toBe(1);
  expect(render).toHaveBeenCalledTimes(1);
  render.mockRestore();
});

test('a page that failed to render is rendered again', async () => {
  const render = vi.spyOn(world.site, 'renderScreen').mockImplementationOnce(() => {
    throw new Error('broken on purpose');
  });
  expect((await get('/en/faq')).statusCode).toBe(500);
  expect((await get('/en/faq')).statusCode).toBe(200);
  render.mockRestore();
});

test('the spelling of a path does not change the cached page', async () => {
  world.site.cache.clear();
  const escaped = await get('/uk/f%61q');
  expect(escaped.statusCode).toBe(200);
  expect((await get('/uk/faq')).body).toBe(escaped.body);
  expect(escaped.body).not.toContain('%61');
});

test('a page with user data is compressed where it is the same for every user', async () => {
  const cookie = await world.signIn();
  const headers = { cookie, 'save-data': undefined };
  const plain = await get('/uk/apps', { ...headers, 'accept-encoding': 'br' });
  expect(plain.headers['content-encoding']).toBeUndefined();
  const zipped = await get('/uk/apps', { ...headers, 'accept-encoding': 'gzip, br' });
  expect(zipped.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  // the user data itself
  expect(zipped.rawPayload.toString()).toContain('Шевченко Олена');
});

test('requests with any query, header, path or notice add no entries', async () => {
  const urls = languages.flatMap((one) => sharedPages.map((page) => `/${one}/${page}`));
  for (const encoding of encodings)
    for (const saving of savings)
      for (const url of urls) await get(url, { 'accept-encoding': encoding, 'save-data': saving });
  const { cache } = world.site;
  const all = encodings.length * savings.length * urls.length;
  expect(cache.size).toBe(all);

  for (let i = 0; i < 50; i += 1) {
    const headers = {
      'accept-encoding': [`br;q=0.${i}`, `x-${i}, gzip`, '*', `deflate;q=${i / 100}`][i % 4],
      'accept-language': `x-${i}`,
      'save-data': `${i}`,
      cookie: `i18next=x${i}; brama_session=${i}`,
    };
    for (const url of [
      `/uk/?note=${i}`,
      `/uk/?signed-out=${i}`,
      `/uk/?signed-out&untold=${i}`,
      `/uk/?session=${i}`,
      `/uk/?password=changed&${i}`,
      `/en/?google_auth_error=${i}`,
      `/en/?appId=${i}&state=${i}`,
      `/en/?request=${i}`,
      `/en/faq?${i}`,
      `/en/button-wizard/received?ticketId=${i}`,
      `/uk/diia?appId=${i}`,
      `/uk/unknown/${i}`,
      `/uk/%${i}`,
      `/uk/notice?content=${i}`,
      `/de/${i}`,
      `/${i}`,
    ])
      await get(url, headers);
  }
  expect(cache.size).toBe(all);
});
