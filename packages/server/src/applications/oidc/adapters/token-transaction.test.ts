import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Arena, makeArena } from '../../../../test/support/oidc/arena.ts';
import type { Database } from '../../../database/connect.ts';

let arena: Arena;

beforeEach(async () => {
  arena = await makeArena('sqlite');
});
afterEach(() => arena.close());

const fill = (db: Database) => sql`pragma query_only = on`.execute(db);
const makeRoom = (db: Database) => sql`pragma query_only = off`.execute(db);

const storedTokens = () => arena.db.selectFrom('oidc_tokens').select('consumed_at').execute();

test('a code can be exchanged again after a failed write', async () => {
  const given = await arena.withCode();
  await fill(arena.db);
  const refused = await arena.exchange(given);
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toMatchObject({ error: 'temporarily_unavailable' });
  expect(refused.headers['retry-after']).toBe('5');
  await makeRoom(arena.db);
  // neither tokens nor the use of the code
  expect(await storedTokens()).toEqual([{ consumed_at: null }]);
  expect((await arena.exchange(given)).statusCode).toBe(200);
});

test('after a failed refresh the access token and the refresh token stay valid', async () => {
  const { tokens } = await arena.withTokens();
  await fill(arena.db);
  expect((await arena.refresh(tokens.refresh_token)).statusCode).toBe(503);
  expect((await arena.userinfo(tokens.access_token)).statusCode).toBe(200);
  await makeRoom(arena.db);
  const next = (await arena.refresh(tokens.refresh_token)).json();
  expect((await arena.userinfo(next.access_token)).statusCode).toBe(200);
});

test('a sign-in fails if it cannot be stored', async () => {
  const proved = await arena.post('/api/auth', {
    username: 'o.shevchenko',
    password: 'correct horse battery staple',
  });
  await fill(arena.db);
  const refused = await arena.post('/api/auth/internal', proved.json());
  expect(refused.statusCode).toBe(503);
  expect(refused.headers['set-cookie']).toBeUndefined();
  await makeRoom(arena.db);
  expect((await arena.post('/api/auth/internal', proved.json())).statusCode).toBe(200);
});
