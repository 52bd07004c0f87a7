// `brama doctor` finds each planted fault in a healthy installation, by the id of the finding and its remedy, and reveals no secret.

import { randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, chownSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import type { CheckId, FindingId } from '@brama/contract/admin/system/findings';
import SqliteFile from 'better-sqlite3';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabase, withPostgresOf } from '../../test/support/databases.ts';
import { diiaSecrets, json } from '../../test/support/diia/partner.ts';
import { clientSecret } from '../../test/support/google/issuer.ts';
import {
  host,
  type Installation,
  mailHost,
  makeInstallation,
} from '../../test/support/installation.ts';
import { recordFact, removeFact } from '../database/installation.ts';
import { migrations } from '../database/migrations.ts';
import type { ImportsTable } from '../database/tables/source-tables.ts';
import { importOptions } from '../directory/import/import-options.ts';
import { addImport } from '../directory/import/import-store.ts';

let place: Installation;
beforeEach(async () => {
  place = await makeInstallation();
});
afterEach(() => place.close());

type Fault = {
  plant: (place: Installation) => unknown;
  check: CheckId;
  id: FindingId;
  remedy: RegExp;
  level?: 'warning';
};

const hourMs = 3_600_000;

/** Writes to the database file. */
async function change(
  { open }: Pick<Installation, 'open'>,
  work: (db: Awaited<ReturnType<Installation['open']>>) => Promise<unknown>,
) {
  const db = await open();
  await work(db);
  await db.destroy();
}

const edeboEnv = (url: string) => ({
  EDEBO_URL: url,
  EDEBO_USER: 'reader@campus.example',
  EDEBO_PASSWORD: 'planted-password',
  EDEBO_APP_KEY: 'planted-key',
  EDEBO_UNIVERSITY_ID: '174',
});

const importStart = {
  actor_id: null,
  token_id: null,
  system_user: 'root',
  file_name: null,
  mapping: null,
  options: importOptions.parse({}),
  isDryRun: false,
  sourceVersion: 1,
};

/** Adds a source with one import, which is written now unless the test says otherwise. */
const addSource = (
  installation: Installation,
  source: { kind?: string; mapping?: string | null; approved_at?: number | null } = {},
  one: Partial<ImportsTable> = {},
) =>
  change(installation, async (db) => {
    const at = Date.now();
    await db
      .insertInto('sources')
      .values({
        name: 'students',
        title: null,
        kind: 'file',
        position: 1,
        settings: '{}',
        mapping: '{}',
        approved_at: at,
        version: 1,
        created_at: at,
        updated_at: at,
        ...source,
      })
      .execute();
    if (source.approved_at === null) return;
    const started = { ...importStart, id: randomUUID(), source: 'students' };
    await addImport(db, started, at);
    await db
      .updateTable('imports')
      .set({ state: 'done', finished_at: at, ...one })
      .execute();
  });

const addLeaver = (db: Awaited<ReturnType<Installation['open']>>) =>
  db
    .insertInto('source_links')
    .values({
      source: 'students',
      external_id: '1',
      user_id: null,
      state: 'left',
      digest: '',
      facts: '{}',
      tax_id_hash: null,
      memberships: '[]',
      valid_from: null,
      valid_until: null,
      reason: 'unknown',
      ends_at: Date.now() + 24 * hourMs,
      warned_days: null,
      updated_at: 1,
    })
    .execute();

const faults: Record<string, Fault> = {
  'http in production': {
    plant: ({ env }) => Object.assign(env, { BASE_URL: 'http://id.campus.example' }),
    check: 'settings',
    id: 'setting-invalid',
    remedy: /Correct BASE_URL/,
  },
  'a setting that is no number': {
    plant: ({ env }) => Object.assign(env, { SESSION_IDLE_SECONDS: 'long' }),
    check: 'settings',
    id: 'setting-invalid',
    remedy: /Correct SESSION_IDLE_SECONDS/,
  },
  'a settings file that others may read': {
    plant({ folder, fileOf }) {
      fileOf('settings.env', 'LOG_LEVEL=info\n');
      chmodSync(join(folder, 'settings.env'), 0o644);
    },
    check: 'settings',
    id: 'setting-invalid',
    remedy: /settings\.env/,
  },
  'the stage of Diia in production': {
    plant: ({ env }) => Object.assign(env, { DIIA_HOST: 'https://api2s.diia.gov.ua' }),
    check: 'settings',
    id: 'test-system',
    remedy: /Set DIIA_HOST/,
  },
  'a demo that users open': {
    plant: ({ env }) => Object.assign(env, { NODE_ENV: 'demo' }),
    check: 'settings',
    id: 'not-production',
    remedy: /NODE_ENV=production/,
  },
  'a database of production in the demo': {
    async plant(installation) {
      Object.assign(installation.env, { NODE_ENV: 'demo' });
      await change(installation, (db) => recordFact(db, { name: 'production', value: '1', at: 1 }));
    },
    check: 'database',
    id: 'database-of-production',
    remedy: /NODE_ENV=production/,
  },
  'a proxy that is not trusted': {
    plant: ({ env }) => delete env['TRUST_PROXY'],
    check: 'proxy',
    id: 'proxy-not-trusted',
    remedy: /Set TRUST_PROXY/,
  },
  'another program at the address': {
    plant: ({ site }) => Object.assign(site, { status: 404, body: 'nginx' }),
    check: 'proxy',
    id: 'address-of-another',
    remedy: /proxy pass all of https:\/\/id\.campus\.example/,
  },
  'an address that redirects': {
    plant: ({ site }) =>
      Object.assign(site, { status: 301, headers: { location: 'https://www.campus.example/x' } }),
    check: 'proxy',
    id: 'address-redirects',
    remedy: /Set BASE_URL/,
  },
  'a server that does not run': {
    plant: ({ unreachable }) => unreachable.add(host),
    check: 'proxy',
    id: 'address-unreachable',
    remedy: /Start the server/,
    level: 'warning',
  },
  'an address unknown to DNS': {
    plant: ({ unknown }) => unknown.add(host),
    check: 'names',
    id: 'name-unknown',
    remedy: /correct BASE_URL/,
  },
  'a mail server unknown to DNS': {
    plant({ env, unknown }) {
      env['SMTP_URL'] = `smtp://${mailHost}:25`;
      unknown.add(mailHost);
    },
    check: 'names',
    id: 'name-unknown',
    remedy: /correct SMTP_URL/,
  },
  'an expired certificate': {
    plant: ({ show, now }) => show({ validTo: now - hourMs }),
    check: 'certificate',
    id: 'certificate-expired',
    remedy: /Renew the certificate/,
  },
  'a certificate that is not valid yet': {
    plant: ({ show, now }) => show({ validFrom: now + hourMs }),
    check: 'certificate',
    id: 'certificate-not-yet-valid',
    remedy: /clock/,
  },
  'a certificate that expires soon': {
    plant: ({ show, now, dayMs }) =>
      show({ validTo: now + 5 * dayMs, validFrom: now - 85 * dayMs }),
    check: 'certificate',
    id: 'certificate-ends-soon',
    remedy: /Renew the certificate/,
    level: 'warning',
  },
  'a certificate for another name': {
    plant: ({ show }) => show({ name: 'www.campus.example' }),
    check: 'certificate',
    id: 'certificate-of-another-name',
    remedy: /certificate for id\.campus\.example/,
  },
  'a certificate of an unknown authority': {
    plant: ({ show, makeUnknownAuthority }) => show({ issuer: makeUnknownAuthority() }),
    check: 'certificate',
    id: 'certificate-not-trusted',
    remedy: /whole chain/,
  },
  'a clock that is an hour off': {
    plant({ site, now }) {
      site.headers['date'] = new Date(now - hourMs).toUTCString();
    },
    check: 'clock',
    id: 'clock-off',
    remedy: /time synchronisation/,
  },
  'no database': {
    plant: ({ folder }) => rmSync(join(folder, 'brama.sqlite')),
    check: 'database',
    id: 'database-missing',
    remedy: /brama migrate/,
  },
  'a database that does not answer': {
    plant: ({ env }) =>
      Object.assign(env, { DATABASE_URL: 'postgres://brama:x@127.0.0.1:9/brama' }),
    check: 'database',
    id: 'database-unreachable',
    remedy: /DATABASE_URL/,
  },
  'a damaged database': {
    plant: ({ folder }) => writeFileSync(join(folder, 'brama.sqlite'), 'x'.repeat(8192)),
    check: 'database',
    id: 'database-damaged',
    remedy: /restore a backup/,
  },
  'a database file that others may read': {
    plant: ({ folder }) => chmodSync(join(folder, 'brama.sqlite'), 0o644),
    check: 'database',
    id: 'secret-file-open',
    remedy: /chmod 600 .*brama\.sqlite/,
  },
  'a database in memory': {
    plant({ disk }) {
      disk.type = 0x01021994;
    },
    check: 'database',
    id: 'database-in-memory',
    remedy: /move DATA_DIR/,
  },
  'a database on a network disk': {
    plant({ disk }) {
      disk.type = 0x6969;
    },
    check: 'database',
    id: 'database-on-network-disk',
    remedy: /PostgreSQL/,
  },
  'a missing migration': {
    plant: (installation) =>
      change(installation, (db) =>
        sql`delete from kysely_migration where name = ${Object.keys(migrations).at(-1)}`.execute(
          db,
        ),
      ),
    check: 'database',
    id: 'migration-pending',
    remedy: /brama migrate/,
  },
  'a migration of a newer release': {
    plant: (installation) =>
      change(installation, (db) =>
        sql`insert into kysely_migration (name, timestamp) values ('9999-newer', 'x')`.execute(db),
      ),
    check: 'database',
    id: 'schema-newer',
    remedy: /Start that release/,
  },
  'a restore that was interrupted': {
    plant: (installation) =>
      change(installation, (db) =>
        recordFact(db, { name: 'restore-unfinished', value: 'x', at: 1 }),
      ),
    check: 'database',
    id: 'restore-unfinished',
    remedy: /brama restore/,
  },
  'a copy that was interrupted': {
    plant: (installation) =>
      change(installation, (db) => recordFact(db, { name: 'copy-unfinished', value: 'x', at: 1 })),
    check: 'database',
    id: 'copy-unfinished',
    remedy: /brama database copy/,
  },
  'the demo in production': {
    plant: (installation) =>
      change(installation, (db) =>
        db.insertInto('applied_manifests').values({ name: 'demo', applied_at: 1 }).execute(),
      ),
    check: 'database',
    id: 'database-of-demo',
    remedy: /database of its own/,
  },
  'a wrong key': {
    plant({ env, fileOf }) {
      env['DATA_KEY_FILE'] = fileOf('other-key', randomBytes(32).toString('hex'));
    },
    check: 'keys',
    id: 'key-of-another',
    remedy: /Set the key with the fingerprint [0-9a-f]{4}-/,
  },
  'a key that others may read': {
    plant: ({ folder }) => chmodSync(join(folder, 'data-key'), 0o644),
    check: 'keys',
    id: 'secret-file-open',
    remedy: /chmod 600 .*data-key/,
  },
  'a key that cannot be read': {
    plant: ({ env }) => Object.assign(env, { DATA_KEY_FILE: '/nowhere/data-key' }),
    check: 'settings',
    id: 'setting-invalid',
    remedy: /Correct DATA_KEY_FILE/,
  },
  'a key that is not set': {
    async plant({ env, folder, open }) {
      // outside production a missing key is no invalid setting
      Object.assign(env, { NODE_ENV: 'demo', BASE_URL: 'http://localhost:9' });
      delete env['DATA_KEY_FILE'];
      rmSync(join(folder, 'data-key'));
      await change({ open }, (db) => removeFact(db, 'production'));
    },
    check: 'keys',
    id: 'key-missing',
    remedy: /from your safe copy/,
  },
  'a full disk': {
    plant({ disk }) {
      disk.freeMebibytes = 50;
    },
    check: 'disk',
    id: 'disk-full',
    remedy: /Free some space at once/,
  },
  'a disk that is getting full': {
    plant({ disk }) {
      disk.freeMebibytes = 500;
    },
    check: 'disk',
    id: 'disk-low',
    remedy: /Free some space/,
    level: 'warning',
  },
  'no email': {
    plant({ env }) {
      delete env['SMTP_URL'];
      delete env['MAIL_FROM'];
    },
    check: 'mail',
    id: 'mail-off',
    remedy: /Set SMTP_URL/,
    level: 'warning',
  },
  'a mail server that does not run': {
    plant: ({ env }) => Object.assign(env, { SMTP_URL: 'smtp://127.0.0.1:9' }),
    check: 'mail',
    id: 'mail-unreachable',
    remedy: /port in SMTP_URL/,
  },
  'a mail server that refuses us': {
    plant({ mail }) {
      mail.settings.greets = '554 go away';
    },
    check: 'mail',
    id: 'mail-refuses',
    remedy: /in its log/,
  },
  'a wrong password of the mail server': {
    plant({ env, mail }) {
      env['SMTP_URL'] = `smtp://us:wrong@127.0.0.1:${mail.port}`;
      mail.settings.refusesLogin = true;
    },
    check: 'mail',
    id: 'mail-login-refused',
    remedy: /password in SMTP_URL/,
  },
  'a mail server without TLS': {
    plant({ env, mail }) {
      env['SMTP_URL'] = `smtp://us:word@${mailHost}:${mail.port}`;
    },
    check: 'mail',
    id: 'mail-without-tls',
    remedy: /STARTTLS/,
  },
  'a mail server with an unknown certificate': {
    plant({ env, mail }) {
      env['SMTP_URL'] = `smtp://us:word@${mailHost}:${mail.port}`;
      mail.settings.offersTls = true;
    },
    check: 'mail',
    id: 'mail-certificate',
    remedy: /valid certificate for mail\.campus\.example/,
  },
  'Diia that is not reachable': {
    plant: ({ unreachable }) => unreachable.add('api2.diia.example'),
    check: 'diia',
    id: 'provider-unreachable',
    remedy: /network/,
  },
  'wrong tokens of Diia': {
    plant: ({ diia }) => diia.next.push(json(401, {}), json(401, {})),
    check: 'diia',
    id: 'provider-credentials',
    remedy: /secrets/,
  },
  'no certificates of Diia': {
    plant: ({ env }) => Object.assign(env, { DIIA_CA_DIR: '/nowhere' }),
    check: 'diia',
    id: 'diia-authorities-unreadable',
    remedy: /ca\.diia\.gov\.ua/,
  },
  'Google that is not reachable': {
    plant: ({ unreachable }) => unreachable.add('login.example'),
    check: 'google',
    id: 'provider-unreachable',
    remedy: /network/,
  },
  'a source without a mapping': {
    plant: (installation) => addSource(installation, { mapping: null }),
    check: 'sources',
    id: 'source-without-mapping',
    remedy: /sources guess/,
    level: 'warning',
  },
  'a source that was never imported': {
    plant: (installation) => addSource(installation, { approved_at: null }),
    check: 'sources',
    id: 'source-never-imported',
    remedy: /approve the import/,
    level: 'warning',
  },
  'an import that has failed': {
    plant: (installation) => addSource(installation, {}, { state: 'failed', error: 'empty-file' }),
    check: 'sources',
    id: 'source-import-failed',
    remedy: /import again/,
  },
  'an import that waits for days': {
    plant: (installation) =>
      addSource(installation, {}, { state: 'waiting', created_at: Date.now() - 49 * hourMs }),
    check: 'sources',
    id: 'source-import-waits',
    remedy: /other than the one who started it/,
    level: 'warning',
  },
  'a source of the register without its settings': {
    plant: (installation) => addSource(installation, { kind: 'edebo' }),
    check: 'sources',
    id: 'source-needs-register',
    remedy: /Set EDEBO_URL/,
  },
  'a source of the register that was last imported long ago': {
    plant: (installation) =>
      addSource(installation, { kind: 'edebo' }, { finished_at: Date.now() - 9 * 24 * hourMs }),
    check: 'sources',
    id: 'source-old',
    remedy: /timer/,
    level: 'warning',
  },
  'a register that does not answer': {
    plant(installation) {
      Object.assign(installation.env, edeboEnv('http://127.0.0.1:9/data'));
      return addSource(installation, { kind: 'edebo' });
    },
    check: 'sources',
    id: 'provider-unreachable',
    remedy: /network/,
  },
  'leavers who get no email': {
    async plant(installation) {
      delete installation.env['SMTP_URL'];
      delete installation.env['MAIL_FROM'];
      await addSource(installation);
      await change(installation, addLeaver);
    },
    check: 'sources',
    id: 'source-without-notices',
    remedy: /Set SMTP_URL/,
    level: 'warning',
  },
  'Google that is out of order': {
    plant: ({ google }) =>
      google.trouble.set('*', async () => new Response('hush', { status: 503 })),
    check: 'google',
    id: 'provider-unavailable',
    remedy: /support of login\.example/,
  },
};

test('a healthy installation has no other findings than fine ones, one of each check', async () => {
  const { code, findings } = await place.findings();
  expect(findings.filter(({ level }) => level !== 'fine')).toEqual([]);
  expect(new Set(findings.map(({ check }) => check)).size).toBe(12);
  expect(findings.every(({ remedy }) => remedy === null)).toBe(true);
  expect(code).toBe(0);
});

test.each(Object.entries(faults))('finds %s', async (_name, fault) => {
  const { plant, check, id, remedy, level = 'error' } = fault;
  await plant(place);
  const { code, findings } = await place.findings();
  const matching = findings.filter((one) => one.check === check && one.id === id);
  expect(matching, JSON.stringify(findings)).not.toEqual([]);
  expect(matching[0]).toMatchObject({ level, remedy: expect.stringMatching(remedy) });
  // no value is missing in a text
  for (const { text, remedy: help } of findings) expect(`${text} ${help}`).not.toMatch(/[{}?]/);
  const hasErrors = findings.some((one) => one.level === 'error');
  expect(code).toBe(hasErrors ? 1 : 0);
});

test.runIf(process.getuid?.() === 0)('finds that root has run it for another user', async () => {
  chownSync(place.folder, 12_345, 12_345);
  const { findings } = await place.findings();
  expect(findings).toContainEqual(expect.objectContaining({ check: 'keys', id: 'run-as-root' }));
});

test('finds a database that another process has locked', async () => {
  const other = new SqliteFile(join(place.folder, 'brama.sqlite'));
  other.exec('begin immediate');
  const { findings } = await place.findings();
  other.close();
  expect(findings).toContainEqual(
    expect.objectContaining({ id: 'database-locked', remedy: expect.stringContaining('fuser') }),
  );
});

describe('on PostgreSQL', () => {
  const withDatabase = async (
    work: (url: string, run: (text: string) => Promise<unknown>) => Promise<void>,
  ) => {
    const database = await makeDatabase('postgres');
    try {
      const { address } = database;
      if (!('postgresUrl' in address)) throw new Error('no PostgreSQL');
      await work(address.postgresUrl, (text) => sql.raw(text).execute(database.db));
    } finally {
      await database.close();
    }
  };
  const ofDatabase = async (url: string) => {
    place.env['DATABASE_URL'] = url;
    const { findings } = await place.findings();
    return findings.filter(({ check }) => check === 'database');
  };

  test('finds nothing wrong with a durable database', () =>
    withDatabase(async (url, run) => {
      // the server of tests does not wait for the disk
      const { rows } = (await run('show fsync')) as { rows: { fsync: string }[] };
      const found = await ofDatabase(`${url}?options=-c%20synchronous_commit%3Don`);
      const ids = found.map(({ id }) => id);
      expect(ids.filter((id) => id !== 'database-not-durable' || rows[0]?.fsync === 'on')).toEqual(
        rows[0]?.fsync === 'on' ? ['database-fine'] : [],
      );
    }));

  test.each([
    ['SQL_ASCII', 'database-not-utf8'],
    ['UTF8', 'database-without-letters'],
  ])('finds a database with %s in the locale C', (encoding, id) =>
    withPostgresOf(`encoding '${encoding}' lc_collate 'C' lc_ctype 'C'`, async (url) => {
      expect((await ofDatabase(url)).map((one) => one.id)).toContain(id);
    }),
  );

  test('finds that commits do not wait for the disk', () =>
    withDatabase(async (url) => {
      const found = await ofDatabase(`${url}?options=-c%20synchronous_commit%3Doff`);
      expect(found).toContainEqual(
        expect.objectContaining({
          id: 'database-not-durable',
          text: expect.stringContaining('synchronous_commit'),
          remedy: expect.stringContaining('Turn synchronous_commit on'),
        }),
      );
    }));

  test('finds statements that wait for locks', async () => {
    const database = await makeDatabase('postgres');
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const lock = (db: typeof database.db, whileHeld: Promise<void>) =>
      db.transaction().execute(async (transaction) => {
        await sql`lock table groups in access exclusive mode`.execute(transaction);
        await whileHeld;
      });
    const works = [lock(database.again(), held), lock(database.again(), held)];
    try {
      const { address } = database;
      const url = 'postgresUrl' in address ? address.postgresUrl : '';
      await expect
        .poll(async () => (await ofDatabase(url)).map(({ id }) => id), { timeout: 4500 })
        .toContain('database-waits-for-locks');
    } finally {
      release();
      await Promise.allSettled(works);
      await database.close();
    }
  });

  test('finds a database that accepts no writes', () =>
    withDatabase(async (url) => {
      const found = await ofDatabase(`${url}?options=-c%20default_transaction_read_only%3Don`);
      expect(found.map(({ id }) => id)).toContain('database-read-only');
    }));
});

test('invalid settings leave the checks out that need them, and no others', async () => {
  Object.assign(place.env, { SMTP_URL: 'planted', DATABASE_URL: 'planted' });
  const { findings } = await place.findings();
  const left = findings.filter(({ id }) => id === 'not-checked').map(({ check }) => check);
  expect(left).toEqual(['database', 'keys', 'mail', 'sources']);
  expect(findings.filter(({ id }) => id === 'setting-invalid')).toHaveLength(2);
});

test('ends within six seconds while nothing answers', { tags: ['long'] }, async () => {
  const sockets: { destroy(): void }[] = [];
  const silent = createServer((socket) => void sockets.push(socket)).listen(0, '127.0.0.1');
  await new Promise((ready) => silent.once('listening', ready));
  const { port } = silent.address() as { port: number };
  Object.assign(place.env, {
    BASE_URL: `https://${host}:${port}`,
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    DATABASE_URL: `postgres://brama:planted@127.0.0.1:${port}/brama`,
  });
  place.google.trouble.set('*', () => new Promise(() => undefined));
  place.diia.next.push(() => new Promise(() => undefined));
  const begun = performance.now();
  const { code, findings } = await place.findings();
  expect(performance.now() - begun).toBeLessThan(8000);
  expect(code).toBe(1);
  for (const check of ['proxy', 'database', 'mail', 'diia', 'google'])
    expect(findings.filter((one) => one.check === check && one.level === 'fine')).toEqual([]);
  for (const socket of sockets) socket.destroy();
  silent.close();
});

test('prints no secret, whatever fails', async () => {
  const { env, diia, google, unreachable } = place;
  const keys = ['DATA_KEY_FILE', 'TAX_ID_KEY_FILE'].map((name) =>
    readFileSync(`${env[name]}`, 'utf8'),
  );
  Object.assign(env, {
    SMTP_URL: `smtp://planted-user:planted-password@127.0.0.1:${place.mail.port}`,
    DATABASE_URL: 'postgres://planted-role:planted-password@127.0.0.1:9/planted-database',
    DATABASE_OWNER_URL: 'mysql://planted-owner:planted-password@127.0.0.1/x',
  });
  place.mail.settings.refusesLogin = true;
  diia.next.push(json(422, { data: [{ field: 'planted' }], message: 'planted' }));
  google.trouble.set('*', async () => new Response('planted', { status: 500 }));
  const planted = /planted/;
  for (const args of [[], ['--json'], ['--send-to', 'o@campus.example']]) {
    const { code, output } = await place.doctor(...args);
    expect(code).toBe(1);
    expect(output).not.toMatch(planted);
    for (const secret of [...keys, ...Object.values(diiaSecrets), clientSecret])
      expect(output).not.toContain(secret);
  }
  unreachable.add('api2.diia.example');
  expect((await place.doctor()).output).not.toContain(diiaSecrets.acquirerToken);
});

test('connects only to addresses of the settings', async () => {
  await place.findings();
  const asked = place.diia.calls.map(({ url }) => new URL(url).origin);
  expect(new Set(asked)).toEqual(new Set(['https://api2.diia.example']));
  expect(place.google.asked).toEqual(['/.well-known/openid-configuration']);
  // no email is sent unasked
  expect(place.mail.received()).not.toContain('MAIL FROM');
});

describe('--send-to', () => {
  test('sends a test email to this address alone', async () => {
    const { code, output } = await place.doctor('--send-to', 'o.admin@campus.example');
    expect(code).toBe(0);
    expect(output).toContain('A test email was sent to o.admin@campus.example.');
    expect(place.mail.received().match(/RCPT TO:\S+/g)).toEqual([
      expect.stringContaining('<o.admin@campus.example>'),
    ]);
  });

  test('says that the mail server refuses the email', async () => {
    place.mail.settings.refuses = '550 no such user';
    const { code, output } = await place.doctor('--send-to', 'o.admin@campus.example');
    expect(code).toBe(1);
    expect(output).toContain('The test email was not accepted (EENVELOPE 550).');
  });

  test('keeps the findings if the web application, which has the texts, is missing', async () => {
    place.site.isBuilt = false;
    delete place.env['TRUST_PROXY'];
    const { code, output } = await place.doctor('--send-to', 'o.admin@campus.example');
    expect(code).toBe(1);
    expect(output).toContain('The test email was not sent: the built web application');
    expect(output).toMatch(/\nErrors: 2\. Warnings: 0\.$/);
    expect(place.mail.received()).not.toContain('RCPT TO');
  });
});

test.each([
  [['--send-to', 'nobody'], '--send-to: is not an email address: nobody'],
  [['--send-to'], '--send-to: a value is missing'],
  [['--deep'], 'unknown option: --deep'],
  [['extra'], 'unexpected argument: extra'],
])('%j is not understood', async (args, message) => {
  const { code, output } = await place.doctor(...args);
  expect(code).toBe(2);
  expect(output.split('\n')[0]).toContain(message);
});

test('prints for people: level, check, text and remedy, and the numbers at the end', async () => {
  delete place.env['TRUST_PROXY'];
  const { output } = await place.doctor();
  expect(output).toMatch(/^ERROR {4}proxy {8}A proxy stands in front/m);
  expect(output).toMatch(/^ {22}→ Set TRUST_PROXY/m);
  expect(output).toMatch(/\nErrors: 1\. Warnings: 0\.$/);
});
