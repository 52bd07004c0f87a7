// How the databases read the health of applications. The tables of tickets and grants have a row for each sign-in.

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { numbersTo, plansOf } from '../../../test/support/plans.ts';
import type { Database } from '../../database/connect.ts';
import type { Application } from '../application.ts';
import { withHealth } from './listed-health.ts';
import { listLogoutResults, waitingLogouts } from './logout-results.ts';

const total = 20_000;
const ids = Array.from({ length: 50 }, (_, index) => `application ${index + 1}`);
const applicationOf = (type: string) =>
  ({ id: 'application 1', protocol: { type } }) as Application;

describe.each(databaseKinds)('plans of the health of applications, on %s', (kind) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase(kind);
    const { db } = database;
    const { recursive, numbers } = numbersTo(total, kind);
    const insert = (start: string, columns: string) =>
      sql`${sql.raw(start)} ${recursive} select ${sql.raw(columns)} from ${numbers}`.execute(db);
    await insert(
      'insert into applications (id, name, title, description, access, releases, protocol_type, protocol_settings, version, created_at, updated_at)',
      `'application ' || n, 'name ' || n, '{}', '{}', '{}', '[]', 'oidc', '{}', 1, 0, 0`,
    );
    await insert(
      'insert into users (id, username, username_key, full_name, data, groups, disabled, version, created_at, updated_at)',
      `'user ' || n, 'user ' || n, 'user ' || n, 'User', '{}', '[]', 0, 1, 0, 0`,
    );
    await insert(
      'insert into application_refusals (application_id, fingerprint, at, count, facts)',
      `'application ' || n, 'x', n, 1, '{}'`,
    );
    await insert('insert into application_sign_ins (application_id, at)', `'application ' || n, n`);
    await insert(
      'insert into application_logouts (application_id, day, result, count, at)',
      `'application ' || n, 0, 'delivered', 1, n`,
    );
    // one in a thousand waits for another attempt
    const due = 'case when n % 1000 = 1 then n end';
    await insert(
      'insert into oidc_grants (id, client_id, user_id, sid, created_at, expires_at, logout_due_at, logout_attempts)',
      `'grant ' || n, 'application ' || (n % 20), 'user ' || n, 'sid ' || n, 0, 1, ${due}, 1`,
    );
    await insert(
      'insert into cas_tickets (id_hash, kind, application_id, user_id, service_hash, fresh, created_at, expires_at, logout_due_at, logout_attempts)',
      `'ticket ' || n, 'ST', 'application ' || (n % 20 + 1), 'user ' || n, 'x', 0, 0, 1, ${due}, 1`,
    );
    if (kind === 'postgres') await sql`vacuum analyze`.execute(db);
  });
  afterAll(() => database.close());

  test.each<[string, (db: Database) => Promise<unknown>]>([
    [
      'a page of the list',
      (db) =>
        withHealth(
          db,
          ids.map((id) => ({ id })),
          total,
        ),
    ],
    ['results', (db) => listLogoutResults(db, { id: 'application 1', firstDay: 0 })],
    ['waiting for OpenID Connect', (db) => waitingLogouts(db, applicationOf('oidc'))],
    ['waiting for CAS', (db) => waitingLogouts(db, applicationOf('cas'))],
  ])('an index finds: %s', async (_what, run) => {
    const plans = await plansOf(database.db, kind, run);
    expect(plans.length).toBeGreaterThan(0);
    for (const plan of plans) {
      expect(plan).toMatch(/USING (COVERING )?INDEX|Index (Only )?Scan|Bitmap Index Scan/);
      expect(plan).not.toMatch(/^SCAN (application_|oidc_|cas_)|Seq Scan on/m);
    }
  });
});
