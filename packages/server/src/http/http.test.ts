import { connect } from 'node:net';
import { referenceOf } from '@brama/contract/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appsPropsOf } from '../../test/support/web-build.ts';
import { apps, makeWorld, ours, password, type World } from '../../test/support/world.ts';
import { chooseLanguageHash } from '../pages/language/choose-language.ts';

describe('the HTTP server', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
  });
  afterAll(() => world.close());

  const credentials = { username: 'o.shevchenko', password };

  describe('origin rule', () => {
    const attempt = (headers: Record<string, string>) =>
      world.send({
        method: 'POST',
        url: '/api/auth',
        headers: { 'content-type': 'application/json', ...headers },
        payload: credentials,
      });

    test.each<[Record<string, string>, number]>([
      [{ 'sec-fetch-site': 'same-origin' }, 200],
      [{ origin: 'http://localhost:3000' }, 200],
      [{ 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' }, 403],
      [{ 'sec-fetch-site': 'same-site' }, 403],
      [{ origin: 'http://127.0.0.1:3000' }, 403],
      [{ origin: 'null' }, 403],
      [{}, 403],
    ])('%j → %i', async (headers, status) => {
      expect((await attempt(headers)).statusCode).toBe(status);
    });
  });

  describe('bad input gets a clear error', () => {
    test.each([
      ['malformed JSON', { payload: '{"username":' }, 400, 'request.malformed'],
      ['a poisoned prototype', { payload: '{"__proto__":{"a":1}}' }, 400, 'request.malformed'],
      [
        'one poisoned by a detour',
        { payload: '{"constructor":{"prototype":{"a":1}}}' },
        400,
        'request.malformed',
      ],
      ['nothing', { payload: '' }, 400, 'request.invalid'],
      ['more than 16 KiB', { payload: `"${'x'.repeat(16_400)}"` }, 413, 'request.too-large'],
      [
        'text',
        { headers: { ...ours, 'content-type': 'text/plain' }, payload: 'x' },
        415,
        'request.unsupported-type',
      ],
      [
        'a form',
        {
          headers: { ...ours, 'content-type': 'application/x-www-form-urlencoded' },
          payload: 'username=x',
        },
        415,
        'request.unsupported-type',
      ],
      [
        'no type',
        { headers: { 'sec-fetch-site': 'same-origin', 'content-type': '' }, payload: 'x' },
        415,
        'request.unsupported-type',
      ],
    ])('%s', async (_, options, status, code) => {
      const answer = await world.send({
        method: 'POST',
        url: '/api/auth',
        headers: ours,
        ...options,
      });
      expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
      expect(answer.json().error.requestId).toBe(answer.headers['x-request-id']);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test.each([
      ['GET', '/api/auth', 'POST'],
      ['DELETE', '/api/auth/internal', 'POST'],
      ['POST', '/user', 'GET, HEAD'],
      ['PUT', '/api/ticket', 'GET, HEAD, POST'],
      ['OPTIONS', '/api/auth', 'POST'],
    ] as const)('%s %s gets 405 with Allow: %s', async (method, url, allow) => {
      const answer = await world.send({
        method,
        url,
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect([answer.statusCode, answer.headers.allow]).toEqual([405, allow]);
      expect(answer.json().error.code).toBe('request.method-not-allowed');
    });

    test.each([
      ['GET', '/api'],
      ['GET', '/api/nothing?appSecret=hush'],
      ['POST', '/api/nothing'],
      ['GET', '/oidc/nothing'],
      ['GET', '/.well-known/nothing'],
      ['GET', '/locales/uk/nothing.json'],
      ['GET', '/assets/nothing.js'],
      ['GET', '/metrics'],
      ['GET', '/actuator/health'],
      ['GET', '/healthz/'],
      ['GET', '/server-status?auto'],
      ['POST', '/locales/add/uk/apps'],
      ['POST', '/nothing'],
    ] as const)('%s %s gets 404 in JSON', async (method, url) => {
      const answer = await world.send({ method, url });
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'request.not-found']);
    });

    test.each([
      '/v1/kpi-id-signin.0123456789ab.js',
      '/v1/nothing',
      '/kpi-id-signin.0123456789ab.js',
      '/kpi-id-signin.js.map',
      '/v1/kpi-id-signin.0123456789ab.mjs',
      '/kpi-id-signin.0123456789ab.mjs',
      '/integration_manual_de.pdf',
      '/files/nothing.js',
    ])('%s, which no build has, gets 404 that other sites can read', async (url) => {
      for (const accept of ['*/*', 'text/html']) {
        const answer = await world.send({
          url,
          headers: { accept, 'sec-fetch-site': 'cross-site' },
        });
        expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'request.not-found']);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': '*',
          'cross-origin-resource-policy': 'cross-origin',
          'cache-control': 'no-store',
        });
      }
    });

    test.each(['/api/nothing', '/api/nothing.js', '/oidc/nothing.json'])(
      '%s gets 404 that other sites cannot read',
      async (url) => {
        const { headers } = await world.send({ url });
        expect(headers).not.toHaveProperty('access-control-allow-origin');
      },
    );

    test('an invalid percent-encoding in the path', async () => {
      const answer = await world.send({ url: '/%E0%A4%A' });
      expect(answer.headers['x-request-id']).toBe(answer.json().error.requestId);
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect([answer.statusCode, answer.json().error.code]).toEqual([400, 'request.malformed']);
    });

    test('bytes that are not HTTP', async () => {
      const node = await world.node();
      await node.listen({ port: 0, host: '127.0.0.1' });
      const address = node.server.address();
      const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
      const text = await new Promise<string>((resolve) => {
        let received = '';
        const socket = connect(port, '127.0.0.1', () => socket.end('NONSENSE\r\n\r\n'));
        socket.on('data', (chunk) => {
          received += chunk;
        });
        socket.on('close', () => resolve(received));
      });
      expect(text).toMatch(/^HTTP\/1\.1 400 Bad Request/);
      expect(text).toContain('"code":"request.malformed"');
      expect(text).toContain('x-content-type-options: nosniff');
    });
  });

  test('security.txt is served only if a contact is configured', async () => {
    const url = '/.well-known/security.txt';
    expect((await world.send({ url })).statusCode).toBe(200);
    const named = await makeWorld('sqlite', { SECURITY_CONTACT: 'https://campus.example/holes' });
    const nobody = await makeWorld('sqlite', { BRAMA_DEMO: '0' });
    try {
      const { body, headers } = await named.send({ url });
      expect(headers['content-type']).toBe('text/plain; charset=utf-8');
      expect(body).toBe(
        [
          'Contact: https://campus.example/holes',
          'Expires: 2027-05-19T00:00:00.000Z',
          'Preferred-Languages: uk, en',
          'Canonical: http://localhost:3000/.well-known/security.txt',
          '',
        ].join('\n'),
      );
      expect((await nobody.send({ url })).statusCode).toBe(404);
    } finally {
      await named.close();
      await nobody.close();
    }
  });

  test('every response has the security headers', async () => {
    for (const url of [
      '/uk/',
      '/user',
      '/api/nothing',
      '/',
      '/healthz',
      '/assets/entry-abc123.js',
    ]) {
      const { headers } = await world.send({ url });
      expect(headers, url).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      });
      const policy = String(headers['content-security-policy']);
      expect(policy, url).toContain("frame-ancestors 'none'");
      expect(policy, url).toContain("default-src 'none'");
      expect(policy, url).toContain("script-src 'self' 'sha256-abc='");
      expect(policy, url).not.toContain('unsafe');
      expect(policy, url).toContain("require-trusted-types-for 'script';trusted-types brama");
      expect(headers['permissions-policy'], url).toMatch(/camera=\(\).*usb=\(\)/);
      expect(headers['referrer-policy'], url).toBe('same-origin');
    }
  });

  describe('pages', () => {
    const at = async (url: string, headers: Record<string, string> = {}) => {
      const answer = await world.send({ url, headers });
      return [answer.statusCode, answer.headers.location ?? ''];
    };

    test.each([
      ['/', '/uk/'],
      ['/?appId=a&state=b%20c', '/uk/?appId=a&state=b%20c'],
      ['/uk', '/uk/'],
      ['/en?appId=a', '/en/?appId=a'],
      ['/apps?appId=a', '/uk/apps?appId=a'],
      ['/nothing', '/'],
      ['//evil.example', '/'],
      ['/de/apps', '/'],
      ['/uk/apps/?appId=a', '/uk/apps?appId=a'],
      ['/uk/apps?appId=a&x=1', '/uk/?appId=a&x=1'],
    ])('anonymous: %s → %s', async (url, location) => {
      expect(await at(url)).toEqual([302, location]);
    });

    test('the language cookie applies if the path has no language', async () => {
      expect(await at('/', { cookie: 'i18next=en' })).toEqual([302, '/en/']);
      expect(await at('/recovery/access-code', { cookie: 'i18next=en' })).toEqual([
        302,
        '/en/recovery/access-code',
      ]);
      expect(await at('/', { cookie: 'i18next=xx' })).toEqual([302, '/uk/']);
    });

    test('without a cookie, browsers use local storage and other clients get Ukrainian', async () => {
      const browser = { 'sec-fetch-dest': 'document' };
      const looks = await world.send({ url: '/faq?a=1', headers: browser });
      expect(looks.statusCode).toBe(200);
      expect(looks.body).toContain('localStorage.getItem("i18nextLng")');
      expect(looks.body).toContain('url=/uk/faq?a=1');
      expect(looks.headers['content-security-policy']).toContain(chooseLanguageHash);
      expect(await at('/faq?a=1', { ...browser, cookie: 'i18next=en' })).toEqual([
        302,
        '/en/faq?a=1',
      ]);
    });

    test('a public page shows the instance and the carried parameters, escaped', async () => {
      const answer = await world.send({ url: '/uk/faq?appId=a&x="><b>' });
      expect(answer.body).toContain('href="/uk/?appId=a"');
      expect(answer.body).toContain('Університет «Тест»');
      expect(answer.body).not.toContain('<b>');
    });

    test('the sign-in page names the requested application, escaped', async () => {
      const known = await world.send({ url: `/uk/?appId=${apps.campus.id}` });
      expect(known.body).toMatch(/<h1>[^<]+</);
      const unknown = await world.send({ url: '/uk/?appId=x' });
      expect(unknown.body).toContain('<h1></h1>');
      expect(unknown.body).toContain('<p>Один обліковий запис.</p>');
    });

    test.each([
      [
        'a form too large',
        { method: 'POST', url: '/uk/', payload: `username=${'x'.repeat(17_000)}` },
        413,
        'Запит завеликий.',
      ],
    ] as const)(
      '%s: browsers are led to a page, other clients get JSON',
      async (_name, request, status, words) => {
        const form = { ...ours, 'content-type': 'application/x-www-form-urlencoded' };
        const people = await world.send({
          ...request,
          headers: { ...form, 'sec-fetch-mode': 'navigate' },
        });
        expect(people.statusCode).toBe(303);
        const page = await world.send({ url: `${people.headers.location}` });
        expect(page.statusCode).toBe(status);
        expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
        expect(page.headers['content-security-policy']).toContain("style-src 'self'");
        expect(page.body).toContain(words);
        expect(page.body).toContain(
          `<code>${`${people.headers['x-request-id']}`.slice(0, 8)}</code>`,
        );
        const program = await world.send({
          ...request,
          headers: { ...form, 'sec-fetch-mode': 'cors' },
        });
        expect(program.statusCode).toBe(status);
        expect(program.json().error.requestId).toBe(program.headers['x-request-id']);
      },
    );

    test('for an undecodable address, browsers get a not-found page and other clients an error', async () => {
      const people = { 'sec-fetch-mode': 'navigate' };
      const page = await world.send({ url: '/en/%zz?a=1', headers: people });
      expect(page.statusCode).toBe(404);
      expect(page.headers['content-security-policy']).toContain("style-src 'self'");
      expect(page.body).toContain('href="/uk/%zz?a=1"');
      expect(await at('/%zz', people)).toEqual([302, '/']);
      expect((await world.send({ url: '/en/%zz' })).json().error.code).toBe('request.malformed');
      expect((await world.send({ url: '/api/%zz', headers: people })).statusCode).toBe(400);
    });

    test('a browser with save-data enabled gets no web font', async () => {
      const headers = { 'save-data': 'on' };
      const frugal = await world.send({ url: '/uk/', headers });
      expect(frugal.body).toContain('<html data-save-data lang="uk">');
      expect(frugal.headers.vary).toContain('save-data');
      expect(frugal.body).not.toContain('as="font"');
      expect((await world.send({ url: '/uk/' })).body).toContain('as="font"');
    });

    test('a page error report is logged on one line, under its reference code', async () => {
      const report = {
        reference: 'BCD23456',
        page: '/uk/apps',
        message: 'Error: a\u001b[2J\u2028b',
      };
      expect((await world.post('/api/page-errors', report)).statusCode).toBe(200);
      const line = world.lines.find((text) => text.includes('BCD23456'));
      expect(JSON.parse(line ?? '')).toMatchObject({ message: 'Error: a [2J b' });
      const sly = { ...report, page: '/uk/?ticketId=1' };
      expect((await world.post('/api/page-errors', sly)).statusCode).toBe(400);
      const foul = { ...report, reference: 'x' };
      expect((await world.post('/api/page-errors', foul)).statusCode).toBe(400);
    });

    test('browsers get brotli although they list gzip first', async () => {
      const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' };
      const { headers: got } = await world.send({ url: '/uk/', headers });
      expect(got['content-encoding']).toBe('br');
      const head = await world.send({ method: 'HEAD', url: '/uk/', headers });
      expect(head.headers['content-length']).toBe(got['content-length']);
    });

    test('page error reports do not flood the log', async () => {
      const before = world.lines.length;
      const report = { reference: 'GHJ23456', page: '/uk/apps', message: 'Error: again' };
      for (let i = 0; i < 100; i += 1) await world.post('/api/page-errors', report);
      const kept = world.lines.slice(before).filter((line) => line.includes('GHJ23456'));
      expect(kept.length).toBeLessThanOrEqual(60);
      expect(kept.length).toBeGreaterThan(50);
    });

    test('an unknown page under a language gets the not-found page with 404', async () => {
      const answer = await world.send({ url: '/en/nothing' });
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body).toContain('<html lang="en"');
      expect(answer.body).toContain('<h1>Сторінку не знайдено</h1>');
      expect(answer.body).toContain('href="/uk/nothing"');
    });

    test('the login page shows a notice by query, keeps the query in links, and is not cached', async () => {
      const answer = await world.send({ url: '/uk/?session=ended&appId=1' });
      expect(answer.body).toContain('data-notice="session-ended"');
      expect(answer.body).toContain('href="/en/?session=ended&amp;appId=1"');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect((await world.send({ url: '/uk/?signed-out' })).body).toContain(
        'data-notice="signed-out"',
      );
    });

    test.each([
      ['true', 'google-failed'],
      ['unavailable', 'google-unavailable'],
      ['whatever', 'none'],
      ['true&google_auth_error=true', 'none'],
    ])('the login page shows a notice of the Google failure: %s', async (told, notice) => {
      const { body } = await world.send({ url: `/en/?google_auth_error=${told}` });
      expect(body).toContain(`data-notice="${notice}"`);
    });

    test('a signed-in user is redirected to the applications page and can open it', async () => {
      const cookie = await world.signIn();
      expect(await at('/uk/?appId=1&x=2', { cookie })).toEqual([302, '/uk/apps?appId=1&x=2']);
      expect(await at('/uk/diia?appId=1&x=2', { cookie })).toEqual([302, '/uk/apps?appId=1&x=2']);
      const page = await world.send({ url: '/en/apps?x=2', headers: { cookie } });
      expect(page.statusCode).toBe(200);
      expect(page.headers['cache-control']).toBe('private, no-store');
      const props = appsPropsOf(page.body);
      expect(props).toMatchObject({ user: { fullName: 'Шевченко Олена' } });
      expect(props).not.toHaveProperty('missing');
      expect(props.user.applications.map(({ id }) => id)).toContain(apps.campus.id);
      // requested by the dialog, and needed in the page only without JavaScript
      expect(props).not.toHaveProperty('myData');
      const inUser = await world.send({
        url: '/user',
        headers: { cookie, 'accept-language': 'en' },
      });
      expect(Object.keys(props.user)).toEqual(Object.keys(inUser.json()));
    });

    test('after a session ends, the sign-in page says so and keeps the requested application', async () => {
      const cookie = 'brama_session=over';
      for (const [url, to] of [
        ['/uk/apps', '/uk/?session=ended'],
        ['/en/apps?appId=1&x=2', '/en/?appId=1&x=2&session=ended'],
        ['/uk/apps?session=ended', '/uk/?session=ended'],
        ['/uk/password', '/uk/?session=ended'],
        ['/api/app-redirect?appId=1&x=2', '/uk/?appId=1&session=ended'],
      ] as const) {
        expect(await at(url, { cookie })).toEqual([302, to]);
        expect((await world.send({ url: to })).body).toContain('data-notice="session-ended"');
      }
      expect(await at('/uk/apps', {})).toEqual([302, '/uk/']);
    });

    test('the applications page says that the requested application is not available', async () => {
      const cookie = await world.signIn();
      const open = async (query: string) => {
        const { body, headers } = await world.send({
          url: `/uk/apps?${query}`,
          headers: { cookie },
        });
        const { opening, missing } = appsPropsOf(body);
        return { opening, missing, requestId: `${headers['x-request-id']}` };
      };
      const { requestId, ...rooms } = await open(`appId=${apps.rooms.id}`);
      expect(rooms).toEqual({
        opening: undefined,
        missing: {
          title: 'rooms укр',
          reason: 'no-access',
          contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
          reference: referenceOf(requestId),
        },
      });
      expect(world.lines.join('')).toMatch(
        new RegExp(`"application":"${apps.rooms.id}","reason":"no-access"`),
      );
      for (const unknown of ['appId=%00', 'appId=0b6d7c52-5a0e-4f53-9a64-0d3f3b1f6f10'])
        expect((await open(unknown)).missing).toEqual({
          reason: 'unknown',
          contact: { href: 'mailto:help@campus.example', text: 'help@campus.example' },
          reference: expect.stringMatching(/^[\da-f]{8}$/),
        });
      // a repeated or empty parameter is ignored
      for (const query of ['appId=', `appId=${apps.rooms.id}&appId=2`, 'x=1'])
        expect(await open(query)).toMatchObject({ opening: undefined, missing: undefined });
      // the launch decides about a suspended request
      expect(await open(`appId=${apps.rooms.id}&request=r`)).toMatchObject({
        opening: { href: expect.stringMatching(/&request=r&userHash=/) },
        missing: undefined,
      });
      const { opening } = await open(`appId=${apps.campus.id}&state=s&x=1`);
      expect(opening?.title).toBe('campus укр');
      expect(opening?.href).toMatch(
        new RegExp(`^/api/app-redirect\\?appId=${apps.campus.id}&state=s&userHash=[\\w-]+$`),
      );
    });

    test('pages are compressed with an encoding that the browser accepts', async () => {
      for (const [accept, encoding] of [
        ['br, gzip', 'br'],
        ['gzip', 'gzip'],
        ['identity', undefined],
      ] as const) {
        const { headers } = await world.send({
          url: '/uk/',
          headers: { 'accept-encoding': accept },
        });
        expect(headers['content-encoding']).toBe(encoding);
      }
    });

    test.each(['/integration_manual.pdf', '/integration_manual_en.pdf'])(
      '%s can be embedded by other sites and is cached for five minutes',
      async (url) => {
        const { statusCode, headers } = await world.send({ url });
        expect(statusCode).toBe(200);
        expect(headers).toMatchObject({
          'content-type': 'application/pdf',
          'cache-control': 'public, max-age=300',
          'cross-origin-resource-policy': 'cross-origin',
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
        });
        // shown, not downloaded
        expect(headers).not.toHaveProperty('content-disposition');
        const head = await world.send({ method: 'HEAD', url });
        expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
          200,
          '',
          '8',
        ]);
        const again = await world.send({ url, headers: { 'if-none-match': `${headers['etag']}` } });
        expect(again.statusCode).toBe(304);
      },
    );

    test('hashed files are immutable, public files are revalidated, internal files are not served', async () => {
      const asset = await world.send({ url: '/assets/entry-abc123.js' });
      expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
      const icon = await world.send({ url: '/campus-icons/library.svg' });
      expect(icon.headers).toMatchObject({
        'cache-control': 'public, max-age=86400',
        'content-type': 'image/svg+xml',
      });
      const words = await world.send({ url: '/locales/uk/apps.json' });
      expect(words.headers['cache-control']).toBe('no-cache');
      expect(words.json()['sign-out'].action).toBe('Вийти');
      const again = await world.send({
        url: '/locales/uk/apps.json',
        headers: { 'if-none-match': String(words.headers['etag']) },
      });
      expect(again.statusCode).toBe(304);
      for (const [url, type] of [
        ['/manifest.uk.webmanifest', 'application/manifest+json'],
        ['/robots.txt', 'text/plain'],
        ['/icon-192.png', 'image/png'],
      ] as const) {
        const { statusCode, headers } = await world.send({ url });
        expect([statusCode, headers['cache-control']]).toEqual([200, 'no-cache']);
        expect(headers['content-type']).toContain(type);
      }
      expect((await world.send({ url: '/site.json' })).statusCode).toBe(404);
      for (const url of ['/index.html', '/login.uk.password.none.html'])
        expect(await at(url)).toEqual([302, '/']);
    });
  });

  test('healthz reports the process, readyz reports the database', async () => {
    expect((await world.send({ url: '/healthz' })).json()).toEqual({ status: 'ok' });
    expect((await world.send({ url: '/readyz' })).json()).toEqual({ status: 'ready' });
  });
});

describe('when the database is unavailable', () => {
  test('requests get 503 with retry-after, and the process continues', async () => {
    const world = await makeWorld('postgres');
    const { default: pg } = await import('pg');
    try {
      const cookie = await world.signIn();
      const { inject } = await import('vitest');
      const admin = new pg.Client(inject('postgresUrl'));
      await admin.connect();
      const name =
        'postgresUrl' in world.address ? new URL(world.address.postgresUrl).pathname.slice(1) : '';
      await admin.query(`alter database ${name} with allow_connections false`);
      await admin.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
        [name],
      );
      const ready = await world.send({ url: '/readyz' });
      expect([ready.statusCode, ready.json().error.code]).toEqual([503, 'unavailable']);
      const user = await world.send({ url: '/user', headers: { cookie } });
      expect([user.statusCode, user.json().error.code]).toEqual([503, 'unavailable']);
      expect(user.headers['retry-after']).toBe('5');
      expect((await world.send({ url: '/healthz' })).statusCode).toBe(200);
      await admin.query(`alter database ${name} with allow_connections true`);
      await admin.end();
      expect((await world.send({ url: '/user', headers: { cookie } })).statusCode).toBe(200);
    } finally {
      await world.close();
    }
  });
});
