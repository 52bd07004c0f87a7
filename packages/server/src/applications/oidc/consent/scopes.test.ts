// What an application receives that requests more or less than its record allows, as docs/integrate/openid-connect.md promises.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { addOidcApplication } from '../../../../test/support/oidc/applications.ts';
import { createClient, library } from '../../../../test/support/oidc/client.ts';
import { makeWorld, type World } from '../../../../test/support/world.ts';

const secret = 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3';

describe('scopes and refresh tokens', () => {
  let world: World;

  beforeAll(async () => {
    world = await makeWorld('sqlite');
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  /** Returns what an application with this record receives for this request. */
  async function answerTo(metadata: object, parameters: Record<string, string>, own: object = {}) {
    const id = crypto.randomUUID();
    const callback = `https://${id}.example/callback`;
    const protocol = { secret, metadata: { redirect_uris: [callback], ...metadata }, ...own };
    await addOidcApplication(world.db, { id, name: id, protocol });
    const client = await createClient(world.server, { id, secret, callback });
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const attempt = await client.begin(parameters);
    const { location = '' } = await browser.go(attempt.address);
    const error = URL.parse(location)?.searchParams.get('error');
    if (error) return { error };
    const tokens = await client.finish(location, attempt);
    return {
      scope: tokens.scope,
      refresh: tokens.refresh_token !== undefined,
      claims: Object.keys(tokens.claims() ?? {}),
    };
  }

  const refreshing = { grant_types: ['authorization_code', 'refresh_token'] };

  test('a scope outside the client settings is rejected, an unknown scope is ignored', async () => {
    expect(await answerTo({}, { scope: 'openid groups' })).toEqual({ error: 'invalid_scope' });
    expect(await answerTo({}, { scope: 'openid profile_of_others' })).toMatchObject({
      scope: 'openid',
    });
  });

  test.each(['openid', 'openid offline_access'])(
    '«%s»: only the client settings decide about a refresh token',
    async (scope) => {
      expect(await answerTo({}, { scope })).toMatchObject({ scope: 'openid', refresh: false });
      expect(await answerTo(refreshing, { scope })).toMatchObject({
        scope: 'openid',
        refresh: true,
      });
    },
  );

  test('offline_access must be in the client settings, and adds no refresh token', async () => {
    const request = { scope: 'openid offline_access', prompt: 'consent' };
    const scope = 'openid offline_access';
    expect(await answerTo(refreshing, request)).toEqual({ error: 'invalid_scope' });
    expect(await answerTo({ scope }, request)).toMatchObject({ scope: 'openid', refresh: false });
    expect(await answerTo({ ...refreshing, scope }, request)).toMatchObject({ refresh: true });
  });

  test('a refresh token ends with the session, with or without offline_access', async () => {
    const id = crypto.randomUUID();
    const callback = `https://${id}.example/callback`;
    const metadata = { ...refreshing, scope: 'openid offline_access', redirect_uris: [callback] };
    await addOidcApplication(world.db, { id, name: id, protocol: { secret, metadata } });
    const client = await createClient(world.server, { id, secret, callback });
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const attempt = await client.begin({ scope: 'openid offline_access', prompt: 'consent' });
    const { location = '' } = await browser.go(attempt.address);
    const tokens = await client.finish(location, attempt);
    const before = await library.refreshTokenGrant(
      client.configuration,
      tokens.refresh_token ?? '',
    );
    await world.post('/api/auth/logout', undefined, { cookie: browser.cookies() });
    await expect(
      library.refreshTokenGrant(client.configuration, before.refresh_token ?? ''),
    ).rejects.toMatchObject({ error: 'invalid_grant' });
  });

  test('prompt=select_account is rejected', async () => {
    expect(await answerTo({}, { scope: 'openid', prompt: 'select_account' })).toEqual({
      error: 'invalid_request',
    });
  });

  test('the ID token contains claims only if the client settings enable it', async () => {
    const scope = 'openid profile groups';
    const claims = ['name', 'preferred_username', 'groups'];
    const without = await answerTo({ scope }, { scope });
    for (const claim of claims) expect(without.claims).not.toContain(claim);
    const within = await answerTo({ scope }, { scope }, { claimsInIdToken: true });
    expect(within.claims).toEqual(expect.arrayContaining(claims));
  });

  test('the ID token contains sid for clients with back-channel logout', async () => {
    const told = { backchannel_logout_uri: 'https://told.example/sign-out' };
    const request = { scope: 'openid' };
    expect((await answerTo(told, request)).claims).not.toContain('sid');
    const single = { ...told, backchannel_logout_session_required: true };
    expect((await answerTo(single, request)).claims).toContain('sid');
  });
});
