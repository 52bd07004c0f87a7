import { normalizeAppId } from '@brama/contract/app-id';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createBrowser } from '../../../../test/support/browser.ts';
import { databaseKinds } from '../../../../test/support/databases.ts';
import {
  addOidcApplications,
  portal as application,
} from '../../../../test/support/oidc/applications.ts';
import { createClient, library } from '../../../../test/support/oidc/client.ts';
import { addUser, makeWorld, type World } from '../../../../test/support/world.ts';
import { createApplicationStore } from '../../store.ts';

describe.each(databaseKinds)('codes and tokens, on %s', (kind) => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
  });
  beforeEach(() => {
    world.clock.now = Date.now();
  });
  afterAll(() => world.close());

  async function withCode() {
    const browser = createBrowser(world.server);
    browser.take(await world.signIn());
    const attempt = await portal.begin();
    const { location } = await browser.go(attempt.address);
    return { browser, attempt, location: location ?? '' };
  }

  async function withTokens() {
    const { browser, attempt, location } = await withCode();
    const tokens = await portal.finish(location, attempt);
    return { browser, tokens, refreshToken: tokens.refresh_token ?? '' };
  }

  const claimsBy = (token: string) =>
    library.fetchUserInfo(portal.configuration, token, world.olena);
  const refreshed = (token: string) => library.refreshTokenGrant(portal.configuration, token);
  const refused = expect.objectContaining({ error: 'invalid_grant' });

  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no error',
      (error: { error?: string; cause?: { error?: string } }) => error,
    );

  test('a refresh token is replaced at each use', async () => {
    const { refreshToken } = await withTokens();
    const second = await refreshed(refreshToken);
    expect(second.refresh_token).not.toBe(refreshToken);
    const third = await refreshed(second.refresh_token ?? '');
    expect((await claimsBy(third.access_token)).sub).toBe(world.olena);
  });

  test('a used refresh token can be used again within ten seconds', async () => {
    const { refreshToken } = await withTokens();
    const lost = await refreshed(refreshToken);
    world.clock.now += 9_000;
    const second = await refreshed(refreshToken);
    expect((await claimsBy(second.access_token)).sub).toBe(world.olena);
    expect(second.refresh_token).not.toBe(lost.refresh_token);
    await refreshed(second.refresh_token ?? '');
  });

  test('tokens are invalid after the user loses access to the application', async () => {
    const username = `leaving-${crypto.randomUUID()}`;
    const id = await addUser(world.db, { username }, world.passwordHash);
    const browser = createBrowser(world.server);
    browser.take(await world.signIn(username));
    const attempt = await portal.begin();
    const { location } = await browser.go(attempt.address);
    const tokens = await portal.finish(location ?? '', attempt);
    const update = world.db.updateTable('users').set({ groups: '[]' });
    await update.where('id', '=', id).execute();
    await expect(
      library.fetchUserInfo(portal.configuration, tokens.access_token, id),
    ).rejects.toThrow();
    for (const token of [tokens.access_token, tokens.refresh_token ?? ''])
      expect(await library.tokenIntrospection(portal.configuration, token)).toEqual({
        active: false,
      });
    expect(await errorOf(refreshed(tokens.refresh_token ?? ''))).toEqual(refused);
  });

  test('tokens of a sign-in method that the application no longer accepts are invalid', async () => {
    const store = createApplicationStore(world.db, () => world.clock.now);
    const current = await store.byId(normalizeAppId(application.id));
    if (!current) throw new Error('no application');
    const takeOnly = async (signInMethods: string[] | null) => {
      const { settings } = current.protocol;
      const protocol_settings = JSON.stringify({ ...(settings as object), signInMethods });
      await world.db
        .updateTable('applications')
        .set((one) => ({ protocol_settings, version: one('version', '+', 1) }))
        .where('id', '=', application.id)
        .execute();
    };
    const { tokens, refreshToken } = await withTokens();
    const { attempt, location } = await withCode();
    try {
      await takeOnly(['diia']);
      await expect(claimsBy(tokens.access_token)).rejects.toThrow();
      for (const token of [tokens.access_token, refreshToken])
        expect(await library.tokenIntrospection(portal.configuration, token)).toEqual({
          active: false,
        });
      expect(await errorOf(refreshed(refreshToken))).toEqual(refused);
      expect(await errorOf(portal.finish(location, attempt))).toEqual(refused);
      await takeOnly(['diia', 'password']);
      expect((await claimsBy(tokens.access_token)).sub).toBe(world.olena);
    } finally {
      await takeOnly(null);
    }
  });

  test('a replaced refresh token is not active', async () => {
    const { refreshToken } = await withTokens();
    const lost = await refreshed(refreshToken);
    await refreshed(refreshToken);
    const asked = library.tokenIntrospection(portal.configuration, lost.refresh_token ?? '');
    expect(await asked).toEqual({ active: false });
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s revokes the whole grant',
    async (kindOfToken) => {
      const { tokens } = await withTokens();
      const token = tokens[kindOfToken] ?? '';
      await library.tokenRevocation(portal.configuration, token);
      await expect(claimsBy(tokens.access_token)).rejects.toThrow();
      expect(await errorOf(refreshed(tokens.refresh_token ?? ''))).toEqual(refused);
    },
  );

  test('a client can introspect its own tokens', async () => {
    const { tokens } = await withTokens();
    const own = await library.tokenIntrospection(portal.configuration, tokens.access_token);
    expect(own).toMatchObject({ active: true, client_id: application.id, sub: world.olena });
  });
});
