// Notification of the opened applications, however a session ends. Uses the composed server with its cleanup and
// notification jobs; the test sets their intervals.

import { dirname } from 'node:path';
import type { OpenSession } from '@brama/contract/api/sessions';
import { paths } from '@brama/contract/paths';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { createBrowser } from '../../test/support/browser.ts';
import { commandContext } from '../../test/support/command-context.ts';
import { databaseKinds } from '../../test/support/databases.ts';
import { addOidcApplication } from '../../test/support/oidc/applications.ts';
import { createArena } from '../../test/support/oidc/arena.ts';
import { createListener, dueNotifications } from '../../test/support/oidc/listener.ts';
import { attemptOf, ended } from '../../test/support/oidc/raw.ts';
import { makeWorld, password, type World } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { revokeUsers } from '../app/revoke-users.ts';
import { createReadIcon } from '../applications/icons/read-icon.ts';
import { createApplicationsManifest } from '../applications/manifest/manifest.ts';
import { ApplicationOwners } from '../applications/owners.ts';
import { createApplicationStore } from '../applications/store.ts';
import { runSessions } from '../commands/sessions.ts';
import { apply } from '../directory/apply/apply.ts';
import { createUserEntry } from '../directory/apply/parse/user-entry.ts';
import { maxSessionsOfUser } from './start.ts';

const hour = 3600_000;

/** Returns the settings of a command that runs on the database of the servers. */
function configOf({ address, keys }: World) {
  const env =
    'postgresUrl' in address
      ? { DATABASE_URL: address.postgresUrl }
      : { DATA_DIR: dirname(address.sqliteFile) };
  const given = {
    DATA_KEY: keys.data.toString('hex'),
    TAX_ID_KEY: keys.taxId.toString('hex'),
  };
  return readConfig({ ...env, ...given }, () => '');
}

async function applyUser(world: World, user: Record<string, unknown>) {
  const store = createApplicationStore(world.db, () => world.clock.now);
  const applications = createApplicationsManifest({
    store,
    owners: new ApplicationOwners(world.db),
    readers: new Map(),
    readIcon: createReadIcon('.'),
    now: () => 0,
  });
  const manifest = { users: [{ username: 'o.shevchenko', ...user }] };
  const outcome = await apply(JSON.stringify(manifest), undefined, {
    db: world.db,
    rules: {
      entry: createUserEntry(() => undefined),
      hashTaxId: (number) => number,
      validateTaxId: () => undefined,
      taxIdKeyFingerprint: '',
    },
    hashUsername: (key) => key,
    passwords: { hash: async () => world.passwordHash, verify: async () => false, concurrency: 1 },
    revokeUsers,
    recordEvents: async () => undefined,
    planApplications: applications.plan,
    progress: { phase: () => () => undefined, complete: () => undefined, end: () => undefined },
    now: () => world.clock.now,
  });
  expect(outcome).toHaveProperty('summary');
}

describe.each(databaseKinds)('a session ends, on %s', (kind) => {
  let world: World;
  let listener: Awaited<ReturnType<typeof createListener>>;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    world = await makeWorld(kind);
    world.clock.now = Date.now();
    listener = await createListener();
  });
  afterEach(async () => {
    await world.close();
    await listener.close();
    vi.useRealTimers();
  });

  test.each<[string, (world: World, browser: ReturnType<typeof createBrowser>) => unknown]>([
    ['nobody has used it for twelve hours', ({ clock }) => (clock.now += 12 * hour)],
    [
      'its seven days are over, though it was used all the time',
      async ({ clock }, browser) => {
        for (let quarters = 0; quarters < 4 * 7; quarters += 1) {
          expect((await browser.request('/user')).statusCode).toBe(200);
          clock.now += 6 * hour;
        }
      },
    ],
    ['its user is disabled', (world) => applyUser(world, { disabled: true })],
    [
      'its user changes the password in another browser',
      async (world) => {
        const cookie = await world.signIn();
        const body = { currentPassword: password, newPassword: 'zq7fW2mXc9Kt' };
        expect((await world.post('/api/password', body, { cookie })).statusCode).toBe(200);
      },
    ],
    [
      'its user ends it in another browser',
      async (world) => {
        const cookie = await world.signIn();
        const { sessions } = (
          await world.send({ url: paths.sessions, headers: { cookie } })
        ).json();
        const session = sessions.find(({ current }: OpenSession) => !current).id;
        expect((await world.post(paths.endSession, { session }, { cookie })).statusCode).toBe(200);
      },
    ],
    [
      'its user ends all others in another browser',
      async (world) => {
        const cookie = await world.signIn();
        const { statusCode } = await world.post(paths.endOtherSessions, undefined, { cookie });
        expect(statusCode).toBe(200);
      },
    ],
    [
      'an administrator ends the sessions of its user',
      async (world) => {
        const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
        const args = ['end', 'O.Shevchenko'];
        expect(await runSessions(args, commandContext(configOf(world)))).toBe(0);
        expect(said).toHaveBeenCalledExactlyOnceWith('Ended 1 session.');
        said.mockRestore();
      },
    ],
    [
      'its user has a hundred others that were used later',
      async ({ db, clock, signIn }) => {
        const { user_id } = await db
          .selectFrom('sessions')
          .select('user_id')
          .executeTakeFirstOrThrow();
        const at = clock.now + 1000;
        const times = { verified_at: at, created_at: at, seen_at: at, expires_at: at + hour };
        const of = { user_id, method: 'password', ...times };
        const rows = Array.from({ length: maxSessionsOfUser - 1 }, (_, i) => ({
          uid: `${i}`,
          id_hash: `${i}`,
          ...of,
        }));
        await db.insertInto('sessions').values(rows).execute();
        clock.now = at;
        await signIn();
        const left = await db.selectFrom('sessions').select('uid').execute();
        expect(left).toHaveLength(maxSessionsOfUser);
      },
    ],
    ['its user gets another password', (world) => applyUser(world, { password: 'another one' })],
  ])('%s: the application is notified once', async (_, end) => {
    const party = {
      id: crypto.randomUUID(),
      secret: 'U2x1aGFjaCBpIGtseXVjaCB2aWQgYnJhbXkgOTk5',
      callback: `${listener.address}/callback`,
    };
    const { callback, secret } = party;
    await addOidcApplication(world.db, {
      id: party.id,
      name: 'listener',
      protocol: {
        metadata: { redirect_uris: [callback], backchannel_logout_uri: `${listener.address}/out` },
        secret,
      },
    });
    const browser = await createArena(world).signedIn();
    expect(ended(await browser.go(attemptOf(party).address))).toBe('code');
    const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);
    await pass(60_000);
    expect(listener.tokens).toEqual([]);
    await end(world, browser);
    const told = async () => {
      await pass(60_000);
      return listener.tokens.length;
    };
    await expect.poll(told).toBe(1);
    // the client has received it before the server stores that; the lease must not expire between
    await expect.poll(() => dueNotifications(world.db)).toBe(0);
    world.clock.now += 3 * hour;
    for (let rounds = 0; rounds < 3; rounds += 1) await pass(60_000);
    expect(await told()).toBe(1);
  });
});
