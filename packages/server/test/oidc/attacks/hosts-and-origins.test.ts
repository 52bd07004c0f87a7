// Requests with a false host, or from pages of other origins (CWE-644, Fetch §3.2).

import { request as overHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { discoveryPaths } from '../../../src/applications/oidc/endpoints.ts';
import { createBrowser } from '../../support/browser.ts';
import { portal as application } from '../../support/oidc/applications.ts';
import { type Arena, issuer, makeArena } from '../../support/oidc/arena.ts';
import { attemptOf, basicOf } from '../../support/oidc/raw.ts';

const claimsIn = (jwt: string) =>
  JSON.parse(`${Buffer.from(jwt.split('.')[1] ?? '', 'base64url')}`);

describe('hosts and origins', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  describe('false host names in a request are ignored (CWE-644)', () => {
    const lies = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      'x-forwarded-port': '666',
      'x-original-url': '/evil',
      'x-rewrite-url': '/evil',
      forwarded: 'host=evil.example;proto=gopher',
    };

    test.each(discoveryPaths)('%s has the same content for every request', async (url) => {
      const plain = await arena.send({ url });
      const lied = await arena.send({ url, headers: lies });
      expect(lied.json()).toEqual(plain.json());
      expect(lied.json().issuer).toBe(issuer);
      expect(lied.body).not.toMatch(/evil|gopher/);
    });

    test('responses, pages and redirects contain only the configured host', async () => {
      const browser = await arena.signedIn();
      const { address } = attemptOf(application);
      const answer = await browser.request(address, { headers: lies });
      expect(new URL(`${answer.headers.location}`).searchParams.get('iss')).toBe(issuer);
      const nobody = await createBrowser(arena.server).request(address, { headers: lies });
      expect(nobody.headers.location).toMatch(/^\/uk\/\?appId=/);
      const question = await browser.request('/oidc/logout', { headers: lies });
      expect(question.body).not.toMatch(/evil|gopher/);
      const given = await arena.withCode();
      const { id_token } = (
        await arena.exchange(given, {}, { ...basicOf(application), ...lies })
      ).json();
      expect(claimsIn(id_token).iss).toBe(issuer);
    });

    test('a request line with an absolute URL does not change the host', async () => {
      const node = await arena.node();
      await node.listen({ port: 0, host: '127.0.0.1' });
      const { port } = node.server.address() as AddressInfo;
      const get = (path: string) =>
        new Promise<{ location: string; cookie: string; body: string }>((settle, reject) => {
          overHttp({ port, host: '127.0.0.1', path, headers: lies }, (response) => {
            const { location = '', 'set-cookie': set = [] } = response.headers;
            const cookie = set.map((one) => one.split(';')[0]).join('; ');
            let body = '';
            response.on('data', (chunk) => {
              body += chunk;
            });
            response.on('end', () => settle({ location, cookie, body }));
          })
            .on('error', reject)
            .end();
        });
      const found = await get('http://evil.example/.well-known/openid-configuration');
      expect(JSON.parse(found.body).token_endpoint).toBe(`${issuer}/oidc/token`);
      expect(found.body).not.toMatch(/evil|gopher/);
      const asked = await get(`http://evil.example${attemptOf(application).address}`);
      expect(asked.location).toMatch(/^\/uk\/\?appId=/);
      // resumes the suspended request
      const cookie = `${asked.cookie}; ${await arena.signIn()}`;
      const url = `/api/app-redirect${asked.location.slice('/uk/'.length)}`;
      const goesOn = await arena.send({ url, headers: { cookie } });
      expect(goesOn.headers.location).toMatch(/^http:\/\/localhost:3000\/oidc\/auth\//);
    });
  });

  // Fetch §3.2: what a script of another site may read
  describe('other origins', () => {
    const origins = [
      'https://evil.example',
      'null',
      'https://portal.example.evil.example',
      'http://portal.example',
    ];
    test.each(origins)('a page of %s cannot read claims or tokens', async (origin) => {
      const { tokens } = await arena.withTokens();
      const headers = { authorization: `Bearer ${tokens.access_token}`, origin };
      const about = await arena.send({ url: '/oidc/userinfo', headers });
      expect(about.headers).not.toHaveProperty('access-control-allow-origin');
      expect(about.body).not.toContain('Шевченко');
      const given = await arena.withCode();
      const answer = await arena.exchange(given, {}, { ...basicOf(application), origin });
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      expect(answer.body).not.toContain('access_token');
    });

    test('a page of the application can read claims, without cookies', async () => {
      const { tokens } = await arena.withTokens();
      const headers = {
        authorization: `Bearer ${tokens.access_token}`,
        origin: 'https://portal.example',
      };
      const about = await arena.send({ url: '/oidc/userinfo', headers });
      expect(about.headers['access-control-allow-origin']).toBe('https://portal.example');
      expect(about.headers).not.toHaveProperty('access-control-allow-credentials');
    });

    test.each(['/oidc/auth', '/oidc/logout', '/user', '/uk/'])(
      'no other origin can read %s',
      async (url) => {
        const browser = await arena.signedIn();
        const answer = await browser.request(url, {
          headers: { origin: 'https://portal.example' },
        });
        expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
      },
    );
  });
});
