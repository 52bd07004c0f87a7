// Redirect URIs: the server redirects only to registered ones, compared as strings (RFC 9700 §4.1.3, OpenID Connect Core
// §3.1.2.1).

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oidcSettingsFrom } from '../../../src/applications/oidc/clients/settings.ts';
import { createBrowser } from '../../support/browser.ts';
import {
  addOidcApplication,
  portal as application,
  office,
} from '../../support/oidc/applications.ts';
import { type Arena, makeArena } from '../../support/oidc/arena.ts';
import { attemptOf, besideFacts, ended, said } from '../../support/oidc/raw.ts';

const loopback = {
  id: '1c1f4b6e-5d54-4f4e-9d3d-2f1e0d9c8b44',
  secret: 'TG9rYWxueWkgaSBrbHl1Y2ggdmlkIGJyYW15IDQ0',
  callback: 'http://127.0.0.1:4711/callback?from=brama',
};

describe('redirect URIs', () => {
  let arena: Arena;

  beforeAll(async () => {
    arena = await makeArena('sqlite');
    await addOidcApplication(arena.db, {
      id: loopback.id,
      name: 'loopback',
      protocol: { metadata: { redirect_uris: [loopback.callback] }, secret: loopback.secret },
    });
  });
  beforeEach(() => {
    arena.clock.now = Date.now();
  });
  afterAll(() => arena.close());

  test.each([
    ['of somebody else', 'https://evil.example/callback'],
    ['of another application', office.callback],
    ['below another host that begins alike', 'https://portal.example.evil.example/callback'],
    ['with the host as a username', 'https://portal.example@evil.example/callback'],
    ['with a username', 'https://user@portal.example/callback'],
    ['with a backslash before another host', 'https://evil.example\\@portal.example/callback'],
    ['with another scheme', 'http://portal.example/callback'],
    ['with another port', 'https://portal.example:8443/callback'],
    ['with the usual port written out', 'https://portal.example:443/callback'],
    ['with capitals in the host', 'https://PORTAL.example/callback'],
    ['with capitals in the path', 'https://portal.example/Callback'],
    ['with a dot after the host', 'https://portal.example./callback'],
    ['with a longer path', 'https://portal.example/callback/more'],
    ['with a longer last word', 'https://portal.example/callback2'],
    ['with a slash at its end', 'https://portal.example/callback/'],
    ['with a way up and down again', 'https://portal.example/a/../callback'],
    ['with a way up', 'https://portal.example/callback/../open'],
    ['with an encoded way up', 'https://portal.example/callback/%2e%2e/open'],
    ['with an encoded letter', 'https://portal.example/c%61llback'],
    ['with a query', 'https://portal.example/callback?next=https://evil.example'],
    ['with a fragment', 'https://portal.example/callback#fragment'],
    ['with an empty fragment', 'https://portal.example/callback#'],
    ['with a star', 'https://*.example/callback'],
    ['with a space', 'https://portal.example/callback '],
    ['with a line feed', 'https://portal.example/callback\nlocation:evil'],
    ['with a NUL', 'https://portal.example/callback\0'],
    ['without a scheme', '//portal.example/callback'],
    ['that is a path', '/callback'],
    ['that is a script', 'javascript:alert(document.domain)//https://portal.example/callback'],
    ['that is its own page', 'data:text/html,<script>alert(1)</script>'],
    ['that is empty', ''],
    ['that is missing', undefined],
    ['given twice', [application.callback, 'https://evil.example/callback']],
    ['given twice alike', [application.callback, application.callback]],
  ])('a redirect URI %s receives neither a code nor an error', async (_, redirect_uri) => {
    const { address } = attemptOf(application, { redirect_uri });
    for (const browser of [await arena.signedIn(), createBrowser(arena.server)]) {
      const stop = await browser.go(address);
      expect(ended(stop)).toBe('page 400 /oidc/auth');
      expect(besideFacts(stop.body)).not.toMatch(/evi|alert/);
    }
  });

  // if the redirect URI is valid, other errors go to it (RFC 6749 §4.1.2.1)
  test.each([
    { response_type: 'token' },
    { scope: 'openid nonsense\n' },
    { prompt: 'none' },
    { code_challenge: undefined, code_challenge_method: undefined },
    { request: 'a.b.c' },
    { max_age: '-1' },
  ])('a foreign redirect URI receives no other error either: %j', async (wrong) => {
    const { address } = attemptOf(application, {
      redirect_uri: 'https://evil.example/',
      ...wrong,
    });
    const stop = await createBrowser(arena.server).go(address);
    expect(ended(stop)).toBe('page 400 /oidc/auth');
  });

  // native applications, which may choose a port (RFC 8252 §7.3), come later; until then no port is free
  test.each([
    'http://127.0.0.1:4712/callback?from=brama',
    'http://127.0.0.1/callback?from=brama',
    'http://localhost:4711/callback?from=brama',
    'http://127.1:4711/callback?from=brama',
    'http://[::1]:4711/callback?from=brama',
    'http://127.0.0.1:4711/callback',
    'http://127.0.0.1:4711/callback?from=brama&more=1',
  ])('a loopback redirect URI must match exactly: %s', async (redirect_uri) => {
    const browser = await arena.signedIn();
    expect(ended(await browser.go(attemptOf(loopback).address))).toBe('code');
    const stop = await browser.go(attemptOf(loopback, { redirect_uri }).address);
    expect(ended(stop)).toBe('page 400 /oidc/auth');
  });

  // RFC 6749 §4.1.3
  test.each([
    ['another registered one would be', office.callback],
    ['one that only differs in its query', `${application.callback}?a=b`],
    ['none', undefined],
  ])('a code is rejected with a different redirect URI: %s', async (_, redirect_uri) => {
    const given = await arena.withCode();
    expect(said(await arena.exchange(given, { redirect_uri }))).toMatch(/^400 invalid_/);
    expect(said(await arena.exchange(given))).toBe('200');
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'com.example.app:/callback',
    'http://portal.example/callback',
    'https://user:password@portal.example/callback',
    'https://portal.example/callback#fragment',
    'https://*.example/callback',
    '//portal.example/callback',
  ])('%s cannot be registered', (address) => {
    const given = { type: 'oidc', metadata: { redirect_uris: [address] }, secret: loopback.secret };
    const result = oidcSettingsFrom(given, undefined);
    expect('issues' in result && result.issues.map(({ path }) => path.join('.'))).toEqual([
      'metadata.redirect_uris.0',
    ]);
  });
});
