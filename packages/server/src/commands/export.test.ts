// What `export` writes, `apply` accepts, and it changes nothing. Another database becomes the same by it.

import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { randomManifests } from '../../test/support/admin/random-manifest.ts';
import {
  describeOnDatabases,
  makeDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { type FullConfig, readConfig } from '../app/config.ts';
import { createUserEntry } from '../directory/apply/parse/user-entry.ts';
import { composeApply } from './compose-apply.ts';
import { runExport } from './export.ts';
import { systemUser } from './system-user.ts';

const everyField = fileURLToPath(
  new URL('../../test/compatibility/manifest.json', import.meta.url),
);
const progress = { phase: () => () => undefined, complete: () => undefined, end: () => undefined };

/** Standard output that keeps the text. */
function collector(isTTY = false) {
  const parts: string[] = [];
  const out = new Writable({
    write(chunk, _encoding, done) {
      parts.push(`${chunk}`);
      done();
    },
  });
  return { out: Object.assign(out, { isTTY }), text: () => parts.join('') };
}

const key = () => randomBytes(32).toString('hex');
const keys = { TAX_ID_KEY: key(), DATA_KEY: key() };

/** In an export, hashes take the place of secrets. */
const nameOf = (field: string) => field.replace(/\bsecret$/, 'secretHash');

/** Returns the names of the fields of an application and of its protocol. */
const fieldsOf = ({ protocol, ...fields }: Entry = {}) => [
  ...Object.keys(fields),
  ...Object.keys((protocol ?? {}) as Entry).map((field) => `protocol.${field}`),
];

type Entry = Record<string, unknown>;
type Manifest = { groups: Entry[]; users?: Entry[]; applications: Entry[] };

describeOnDatabases('export', (kind) => {
  let folder: string;
  const opened: TestDatabase[] = [];
  let printed: string[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'brama-export-'));
    printed = [];
    for (const stream of ['log', 'error'] as const)
      vi.spyOn(console, stream).mockImplementation((text) => void printed.push(`${text}`));
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const database of opened.splice(0)) await database.close();
    rmSync(folder, { recursive: true });
  });

  /** Opens a database; all have the same keys. */
  async function open() {
    const database = await makeDatabase(kind);
    opened.push(database);
    const { address } = database;
    const place =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const config: FullConfig = readConfig(
      {
        HASH_THREADS: '1',
        LOG_LEVEL: 'silent',
        ...place,
        ...keys,
      },
      () => '',
    );
    return { ...database, config };
  }
  type Opened = Awaited<ReturnType<typeof open>>;

  async function applied({ db, config }: Opened, manifest: unknown, dryRun = false) {
    const { apply, close } = composeApply(db, config, folder, progress);
    try {
      const outcome = await apply(JSON.stringify(manifest), undefined, {
        dryRun,
        strictJson: true,
      });
      if (!('summary' in outcome)) throw new Error(JSON.stringify(outcome));
      return outcome;
    } finally {
      await close();
    }
  }
  async function exported({ config }: Opened, ...options: string[]): Promise<Manifest> {
    const { out, text } = collector();
    expect(await runExport(['--users', ...options], config, folder, out), printed.join('\n')).toBe(
      0,
    );
    return JSON.parse(text());
  }
  async function changesNothing(place: Opened, manifest: unknown) {
    const { changes, warnings } = await applied(place, manifest, true);
    expect([changes, warnings]).toEqual([[], []]);
  }

  test('a manifest with every field', async () => {
    const place = await open();
    const given: Manifest = JSON.parse(readFileSync(everyField, 'utf8'));
    await applied(place, given);
    const manifest = await exported(place);
    await changesNothing(place, manifest);

    const other = await open();
    await applied(other, manifest);
    expect(await exported(other)).toEqual(manifest);

    // hashes take the place of secrets
    const fields = new Set<string>([...Object.keys(createUserEntry(() => undefined).shape)]);
    for (const secret of ['password', 'taxId']) fields.delete(secret);
    for (const user of manifest.users ?? []) expect(new Set(Object.keys(user))).toEqual(fields);
    for (const entry of given.applications) {
      const own = manifest.applications.find(({ name }) => name === entry['name']);
      expect(fieldsOf(own)).toEqual(expect.arrayContaining(fieldsOf(entry).map(nameOf)));
    }
    const text = JSON.stringify(manifest);
    for (const secret of ['correct horse', '3184710691', 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA'])
      expect(text).not.toContain(secret);
  });

  async function empty({ db }: Opened) {
    for (const table of ['applications', 'users', 'groups'] as const)
      await db.deleteFrom(table).execute();
  }
  /** Returns who has which roles and sponsor, by username. */
  const rolesAndSponsors = (users: readonly Entry[] = []) =>
    users
      .map(({ username, roles = [], sponsor = null }) => ({ username, roles, sponsor }))
      .map((user) => JSON.stringify(user))
      .sort();

  test('random groups, users and applications', async () => {
    const place = await open();
    await fc.assert(
      fc.asyncProperty(randomManifests, async (given) => {
        await empty(place);
        // an export may have sponsors and owners who were disabled later
        await applied(place, { export: {}, ...given });
        const manifest = await exported(place);
        expect(manifest.users ?? []).toHaveLength(given.users.length);
        expect(manifest.applications ?? []).toHaveLength(given.applications.length);
        expect(rolesAndSponsors(manifest.users)).toEqual(rolesAndSponsors(given.users));
        await changesNothing(place, manifest);
        // the same in an empty database
        await empty(place);
        await applied(place, manifest);
        expect(await exported(place)).toEqual(manifest);
      }),
      { numRuns: 12, seed: 22 },
    );
  });

  test('pages of users are joined; without --users there are none', async () => {
    const place = await open();
    const users = Array.from({ length: 1203 }, (_, index) => ({
      username: `user${index}`,
      fullName: 'Шевченко Олена',
    }));
    await applied(place, { users });
    const names = (await exported(place)).users?.map(({ username }) => username);
    expect(names).toEqual(users.map(({ username }) => username).sort());
    const { out, text } = collector();
    expect(await runExport([], place.config, folder, out)).toBe(0);
    expect(JSON.parse(text())).toEqual({ export: { users: false } });
  });

  test('erased users, whose emptied rows wait for notifications, are left out', async () => {
    const place = await open();
    const users = ['a', 'b'].map((username) => ({ username, fullName: 'Шевченко' }));
    await applied(place, { users });
    const { db } = place;
    await db.updateTable('users').set({ erased_at: 1 }).where('username', '=', 'a').execute();
    expect((await exported(place)).users?.map(({ username }) => username)).toEqual(['b']);
  });

  test('a file is readable by its owner only, also in the place of another, and the event is stored', async () => {
    const place = await open();
    await applied(place, { groups: ['students'], users: [{ username: 'a', fullName: 'А' }] });
    const file = join(folder, 'campus.json');
    writeFileSync(file, 'older');
    chmodSync(file, 0o644);
    expect(await runExport(['--users', '--output', 'campus.json'], place.config, folder)).toBe(0);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(file, 'utf8')).users).toHaveLength(1);
    expect(printed.join('\n')).toContain('1 groups, 1 users, 0 applications');
    const events = place.db
      .selectFrom('events')
      .select(['type', 'actor', 'user_id', 'details'])
      .where('type', 'like', 'configuration.%');
    expect(await events.execute()).toEqual([
      {
        type: 'configuration.exported',
        actor: 'server',
        user_id: null,
        details: JSON.stringify({ how: 'with-users', systemUser: systemUser() }),
      },
    ]);
    printed.length = 0;
    for (const [output, reason] of [
      ['missing/campus.json', 'there is no such file or folder'],
      ['.', 'it is a folder'],
    ] as const) {
      expect(await runExport(['--output', output], place.config, folder)).toBe(1);
      expect(printed.splice(0)).toEqual([
        `Cannot write ${output}: ${reason}. Nothing was exported.`,
      ]);
    }
    expect(await events.execute()).toHaveLength(1);
    expect(readdirSync(folder).filter((one) => one.includes('unfinished'))).toEqual([]);
  });

  test('nothing is written to a terminal, unless with --yes', async () => {
    const { config } = await open();
    const { out, text } = collector(true);
    expect([await runExport([], config, folder, out), text()]).toEqual([1, '']);
    expect(await runExport(['--yes'], config, folder, out)).toBe(0);
    expect(JSON.parse(text())).toEqual({ export: { users: false } });
    for (const wrong of [['file'], ['--output', ''], ['--all']])
      expect(await runExport(wrong, config, folder, out)).toBe(2);
  });
});
