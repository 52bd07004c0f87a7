// Attacks by URLs: every public path, with every parameter that holds an address, a path or an id. No user is
// redirected away, no value becomes a header or a part of a page, and nothing breaks (CWE-601, CWE-113, CWE-79).

import { unescapeHtml } from '@brama/contract/escape-html';
import { paths } from '@brama/contract/paths';
import { returnParameters } from '@brama/contract/sign-in/return-params';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { issuer } from '../support/google/issuer.ts';
import { type GoogleWorld, makeGoogleWorld } from '../support/google/world.ts';
import { addOidcApplications, portal } from '../support/oidc/applications.ts';
import { apps, ours, password } from '../support/world.ts';

const own = 'http://localhost:3000';
/** Registered origins: the only ones to which the server may redirect. */
const registered = [own, new URL(portal.callback).origin, 'https://campus.example', issuer];

const evils = [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '///evil.example/%2e%2e',
  'https:evil.example',
  'http://localhost:3000@evil.example/',
  'http://localhost:3000.evil.example/',
  'javascript:location="//evil.example"',
  'data:text/html,<script src=//evil.example></script>',
  '\t//evil.example',
  '../../evil.example',
  'x\r\nX-Injected: evil.example\r\n\r\n<b>evil.example',
  'x\u0085\u2028X-Injected: evil.example\0',
  '"><base href=//evil.example><a href=\'//evil.example',
];

const screens = ['', 'apps', 'faq', 'diia', 'button-wizard/received', 'nothing'];
const pages = screens.flatMap((path) => [`/${path}`, `/uk/${path}`, `/en/${path}`]);
const oidcPages = [
  'auth',
  'logout',
  'logout/success',
  'auth/unknown',
  'device',
  'no-access/x',
  'no-level/x',
];
const addresses = [
  ...new Set([
    ...pages,
    '/uk',
    '/en/',
    '/google-auth',
    '/device',
    '/uk/device',
    '/button.svg',
    ...oidcPages.map((path) => `/oidc/${path}`),
    '/oidc/consent/x',
    ...Object.values(paths).filter((path) => !path.includes(':')),
  ]),
];

const parameters = [
  ...returnParameters,
  'client_id',
  'redirect_uri',
  'request_uri',
  'post_logout_redirect_uri',
  'id_token_hint',
  'login_hint',
  'ui_locales',
  'response_mode',
  'prompt',
  'scope',
  'resource',
  'user_code',
  'untold',
  'signed-out',
  'session',
  'google_auth_error',
  'code',
  'iss',
  'error',
  // parameter names that frameworks and proxies often use
  'next',
  'url',
  'return',
  'returnTo',
  'return_to',
  'redirect',
  'continue',
  'dest',
  'lang',
  'lng',
  '_method',
  '__proto__',
  'constructor',
];

function isElsewhere(address: string, at: string): boolean {
  if (!URL.canParse(address, `${own}${at}`)) return true;
  const { origin, protocol } = new URL(address, `${own}${at}`);
  const matters = ['http:', 'https:', 'javascript:', 'vbscript:'].includes(protocol);
  return matters && !registered.includes(origin);
}

const tags = /<[a-z][\w-]*((?:[^>"']|"[^"]*"|'[^']*')*)>/gi;
const attributes = /\s([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/g;
const leading = new Set(['href', 'src', 'action', 'formaction']);

function linksOf(body: string): string[] {
  const all = [...body.matchAll(tags)].flatMap(([, inside = '']) => [
    ...inside.matchAll(attributes),
  ]);
  const found = all.filter(([, name = '']) => leading.has(name));
  return found.map(([, , ...ways]) => unescapeHtml(ways.join('')));
}

const markup = /<base|<b>evil|<script src=\/\/evil|url=(?:https?:)?[\\/]{2}/i;

function faultsOfPage(body: string, at: string): string[] {
  const faults = linksOf(body)
    .filter((link) => isElsewhere(link, at))
    .map((link) => `links to ${link}`);
  return markup.test(body) ? [...faults, 'markup'] : faults;
}

/** Returns what is wrong with a response; an empty list is expected. */
function faultsOf({ statusCode, headers, body }: LightMyRequestResponse, at: string): string[] {
  const faults: string[] = [];
  if (statusCode >= 500) faults.push(`${statusCode}`);
  const { location } = headers;
  if (location !== undefined && isElsewhere(`${location}`, at)) faults.push(`leads to ${location}`);
  for (const [name, value] of Object.entries(headers))
    if (name === 'x-injected' || /[\r\n\0]/.test(`${value}`)) faults.push(`header ${name}`);
  const isPage = `${headers['content-type']}`.startsWith('text/html');
  const isFramed = !`${headers['content-security-policy']}`.includes("frame-ancestors 'none'");
  if (isFramed || (isPage && headers['x-frame-options'] !== 'DENY')) faults.push('may be framed');
  return isPage ? [...faults, ...faultsOfPage(body, at)] : faults;
}

describe('hostile URLs', () => {
  let world: GoogleWorld;
  let session: string;
  beforeAll(async () => {
    world = await makeGoogleWorld('sqlite');
    await addOidcApplications(world.db);
    session = await world.signIn();
  });
  afterAll(() => world.close());

  async function faultsAt(url: string, cookie: string, more: Record<string, string> = {}) {
    const headers = { accept: 'text/html', 'sec-fetch-mode': 'navigate', ...more };
    const cookies = [cookie, more['cookie']].filter(Boolean).join('; ');
    const answer = await world.send({ url, headers: { ...headers, cookie: cookies } });
    return faultsOf(answer, url).map((fault) => `${url}: ${fault}`);
  }

  test.each(evils)(
    'a hostile value in every parameter and header causes no fault: %j',
    async (evil) => {
      const found: string[] = [];
      const text = encodeURIComponent(evil);
      const headers = {
        referer: evil.replaceAll(/[^\x20-\x7e]/g, ''),
        cookie: `i18next=${text}; brama_device=${text}; brama_browser=${text}`,
      };
      for (const address of addresses) {
        const all = new URLSearchParams(parameters.map((name) => [name, evil]));
        found.push(...(await faultsAt(`${address}?${all}`, '', headers)));
        // with a valid application, an invalid value is processed further
        all.set('appId', apps.campus.id);
        all.set('client_id', portal.id);
        for (const name of ['request', 'prompt', 'response_mode', 'scope']) all.delete(name);
        found.push(...(await faultsAt(`${address}?${all}&response_type=code`, session)));
      }
      expect(found).toEqual([]);
    },
  );

  test.each([
    '//evil.example/uk/',
    '///evil.example',
    '/%2fevil.example',
    '/%5cevil.example',
    '/%09/evil.example',
    '/uk//evil.example',
    '/uk/%2f%2fevil.example/',
    '/uk/%5c%5cevil.example',
    '/uk/https://evil.example',
    '/uk/https:%2f%2fevil.example/apps',
    '/en/apps//evil.example',
    '/uk/apps/%2e%2e/%2f/evil.example',
    '/uk/%0d%0aX-Injected:%20evil.example',
    '/%0d%0aX-Injected:%20evil.example',
    '/uk/"><base%20href=//evil.example>',
    '/;@evil.example',
    '/.evil.example',
    '/apps/;//evil.example',
  ])('a hostile path causes no fault: %s', async (path) => {
    for (const cookie of ['', session])
      for (const url of [path, `${path}?appId=${apps.campus.id}`])
        expect(await faultsAt(url, cookie)).toEqual([]);
  });

  test.each(evils)('hostile form fields cause no fault: %j', async (evil) => {
    const fields = new URLSearchParams(
      [
        'username',
        'password',
        'code',
        'state',
        'iss',
        'xsrf',
        'proof',
        'user_code',
        'redirect',
      ].map((name) => [name, evil]),
    );
    const form = {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
      'sec-fetch-mode': 'navigate',
    };
    const query = new URLSearchParams({ appId: evil, state: evil, request: evil, next: evil });
    const found: string[] = [];
    for (const address of [
      '/uk/',
      paths.googleAuth,
      paths.signOut,
      '/device',
      '/oidc/logout/confirm',
      '/device/code',
      '/api/access/end',
      '/api/sessions/end',
      '/api/sessions/end-others',
    ])
      for (const cookie of [
        `i18next=${encodeURIComponent(evil)}`,
        `${await world.signIn()}; i18next=en`,
      ]) {
        const url = `${address}?${query}`;
        const headers = { ...form, cookie };
        const answer = await world.send({ method: 'POST', url, headers, payload: `${fields}` });
        found.push(...faultsOf(answer, url).map((fault) => `${url}: ${fault}`));
      }
    expect(found).toEqual([]);
  });

  test.each(evils)(
    'a sign-in form with hostile parameters redirects to the applications: %j',
    async (evil) => {
      const all = new URLSearchParams(parameters.map((name) => [name, evil]));
      const url = `/uk/?${all}`;
      for (const [name, value] of Object.entries({ username: 'o.shevchenko', password }))
        all.set(name, value);
      const answer = await world.send({
        method: 'POST',
        url,
        headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
        payload: `${all}`,
      });
      expect([answer.statusCode, faultsOf(answer, url)]).toEqual([303, []]);
      expect(answer.headers.location).toMatch(/^\/uk\/apps\?/);
    },
  );

  // proves that the tests above would find a flaw
  test('the checks detect every kind of flaw', () => {
    const answer = (headers: object, body = '') =>
      faultsOf(
        { statusCode: 200, headers: { ...frameless, ...headers }, body } as LightMyRequestResponse,
        '/uk/',
      );
    const frameless = { 'content-security-policy': "frame-ancestors 'none'" };
    const page = { 'content-type': 'text/html', 'x-frame-options': 'DENY' };
    expect(answer({ 'content-type': 'text/html' })).toEqual(['may be framed']);
    expect(answer({ 'content-security-policy': '' })).toEqual(['may be framed']);
    for (const location of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example/',
      '\t//evil.example',
    ])
      expect(answer({ location })).toHaveLength(1);
    for (const location of ['/uk/?next=//evil.example', 'https://campus.example/a', 'http:evil'])
      expect(answer({ location })).toEqual([]);
    expect(answer({ 'x-injected': 'a' })).toHaveLength(1);
    expect(answer(page, '<a href="&#47;/evil.example">')).toEqual([]);
    expect(answer(page, '<a href=//evil.example>')).toHaveLength(1);
    expect(answer(page, '<form action="javascript:1">')).toHaveLength(1);
    expect(answer(page, '<meta content="0; url=//evil.example">')).toHaveLength(1);
  });
});
