// A verifier in place of the stored hashes, as a directory would have one.

import fastify, { type FastifyInstance } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, password, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
import { createEncryption } from '../../crypto/encryption.ts';
import { UserStore } from '../../users/store.ts';
import { createSignInService } from '../service.ts';
import { SignInTickets } from '../ticket-store.ts';
import { createAuthenticate } from './authenticate.ts';
import { changePassword } from './change/change.ts';
import { registerSignInRoutes } from './routes.ts';
import type { VerifyPassword } from './verify-password.ts';

let afterVerification = async (): Promise<unknown> => undefined;

const verifyElsewhere: VerifyPassword = async (_, credentials, given) => {
  if (!credentials) return { refused: 'unknown' };
  const { userId, disabled } = credentials;
  if (disabled) return { refused: 'disabled', userId };
  if (given !== password) return { refused: 'wrong-password', userId };
  await afterVerification();
  return { userId, passwordHash: undefined };
};

/** The routes of the method as they are composed, but with this verifier. The server of the world uses the tickets. */
async function createRoutes(world: World) {
  const { db, clock, keys, site } = world;
  const now = () => clock.now;
  const authenticate = createAuthenticate({
    findCredentials: new UserStore(db).findCredentials,
    devices: { findForUser: async () => undefined },
    admit: async () => ({ refunds: () => [], withdraw: async () => undefined }),
    hashQueue: { run: (_, work) => work() },
    verifyPassword: verifyElsewhere,
    countThrottled: () => undefined,
    pause: async () => undefined,
  });
  const encryption = createEncryption(keys.data);
  const tickets = new SignInTickets(db, { ttlSeconds: 60, now, encryption });
  const service = createSignInService({ db, tickets } as never);
  const events = { counter: { refuse: () => undefined, count: () => undefined } };
  const password = { authenticate, events, now, site, db, validate: async () => undefined };
  const server = fastify();
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  await registerSignInRoutes(server, password as never, (() => undefined) as never, service);
  return { server, password };
}

describe.each(databaseKinds)('a password that another system verifies, on %s', (kind) => {
  let world: World;
  let server: FastifyInstance;
  let method: Awaited<ReturnType<typeof createRoutes>>['password'];
  let userId: string;
  let username: string;
  beforeAll(async () => {
    world = await makeWorld(kind);
    ({ server, password: method } = await createRoutes(world));
  });
  afterAll(async () => {
    await server.close();
    await world.close();
  });
  beforeEach(async () => {
    afterVerification = async () => undefined;
    username = crypto.randomUUID();
    userId = await addUser(world.db, { username, passwordHash: null }, '');
  });

  const askTicket = (given = password) =>
    world.post('/api/auth', { username, password: given }, {}, server);
  const startSession = (sessionId: string) => world.post('/api/auth/internal', { sessionId });

  /** Ends all access of the user, and then does the work before the commit. */
  const disable = (work: () => Promise<unknown> = async () => undefined) =>
    world
      .again()
      .transaction()
      .execute(async (queries) => {
        await queries.updateTable('users').set({ disabled: 1 }).where('id', '=', userId).execute();
        const at = world.clock.now;
        await revokeUsers(queries, { users: [userId], scope: 'credentials', at });
        await work();
      });

  test('a user without a stored hash gets a ticket and a session', async () => {
    const answer = await askTicket();
    expect(answer.statusCode).toBe(200);
    expect((await startSession(answer.json().sessionId)).statusCode).toBe(200);
    expect((await askTicket('wrong')).json().code).toBe('sign-in.invalid-credentials');
  });

  test('a user who is disabled after it was verified gets no session', {
    tags: 'race',
  }, async () => {
    afterVerification = () => disable();
    const late = await askTicket();
    expect((await startSession(late.json().sessionId)).statusCode).toBe(401);
    afterVerification = async () => undefined;
    // SQLite has one writer at a time
    if (kind === 'sqlite') return;
    await world.db.updateTable('users').set({ disabled: 0 }).where('id', '=', userId).execute();
    let asking: ReturnType<typeof askTicket> | undefined;
    await disable(() => {
      asking = askTicket();
      return Promise.race([asking, untilWaiting(world.db, 1)]);
    });
    const waited = await asking;
    expect((await startSession(waited?.json().sessionId)).statusCode).toBe(401);
  });

  test('a password that is not stored cannot be changed here', async () => {
    const signedIn = { user: { id: userId, username }, required: 'current-password' } as const;
    const given = { currentPassword: password, newPassword: 'zq7fW2mXc9Kt' };
    const exchange = { request: { ip: '192.0.2.1' } };
    const changing = changePassword(method as never, exchange as never, signedIn as never, given);
    await expect(changing).rejects.toMatchObject({ code: 'password.wrong' });
  });
});
