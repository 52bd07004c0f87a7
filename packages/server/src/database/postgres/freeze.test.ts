// A PostgreSQL server that is paused during queries and continues later.

import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  startPostgres,
  type ThrowawayPostgres,
} from '../../../../../scripts/environment/postgres.ts';
import { makeDatabase } from '../../../test/support/databases.ts';
import { addOidcApplications, portal } from '../../../test/support/oidc/applications.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import { readConfig } from '../../app/config.ts';
import { createLogger } from '../../http/log.ts';
import { connect, type Database, forCommands } from '../connect.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { openDatabase } from '../open.ts';

const limits = { statementMs: 2500, connectionMs: 2500, waitsAtCommit: false };
/** A statement first waits for a connection; the rest allows for a slow machine. */
const longestMs = limits.connectionMs + limits.statementMs + 2000;

/** Returns the result or the error of the work, and its duration in milliseconds. */
async function timed<T>(work: Promise<T>): Promise<{ value?: T; error?: unknown; ms: number }> {
  const began = performance.now();
  const result = await work.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  return { ...result, ms: performance.now() - began };
}

describe('a frozen PostgreSQL server', { tags: ['long'] }, () => {
  let postgres: ThrowawayPostgres;
  let world: World;
  let cookie: string;
  beforeAll(async () => {
    postgres = await startPostgres();
    const options = { postgresUrl: postgres.url, limits };
    world = await makeWorld('postgres', {}, undefined, await makeDatabase('postgres', options));
    await addOidcApplications(world.db);
    cookie = await world.signIn();
  });
  afterEach(() => postgres.resume());
  afterAll(async () => {
    await world.close();
    await postgres.stop();
  });

  const askUser = (to?: World['server']) =>
    world.send({ url: '/user', headers: { cookie } }, to ?? world.server);
  const askReadiness = () => world.send({ url: '/readyz' });
  const askTokens = () =>
    world.send({
      method: 'POST',
      url: '/oidc/token',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${portal.id}:${portal.secret}`).toString('base64')}`,
      },
      payload: 'grant_type=refresh_token&refresh_token=x',
    });

  async function untilReady() {
    while ((await askReadiness()).statusCode !== 200);
  }

  /** Returns the process ids of the PostgreSQL backends of our connections. */
  async function backends(): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(world.db);
    return rows.map(({ pid }) => pid);
  }

  test('requests and readiness checks get 503 in time, and succeed again after the freeze', async () => {
    await Promise.all(Array.from({ length: 10 }, () => askUser()));
    const before = await backends();
    const cold = await world.node();
    postgres.freeze();
    const [users, tokens, readiness] = await Promise.all([
      Promise.all([...Array.from({ length: 25 }, () => timed(askUser())), timed(askUser(cold))]),
      timed(askTokens()),
      Promise.all(Array.from({ length: 12 }, () => timed(askReadiness()))),
    ]);
    for (const { value, ms } of users) {
      expect([value?.statusCode, value?.json().error.code]).toEqual([503, 'unavailable']);
      expect(value?.headers['retry-after']).toBe('5');
      expect(ms).toBeLessThan(longestMs);
    }
    expect(tokens.value?.statusCode).toBe(503);
    expect(tokens.value?.json().error).toBe('temporarily_unavailable');
    expect(tokens.ms).toBeLessThan(longestMs);
    for (const { value, ms } of readiness) {
      expect([value?.statusCode, value?.json().error.code]).toEqual([503, 'unavailable']);
      expect(ms).toBeLessThan(2000);
    }
    postgres.resume();
    await untilReady();
    expect((await askUser()).statusCode).toBe(200);
    expect((await askUser(cold)).statusCode).toBe(200);
    expect((await askTokens()).json().error).toBe('invalid_grant');
    // connections that timed out are not used again
    const after = await backends();
    expect(after.filter((pid) => before.includes(pid))).toEqual([]);
  }, 40_000);

  test('a transaction ends after one statement timeout and is rolled back', async () => {
    await sql`create table notes (text text)`.execute(world.db);
    let pid = 0;
    const frozen = await timed(
      world.db.transaction().execute(async (trx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
        pid = rows[0]?.pid ?? 0;
        await sql`insert into notes values ('before')`.execute(trx);
        postgres.freeze();
        await sql`insert into notes values ('after')`.execute(trx);
      }),
    );
    expect(isDatabaseUnavailable(frozen.error)).toBe(true);
    expect(frozen.ms).toBeLessThan(limits.statementMs + 1500);
    postgres.resume();
    await untilReady();
    while ((await backends()).includes(pid));
    expect((await sql`select * from notes`.execute(world.db)).rows).toEqual([]);
  }, 40_000);
});

describe('statement timeouts of PostgreSQL', () => {
  const timeoutOf = async (db: Database) => {
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(db);
    return rows[0]?.statement_timeout;
  };

  test('a request waits 5 s for a statement, a command waits longer', async () => {
    const database = await makeDatabase('postgres');
    const { postgresUrl } = database.address as { postgresUrl: string };
    const config = readConfig({ DATABASE_URL: postgresUrl }, () => '');
    const log = createLogger('silent');
    const forRequests = await openDatabase(config, log);
    const commands = await openDatabase(config, log, forCommands);
    try {
      expect(await timeoutOf(forRequests)).toBe('5s');
      expect(await timeoutOf(commands)).toBe('15min');
    } finally {
      await forRequests.destroy();
      await commands.destroy();
      await database.close();
    }
  });

  test('a slow statement fails as unavailable for requests, not for commands', async () => {
    const database = await makeDatabase('postgres');
    const hasty = await connect(database.address, () => undefined, { ...limits, statementMs: 200 });
    const patient = await connect(database.address, () => undefined, forCommands);
    try {
      const slow = sql`select pg_sleep(0.6)`;
      const failure = await slow.execute(hasty).catch((error: unknown) => error);
      expect(isDatabaseUnavailable(failure)).toBe(true);
      expect((await slow.execute(patient)).rows).toHaveLength(1);
    } finally {
      await hasty.destroy();
      await patient.destroy();
      await database.close();
    }
  });
});
