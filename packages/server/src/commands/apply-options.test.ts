import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  describeOnDatabases,
  makeDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { readConfig } from '../app/config.ts';
import type { Database } from '../database/connect.ts';
import { runApply } from './apply.ts';

const secret = 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA';
const otherSecret = 'WmFtb2sgaSBrbHl1Y2ggdmlkIGJyYW15IDk4Nw';
const campus = {
  id: '3d1488ae-128e-4655-8ca2-1ef554379335',
  name: 'campus',
  title: { uk: 'Кампус', en: 'Campus' },
  description: { uk: 'опис', en: 'about' },
  access: { groups: ['students'] },
  releases: ['taxId'],
  protocol: { type: 'ticket', redirectUrl: 'https://campus.example/callback', secret },
};
const portal = {
  ...campus,
  id: 'a9e3d5b7-6c08-4f12-b4d6-7f2e8c1a0d53',
  name: 'portal',
  protocol: {
    type: 'oidc',
    secret,
    metadata: { redirect_uris: ['https://portal.example/callback'] },
  },
};
const olena = {
  username: 'olena',
  fullName: 'Шевченко Олена',
  email: 'olena@campus.example',
  password: 's3cret-of-olena',
  taxId: '1234567899',
  groups: ['students'],
  data: { faculty: 'ФПМ', phone: null },
};
const whole = { groups: ['students', 'staff'], users: [olena], applications: [campus, portal] };

describeOnDatabases('apply', (kind) => {
  let folder: string;
  let database: TestDatabase;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brama-apply-'));
    database = await makeDatabase(kind);
  });
  afterEach(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function write(name: string, content: unknown): string {
    const file = join(folder, name);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content, null, 1));
    return file;
  }

  /** Runs the command; returns its exit code and everything it has printed, without the path of the folder. */
  async function run(...args: string[]) {
    const printed: Record<'out' | 'err', string[]> = { out: [], err: [] };
    const log = vi.spyOn(console, 'log').mockImplementation((text) => {
      printed.out.push(`${text}\n`);
    });
    const error = vi.spyOn(console, 'error').mockImplementation((text) => {
      printed.err.push(`${text}\n`);
    });
    const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(() => true);
    const { address } = database;
    const place: Record<string, string> =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: join(address.sqliteFile, '..') };
    const config = readConfig(
      { HASH_THREADS: '1', LOG_LEVEL: 'silent', BRAMA_DEMO: '0', ...place },
      () => '',
    );
    try {
      const code = await runApply(args, config, folder);
      const shown = (lines: string[]) => lines.join('').replaceAll(`${folder}/`, '');
      return { code, out: shown(printed.out), err: shown(printed.err) };
    } finally {
      for (const spy of [log, error, stderr]) spy.mockRestore();
    }
  }

  async function applied(manifest: unknown) {
    expect(await run(write('before.json', manifest))).toMatchObject({ code: 0, err: '' });
  }

  /** All rows that a manifest can change. */
  async function rowsOf(db: Database) {
    const tables = ['users', 'groups', 'applications', 'applied_manifests'] as const;
    return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
  }

  describe('a file named .json is strict JSON', () => {
    test('syntax that only YAML allows is rejected with its line', async () => {
      const text = '{\n "users": [{ "username": "s3cret" }],\n}';
      expect(await run(write('campus.JSON', text))).toEqual({
        code: 1,
        out: '',
        err: [
          'Refused campus.JSON: 1 error; nothing was changed.',
          '  line 3: is not JSON: expected a field name in double quotes',
          '',
        ].join('\n'),
      });
    });

    test('duplicate fields are rejected as in YAML', async () => {
      const { code, err } = await run(write('a.json', '{"groups": ["a"],\n"groups": ["b"]}'));
      expect(code).toBe(1);
      expect(err).toContain('groups, line 2: is given twice');
    });

    test('the same text under any other file name is parsed as YAML', async () => {
      expect(await run(write('a.yaml', '{"groups": ["a"],}'))).toMatchObject({ code: 0, err: '' });
    });
  });

  describe('empty lists', () => {
    test.each([
      ['a.json', '{"groups": [],\n"users": []}'],
      ['a.yaml', 'groups: []\nusers:\n'],
    ])('%s: each empty list at the top level gives a warning', async (name, text) => {
      expect(await run(write(name, text))).toMatchObject({
        code: 0,
        err: [
          `Warnings for ${name}: 2`,
          '  groups, line 1: the list is empty: nothing is removed, what a file omits stays as it is',
          '  users, line 2: the list is empty: nothing is removed, what a file omits stays as it is',
          '',
        ].join('\n'),
      });
    });

    test('only empty lists that remove groups or released data give a warning', async () => {
      await applied({ ...whole, users: [olena, { username: 'taras', fullName: 'Тарас' }] });
      const { code, err } = await run(
        write('a.json', {
          users: [
            { username: 'olena', groups: [] },
            { username: 'taras', groups: [] },
          ],
          applications: [{ id: campus.id, releases: [] }],
        }),
      );
      expect([code, err]).toEqual([
        0,
        [
          'Warnings for a.json: 2',
          '  users[0].groups (olena), line 5: the list is empty: the user leaves every group',
          `  applications[0].releases (${campus.id}), line 15: the list is empty: the application no longer learns what it names now`,
          '',
        ].join('\n'),
      ]);
    });

    test('null clears a field without a warning', async () => {
      await applied(whole);
      const cleared = { users: [{ username: 'olena', groups: null }] };
      expect(await run(write('a.json', cleared))).toMatchObject({ code: 0, err: '' });
    });
  });

  describe('--dry-run', () => {
    test('shows every field of new records, and writes nothing', async () => {
      const before = await rowsOf(database.db);
      const { code, out, err } = await run(write('a.json', whole), '--dry-run', '--once', 'first');
      expect([code, err]).toEqual([0, '']);
      expect(out.replace(/in .* s;/, 'in … s;')).toBe(`\
Dry run of a.json: 5 changes in … s; nothing was written.
               created   updated unchanged
groups               2         0         0
users                1         0         0
applications         2         0         0
passwords set: 1
create group students
create group staff
create user olena
  username: "olena"
  fullName: "Шевченко Олена"
  email: "olena@campus.example"
  groups: ["students"]
  taxId: (not shown)
  data.faculty: "ФПМ"
  password: (not shown)
create application campus
  name: "campus"
  title.uk: "Кампус"
  title.en: "Campus"
  description.uk: "опис"
  description.en: "about"
  access.groups: ["students"]
  releases: ["taxId"]
  protocol.type: "ticket"
  protocol.redirectUrl: "https://campus.example/callback"
  protocol.secret: (not shown)
create application portal
  name: "portal"
  title.uk: "Кампус"
  title.en: "Campus"
  description.uk: "опис"
  description.en: "about"
  access.groups: ["students"]
  releases: ["taxId"]
  protocol.type: "oidc"
  protocol.metadata.redirect_uris: ["https://portal.example/callback"]
  protocol.secret: (not shown)
  protocol.pkce: "required"
  protocol.firstParty: true
  protocol.claimsInIdToken: false
  protocol.registered: false
without an icon, shown as a letter: portal. For the names of icons see docs/manifest.md#icons.
`);
      expect(await rowsOf(database.db)).toEqual(before);
    });

    test('shows the old and the new value of every changed field, and no secret', async () => {
      await applied(whole);
      const before = await rowsOf(database.db);
      const changed = {
        users: [
          {
            username: 'olena',
            fullName: 'Шевченко О.',
            email: null,
            password: 'an0ther-s3cret',
            taxId: '3184710691',
            data: { faculty: 'ФІОТ', phone: null, building: '7' },
            disabled: true,
          },
        ],
        applications: [
          {
            id: campus.id,
            title: { en: 'The campus' },
            access: 'everyone',
            releases: null,
            protocol: {
              ...campus.protocol,
              redirectUrl: 'https://campus.example/new',
              secret: otherSecret,
            },
          },
        ],
      };
      const { code, out } = await run(write('a.json', changed), '--dry-run');
      expect(code).toBe(0);
      expect(out.split('\n').slice(6).join('\n')).toBe(`\
update user olena
  fullName: "Шевченко Олена" → "Шевченко О."
  email: "olena@campus.example" → null
  taxId: changes (not shown)
  data.faculty: "ФПМ" → "ФІОТ"
  data.building: (none) → "7"
  disabled: false → true
  password: changes (not shown)
update application campus
  title.en: "Campus" → "The campus"
  access: {"groups":["students"]} → "everyone"
  releases: ["taxId"] → []
  protocol.redirectUrl: "https://campus.example/callback" → "https://campus.example/new"
  protocol.secret: changes (not shown)
`);
      const rows = JSON.stringify(before);
      const hidden = [secret, otherSecret, 's3cret', '1234567899', '3184710691'];
      for (const [, hash] of rows.matchAll(/"(?:tax_id_hash|password_hash)":"([^"]+)"/g))
        hidden.push(`${hash}`);
      for (const [, hash] of rows.matchAll(/secretHash\\":\\"([^"\\]+)/g)) hidden.push(`${hash}`);
      expect(hidden).toHaveLength(9);
      for (const one of hidden) expect(out).not.toContain(one);
      expect(await rowsOf(database.db)).toEqual(before);
    });

    test('reports a manifest without changes, and rejects an invalid one', async () => {
      await applied(whole);
      const same = await run(write('a.json', whole), '--dry-run');
      expect(same.out).toMatch(/^Dry run of a\.json: 0 changes in .* s; nothing was written\.$/m);
      expect(same.out).not.toMatch(/^(create|update) /m);
      const faulty = await run(write('b.json', { users: [{ username: 'x' }] }), '--dry-run');
      expect(faulty).toMatchObject({ code: 1, out: '' });
      expect(faulty.err).toContain('is required for a new user');
    });

    test('evaluates the conditions, and does not mark the name of --once as used', async () => {
      const file = write('a.json', { groups: ['students'] });
      expect((await run(file, '--dry-run', '--once', 'demo')).out).toContain(
        'create group students',
      );
      expect((await run(file, '--once', 'demo')).out).toContain('1 change in');
      expect((await run(file, '--dry-run', '--once', 'demo')).out).toBe(
        'Nothing to do: demo was applied before.\n',
      );
    });
  });
});
