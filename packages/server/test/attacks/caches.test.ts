// Headers that caches and proxies interpret and the server must not trust. They change no response (cache poisoning,
// web cache deception). Cacheable responses name in `Vary` the headers on which they depend.

import { paths } from '@brama/contract/paths';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOidcApplications, portal } from '../support/oidc/applications.ts';
import { attemptOf, withoutEncrypted } from '../support/oidc/raw.ts';
import { makeWorld, type World } from '../support/world.ts';

const evil = 'evil.example';
const lies: Record<string, string>[] = [
  { host: evil },
  { host: `${evil}:80@localhost` },
  {
    'x-forwarded-host': evil,
    'x-forwarded-server': evil,
    'x-host': evil,
    'x-http-host-override': evil,
  },
  {
    'x-forwarded-proto': 'https',
    'x-forwarded-scheme': 'nothttps',
    'x-forwarded-ssl': 'on',
    'front-end-https': 'on',
  },
  {
    'x-forwarded-port': '1337',
    'x-forwarded-prefix': `//${evil}`,
    'x-forwarded-path': `//${evil}`,
  },
  { forwarded: `for=192.0.2.9;host=${evil};proto=gopher` },
  {
    'x-original-url': '/user',
    'x-rewrite-url': '/user',
    'x-original-uri': '/user',
    'x-request-uri': '/user',
  },
  {
    'x-original-host': evil,
    'x-wap-profile': `http://${evil}`,
    'x-amz-website-redirect-location': `//${evil}`,
  },
  {
    'x-middleware-subrequest': 'middleware',
    'x-invoke-path': '/user',
    'x-http-status-code-override': '404',
  },
  {
    range: 'bytes=0-1',
    'x-forwarded-for': `${evil}, 192.0.2.9`,
    via: `1.1 ${evil}`,
    'cache-control': 'no-transform',
  },
];

const addresses = [
  '/',
  '/uk/',
  '/en/faq',
  '/uk/nothing',
  '/uk/apps',
  '/assets/entry-abc123.js',
  '/integration_manual.pdf',
  '/button.svg',
  '/robots.txt',
  '/manifest.uk.webmanifest',
  '/locales/uk/login.json',
  '/.well-known/openid-configuration',
  '/.well-known/security.txt',
  '/oidc/jwks',
  '/oidc/logout',
  '/device',
  paths.signInMethods,
  paths.knownApplications,
  `${paths.registeredApplication}?appId=3d1488ae-128e-4655-8ca2-1ef554379335`,
  paths.appRedirect,
  paths.user,
];

describe.each(['', '1'])('with TRUST_PROXY %j', (TRUST_PROXY) => {
  let world: World;
  let session: string;
  beforeAll(async () => {
    world = await makeWorld('sqlite', { TRUST_PROXY, SUPPORT_EMAIL: 'help@campus.example' });
    await addOidcApplications(world.db);
    session = await world.signIn();
  });
  afterAll(() => world.close());

  async function seen(url: string, headers: Record<string, string> = {}, more: InjectOptions = {}) {
    const answer = await world.send({ url, headers, ...more });
    const { date: _d, 'x-request-id': id, ...rest } = answer.headers;
    const hide = (text: string) =>
      withoutEncrypted(text)
        .replaceAll(`${id}`, '(id)')
        .replaceAll(`${id}`.slice(0, 8), '(reference)')
        .replaceAll(/[\w-]{43}/g, '(secret)');
    return {
      status: answer.statusCode,
      headers: hide(JSON.stringify(rest)),
      body: hide(answer.body),
    };
  }

  test.each(addresses)('untrusted headers do not change the response of %s', async (url) => {
    const plain = await seen(url);
    expect(plain.status).toBeLessThan(500);
    for (const lie of lies) {
      const told = await seen(url, lie);
      // the client requested a part of the file
      if (lie['range'] && told.status === 206) continue;
      expect(told, JSON.stringify(lie)).toEqual(plain);
    }
  });

  test('untrusted headers do not change authorization responses, cookies or errors', async () => {
    const { address } = attemptOf(portal);
    for (const url of [
      address,
      '/oidc/auth?client_id=x',
      '/oidc/auth?client_id=x&redirect_uri=y',
    ]) {
      const plain = await seen(url);
      for (const lie of lies) expect(await seen(url, lie), JSON.stringify(lie)).toEqual(plain);
    }
  });

  const personal = /Шевченко|KV-1/;
  const tails = [
    '',
    '?x=.css',
    '/.css',
    '/x.js',
    '%2f.css',
    ';x.css',
    '%3f.css',
    '%00.css',
    '.css',
  ];
  const aboutPeople = ['/user', '/api/user', '/uk/apps', '/api/access', paths.knownApplications];

  test.each(aboutPeople)(
    'responses with personal data are not cacheable, with any suffix: %s',
    async (path) => {
      const wanted = path === '/uk/apps' ? 'private, no-store' : 'no-store';
      for (const tail of tails) {
        const { headers, body } = await world.send({
          url: path + tail,
          headers: { cookie: session },
        });
        if (personal.test(body)) expect(headers['cache-control'], path + tail).toBe(wanted);
      }
    },
  );

  test.each(addresses)(
    'cacheable responses set no cookie and have a correct Vary header: %s',
    async (url) => {
      const bare = await world.send({ url });
      if (/no-store/.test(`${bare.headers['cache-control']}`)) return;
      expect(bare.cookies).toEqual([]);
      const vary = `${bare.headers['vary'] ?? ''}`.toLowerCase();
      const asked = {
        cookie: `${session}; i18next=en`,
        'accept-language': 'en',
        'save-data': 'on',
        'sec-fetch-dest': 'document',
        origin: 'https://portal.example',
      };
      for (const [name, value] of Object.entries(asked)) {
        const { body } = await world.send({ url, headers: { [name]: value } });
        if (body !== bare.body) expect(vary, name).toContain(name);
      }
    },
  );
});
