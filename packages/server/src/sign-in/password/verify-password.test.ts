// A verifier in place of the stored hashes, as a directory would have one.

import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { untilWaiting } from '../../../test/support/admin/lock-waits.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, password, type World } from '../../../test/support/world.ts';
import { revokeUsers } from '../../app/revoke-users.ts';
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

vi.mock(import('./hashing/verify.ts'), () => ({ createVerifyPassword: () => verifyElsewhere }));

describe.each(databaseKinds)('a password that another system verifies, on %s', (kind) => {
  let world: World;
  let userId: string;
  let username: string;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    afterVerification = async () => undefined;
    username = crypto.randomUUID();
    userId = await addUser(world.db, { username, passwordHash: null }, '');
  });

  const askTicket = (given = password) => world.post('/api/auth', { username, password: given });
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
    expect((await askTicket('wrong')).statusCode).toBe(401);
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
    await world.db
      .updateTable('users')
      .set({ password_hash: 'of another password' })
      .where('id', '=', userId)
      .execute();
    const body = { currentPassword: password, newPassword: 'zq7fW2mXc9Kt' };
    const cookie = await world.signIn(username);
    const answer = await world.post('/api/password', body, { cookie });
    expect(answer.json().error.code).toBe('password.wrong');
  });
});
