// Restores a database of version 0.7.0 on its engine, applies today's migrations and composes today's server over it. Version 0.1
// (commit 571ed5b) wrote the rows, with a live record of every kind. The migrations of 0.7.0 (commit 1e6110cf) then brought it to that release.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { compose } from '../../src/app/compose.ts';
import { readConfig } from '../../src/app/config.ts';
import { connect, type Database } from '../../src/database/connect.ts';
import { migrate } from '../../src/database/migrate.ts';
import { createLogger } from '../../src/http/log.ts';
import { methodsOn } from '../../src/sign-in/methods.ts';
import { createHasher } from '../../src/sign-in/password/hashing/hasher.ts';
import { type DatabaseKind, makeEmptyDatabase } from '../support/databases.ts';
import { createTestDiia } from '../support/diia/partner.ts';
import { createTestIssuer, issuer } from '../support/google/issuer.ts';
import type { Party } from '../support/oidc/raw.ts';
import { makeWebBuild } from '../support/web-build.ts';

const fixture = (name: string) => join(import.meta.dirname, 'fixtures', name);

type Tokens = { access_token: string; refresh_token: string; sub: string };
type Waiting = { requestId: string; cookie: string };
type Stopped = { cookies: string; address: string };

/** The plain-text secrets of the invented users and clients. */
export type Secrets = {
  madeAt: number;
  keys: { taxId: string; data: string };
  env: Record<string, string>;
  password: string;
  taxId: string;
  users: { olena: string; taras: string };
  applications: Record<
    'portal' | 'guest' | 'deanery' | 'records' | 'notified' | 'campus',
    Party & { secret: string }
  >;
  cookies: { session: string; former: string; device: string; diiaSession: string };
  tokens: { portal: Tokens; records: Tokens; guest: Tokens };
  code: { code: string; verifier: string };
  ticketId: string;
  suspended: Stopped;
  question: Stopped;
  pushed: string;
  long: string;
  device: {
    waiting: { device_code: string; user_code: string };
    allowed: { device_code: string };
  };
  google: Stopped;
  signInTicket: string;
  diia: { confirmed: Waiting; waiting: Waiting };
  reset: string;
  registration: { client: { client_id: string; client_secret: string }; permit: string };
};

/** Returns a database with the schema of 0.7.0; later migrations are not applied yet. */
export async function restoreDatabase(kind: DatabaseKind) {
  const empty = await makeEmptyDatabase(kind);
  if ('postgresUrl' in empty.address) {
    const client = new pg.Client(empty.address.postgresUrl);
    await client.connect();
    await client.query(readFileSync(fixture('postgres.sql'), 'utf8'));
    await client.end();
    return empty;
  }
  const sqliteFile = join(dirname(empty.address.sqliteFile), 'restored.sqlite');
  writeFileSync(sqliteFile, gunzipSync(readFileSync(fixture('sqlite.db.gz'))));
  const db = await connect({ sqliteFile }, () => undefined);
  return {
    db,
    address: { sqliteFile },
    async close() {
      await db.destroy();
      await empty.close();
    },
  };
}

export type Restored = Awaited<ReturnType<typeof openRestored>>;

/** `now`: read for every time; the library and the database code read `Date` themselves. */
export async function openRestored(kind: DatabaseKind) {
  const secrets: Secrets = JSON.parse(readFileSync(fixture(`${kind}.json`), 'utf8'));
  const database = await restoreDatabase(kind);
  await migrate(database.db);
  const diia = createTestDiia(secrets.madeAt);
  const google = createTestIssuer();
  const lines: string[] = [];
  const config = readConfig(
    { ...secrets.env, ...diia.makeEnv(), LOG_LEVEL: 'trace', HASH_THREADS: '1' },
    () => '',
  );
  const site = makeWebBuild(methodsOn(config));
  const hasher = createHasher({ threads: 1 });
  const server = await compose({
    config,
    db: database.db,
    site,
    hasher,
    keys: {
      taxId: Buffer.from(secrets.keys.taxId, 'hex'),
      data: Buffer.from(secrets.keys.data, 'hex'),
    },
    fetch: (url, init) =>
      url.startsWith(issuer) ? google.fetch(url, init) : diia.fetch(url, init),
    mailer: { send: async () => undefined, close: () => undefined },
    logger: createLogger(config.logLevel, { write: (line) => void lines.push(line) }),
    now: Date.now,
    pause: async () => undefined,
  });
  return {
    db: database.db as Database,
    secrets,
    server,
    diia,
    google,
    lines,
    async close() {
      await server.close();
      await hasher.close();
      await database.close();
    },
  };
}
