import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../secrets.ts';
import { createBrowser } from '../../testing/browser.ts';
import { databaseKinds } from '../../testing/databases.ts';
import {
  addOidcApplications,
  portal as application,
  office,
} from '../../testing/oidc/applications.ts';
import { createClient, library } from '../../testing/oidc/client.ts';
import { addUser, makeWorld, type World } from '../../testing/world.ts';

describe.each(databaseKinds)('codes and tokens, on %s', (kind) => {
  let world: World;
  let portal: Awaited<ReturnType<typeof createClient>>;
  let stranger: Awaited<ReturnType<typeof createClient>>;

  beforeAll(async () => {
    world = await makeWorld(kind);
    await addOidcApplications(world.db);
    portal = await createClient(world.server);
    stranger = await createClient(world.server, office);
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
  const refreshed = (token: string, client = portal) =>
    library.refreshTokenGrant(client.configuration, token);
  const refused = expect.objectContaining({ error: 'invalid_grant' });

  const errorOf = (work: Promise<unknown>) =>
    work.then(
      () => 'no error',
      (error: { error?: string; cause?: { error?: string } }) => error,
    );

  test('a code sent twice is refused, and the tokens of the first die', async () => {
    const { attempt, location } = await withCode();
    const tokens = await portal.finish(location, attempt);
    await claimsBy(tokens.access_token);
    expect(await errorOf(portal.finish(location, attempt))).toEqual(refused);
    await expect(claimsBy(tokens.access_token)).rejects.toThrow();
    expect(await errorOf(refreshed(tokens.refresh_token ?? ''))).toEqual(refused);
  });

  test('of a code sent many times at once at most one is worth anything, and in the end none', async () => {
    const { attempt, location } = await withCode();
    const all = await Promise.allSettled(
      Array.from({ length: 6 }, () => portal.finish(location, attempt)),
    );
    const given = all.filter((one) => one.status === 'fulfilled');
    expect(given.length).toBeLessThanOrEqual(1);
    for (const { value } of given) await expect(claimsBy(value.access_token)).rejects.toThrow();
  });

  test('the code of another application is worth nothing, and stays good for its own', async () => {
    const { attempt, location } = await withCode();
    expect(await errorOf(stranger.finish(location, attempt))).toEqual(refused);
    expect((await portal.finish(location, attempt)).claims()?.sub).toBe(world.olena);
  });

  test('a code needs the verifier of its own request', async () => {
    const { attempt, location } = await withCode();
    const other = { ...attempt, verifier: library.randomPKCECodeVerifier() };
    expect(await errorOf(portal.finish(location, other))).toEqual(refused);
  });

  test('after a revocation the same session gets tokens again', async () => {
    const { browser, attempt, location } = await withCode();
    await portal.finish(location, attempt);
    await errorOf(portal.finish(location, attempt));
    const next = await portal.begin();
    const { location: again } = await browser.go(next.address);
    const tokens = await portal.finish(again ?? '', next);
    expect((await claimsBy(tokens.access_token)).sub).toBe(world.olena);
  });

  test('a refresh token is replaced at every use', async () => {
    const { refreshToken } = await withTokens();
    const second = await refreshed(refreshToken);
    expect(second.refresh_token).not.toBe(refreshToken);
    const third = await refreshed(second.refresh_token ?? '');
    expect((await claimsBy(third.access_token)).sub).toBe(world.olena);
  });

  test('a lost answer: within ten seconds the same refresh token gets another successor', async () => {
    const { refreshToken } = await withTokens();
    const lost = await refreshed(refreshToken);
    world.clock.now += 9_000;
    const second = await refreshed(refreshToken);
    expect((await claimsBy(second.access_token)).sub).toBe(world.olena);
    expect(second.refresh_token).not.toBe(lost.refresh_token);
    await refreshed(second.refresh_token ?? '');
  });

  test('an answer that was not lost after all: one of the two is a thief, and everything dies', async () => {
    const { refreshToken } = await withTokens();
    const first = await refreshed(refreshToken);
    const second = await refreshed(refreshToken);
    expect(await errorOf(refreshed(first.refresh_token ?? ''))).toEqual(refused);
    expect(await errorOf(refreshed(second.refresh_token ?? ''))).toEqual(refused);
    await expect(claimsBy(second.access_token)).rejects.toThrow();
  });

  test('without the right to the application tokens are worth nothing any more', async () => {
    const id = await addUser(world.db, { username: 'leaving' }, world.passwordHash);
    const browser = createBrowser(world.server);
    browser.take(await world.signIn('leaving'));
    const attempt = await portal.begin();
    const { location } = await browser.go(attempt.address);
    const tokens = await portal.finish(location ?? '', attempt);
    const update = world.db.updateTable('users').set({ groups: '[]' });
    await update.where('id', '=', id).execute();
    await expect(
      library.fetchUserInfo(portal.configuration, tokens.access_token, id),
    ).rejects.toThrow();
    expect(await errorOf(refreshed(tokens.refresh_token ?? ''))).toEqual(refused);
  });

  test('after ten seconds it is a thief, and everything dies', async () => {
    const { refreshToken, tokens } = await withTokens();
    const second = await refreshed(refreshToken);
    world.clock.now += 10_001;
    expect(await errorOf(refreshed(refreshToken))).toEqual(refused);
    expect(await errorOf(refreshed(second.refresh_token ?? ''))).toEqual(refused);
    await expect(claimsBy(tokens.access_token)).rejects.toThrow();
  });

  test('once its successor has been used it is a thief at once', async () => {
    const { refreshToken } = await withTokens();
    const second = await refreshed(refreshToken);
    const third = await refreshed(second.refresh_token ?? '');
    expect(await errorOf(refreshed(refreshToken))).toEqual(refused);
    expect(await errorOf(refreshed(third.refresh_token ?? ''))).toEqual(refused);
  });

  test('another application can do nothing with it', async () => {
    const { refreshToken } = await withTokens();
    expect(await errorOf(refreshed(refreshToken, stranger))).toEqual(refused);
    await refreshed(refreshToken);
  });

  test('sent many times at once, one successor is left', async () => {
    const { refreshToken } = await withTokens();
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => refreshed(refreshToken)));
    const given = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const good = [];
    for (const { refresh_token } of given) {
      const answer = await errorOf(refreshed(refresh_token ?? ''));
      if (answer === 'no error') good.push(refresh_token);
    }
    // whoever is second with a successor of the same one is taken for a thief
    expect(good.length).toBeLessThanOrEqual(1);
    const left = world.db.selectFrom('oidc_tokens').select('id_hash');
    const living = await left
      .where('predecessor', '=', hashSecret(refreshToken))
      .where('consumed_at', 'is', null)
      .execute();
    expect(living.length).toBeLessThanOrEqual(1);
  });

  test.each(['access_token', 'refresh_token'] as const)(
    'revoking the %s ends all of the grant; nobody else can',
    async (kindOfToken) => {
      const { tokens } = await withTokens();
      const token = tokens[kindOfToken] ?? '';
      await library.tokenRevocation(stranger.configuration, token).catch(() => undefined);
      expect((await claimsBy(tokens.access_token)).sub).toBe(world.olena);
      await library.tokenRevocation(portal.configuration, token);
      await expect(claimsBy(tokens.access_token)).rejects.toThrow();
      expect(await errorOf(refreshed(tokens.refresh_token ?? ''))).toEqual(refused);
    },
  );

  test('an application may ask about its own tokens, and learns nothing of others', async () => {
    const { tokens } = await withTokens();
    const own = await library.tokenIntrospection(portal.configuration, tokens.access_token);
    expect(own).toMatchObject({ active: true, client_id: application.id, sub: world.olena });
    const other = await library.tokenIntrospection(stranger.configuration, tokens.access_token);
    expect(other).toEqual({ active: false });
  });

  test('nothing of it stands in the database or in the log', async () => {
    const { browser, attempt, location } = await withCode();
    const tokens = await portal.finish(location, attempt);
    const waiting = await createBrowser(world.server).go((await portal.begin()).address);
    const secrets = [
      new URL(location).searchParams.get('code'),
      tokens.access_token,
      tokens.refresh_token,
      tokens.id_token,
      new URL(waiting.url).searchParams.get('request'),
      browser.cookie('brama_session'),
      application.secret,
      office.secret,
    ];
    const tables = ['oidc_tokens', 'oidc_grants', 'pending_requests', 'oidc_keys', 'applications'];
    const rows = await Promise.all(
      tables.map((table) =>
        world.db
          .selectFrom(table as 'oidc_tokens')
          .selectAll()
          .execute(),
      ),
    );
    const kept = JSON.stringify(rows) + world.lines.join('\n');
    for (const secret of secrets) {
      expect(secret).toEqual(expect.stringMatching(/^.{20,}/));
      expect(kept).not.toContain(secret);
    }
    expect(kept).not.toMatch(/"d":"|PRIVATE KEY/);
  });
});
