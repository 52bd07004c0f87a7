import { accessReason } from '@brama/contract/admin/access';
import { normalizeAppId } from '@brama/contract/app-id';
import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import { databaseKinds, makeDatabase } from '../../../test/support/databases.ts';
import { addUser } from '../../../test/support/world.ts';
import { hashSecret } from '../../crypto/secrets.ts';
import type { Application } from '../application.ts';
import { createReadIcon } from '../icons/read-icon.ts';
import { createFindIcon } from '../icons/store.ts';
import { ApplicationOwners } from '../owners.ts';
import type { SettingsParser } from '../protocol.ts';
import { createSettingsParsers } from '../protocols.ts';
import { createApplicationStore } from '../store.ts';
import { readEntry } from './entry.ts';
import { exportedApplications } from './export.ts';
import { createApplicationsManifest } from './manifest.ts';
import { planApplication } from './plan.ts';

const secret = 'Qm9yb2RhIG5hIGJyYW1pIDEyMzQ1Njc4OTA';
const campus = {
  id: '3D1488AE-128e-4655-8ca2-1ef554379335',
  name: 'campus',
  title: { uk: 'Кампус', en: 'Campus' },
  description: { uk: 'опис', en: 'about' },
  access: { groups: ['students'] },
  releases: ['taxId'],
  protocol: { type: 'ticket', redirectUrl: 'https://campus.example/callback', secret },
};
const library = {
  id: 'c2a7b1d4-7e55-4d0a-b6a3-93f1e86b0c44',
  name: 'library',
  title: { uk: 'Книги', en: 'Books' },
  description: { uk: 'опис', en: 'about' },
  access: 'everyone',
  protocol: { type: 'link', url: 'https://library.example/' },
};

const readers = createSettingsParsers({ methodsOn: ['password', 'google'], isProduction: true });

const conflict = new Error('conflict');

async function makeManifest(kind: (typeof databaseKinds)[number] = 'sqlite') {
  const database = await makeDatabase(kind);
  const store = createApplicationStore(database.db, () => 5);
  const { plan } = createApplicationsManifest({
    store,
    owners: new ApplicationOwners(database.db),
    readers,
    readIcon: createReadIcon(import.meta.dirname),
    now: () => 5,
  });
  const planned = (...entries: unknown[]) => plan(entries, (name) => name === 'students');
  type Planned = Awaited<ReturnType<typeof planned>>;
  /** Like \`apply\`: a write that returns false changes nothing. */
  const write = (one: Planned) =>
    database.db
      .transaction()
      .execute(async (queries) => {
        if (!(await one.write(queries))) throw conflict;
        return true;
      })
      .catch((error) => {
        if (error === conflict) return false;
        throw error;
      });
  return {
    ...database,
    store,
    plan: planned,
    write,
    async apply(...entries: unknown[]) {
      const one = await planned(...entries);
      const { issues, created, updated, unchanged } = one;
      expect(issues).toEqual([]);
      expect(await write(one)).toBe(true);
      return { created: created.map(({ name }) => name), updated, unchanged };
    },
    async issues(...entries: unknown[]) {
      const { issues } = await planned(...entries);
      return issues.map(({ path, about, reason }) => [path.join('.'), about, reason].join(' | '));
    },
  };
}

describe.each(databaseKinds)('applications of a manifest, on %s', (kind) => {
  test('have secrets with names and end dates; one that stays keeps its id', async () => {
    const { apply, issues, store, close } = await makeManifest(kind);
    const { secret: _, ...protocol } = campus.protocol;
    const { id } = campus;
    const first = { name: '2026', secret, expiresAt: '2026-12-31' };
    const hash = hashSecret(secret);
    expect(await issues({ ...campus, protocol })).toEqual([
      'applications.0.protocol.secret | campus | is required for a new application',
    ]);
    await apply({ ...campus, protocol, secrets: [first] });
    const secretsOf = async () => (await store.all())[0]?.secrets ?? [];
    const [stored] = await secretsOf();
    expect(stored).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: '2026',
      hash,
      createdAt: 5,
      expiresAt: Date.UTC(2026, 11, 31),
    });
    for (const entry of [{ id, secrets: [first] }, { id }])
      expect((await apply(entry)).unchanged).toBe(1);
    const second = { name: '2027', hash: hashSecret('x'), expiresAt: '2027-12-31T12:00:00+02:00' };
    const exported = { name: '2026', hash, expiresAt: '2027-01-01T00:00:00.000Z' };
    expect((await apply({ id, secrets: [exported, second] })).updated).toEqual([
      { name: 'campus', fields: ['secrets'] },
    ]);
    expect(await secretsOf()).toEqual([
      { ...stored, expiresAt: Date.UTC(2027, 0, 1) },
      expect.objectContaining({ name: '2027', expiresAt: Date.UTC(2027, 11, 31, 10) }),
    ]);
    await apply({ id, secrets: [] });
    expect(await secretsOf()).toEqual([]);
    await close();
  });

  test('have owners, also users of the same file', async () => {
    const { apply, issues, plan, write, db, close } = await makeManifest(kind);
    const olena = await addUser(db, { username: 'Olena' }, 'hash');
    const taras = await addUser(db, { username: 'taras' }, 'hash');
    const ownersOf = async () =>
      (await db.selectFrom('application_owners').select('user_id').execute())
        .map(({ user_id }) => user_id)
        .sort();
    await apply({ ...campus, owners: ['OLENA', 'taras', 'olena'] });
    expect(await ownersOf()).toEqual([olena, taras].sort());
    const { id } = campus;
    expect((await apply({ id, owners: ['taras', 'olena'] })).unchanged).toBe(1);
    expect((await apply({ id, owners: ['taras'] })).updated).toEqual([
      { name: 'campus', fields: ['owners'] },
    ]);
    expect(await ownersOf()).toEqual([taras]);
    expect((await apply({ id })).unchanged).toBe(1);
    expect(await issues({ id, owners: ['taras', 'ghost'] })).toEqual([
      `applications.0.owners.1 | ${id} | there is no user ghost: add the user to users`,
    ]);
    await addUser(db, { username: 'off', disabled: true }, 'hash');
    expect(await issues({ id, owners: ['taras', 'OFF'] })).toEqual([
      `applications.0.owners.1 | ${id} | the user OFF is disabled`,
    ]);
    const planned = await plan({ id, owners: ['taras'] }, library);
    expect(planned.records.map(({ name }) => name)).toEqual(['library']);
    await db.deleteFrom('users').where('id', '=', taras).execute();
    expect(await ownersOf()).toEqual([]);
    const again = await plan({ id, owners: ['olena'] });
    expect(again.records[0]).toMatchObject({
      before: { owners: [] },
      after: { owners: ['olena'] },
    });
    expect(await write(again)).toBe(true);
    expect(await ownersOf()).toEqual([olena]);
    await close();
  });

  test('are created, left unchanged or updated field by field', async () => {
    const { apply, store, close } = await makeManifest(kind);
    expect(await apply(campus, library)).toEqual({
      created: ['campus', 'library'],
      updated: [],
      unchanged: 0,
    });
    const stored = (await store.all())[0] as Application;
    const { secretHash } = stored.protocol.settings as { secretHash: string };
    expect(stored).toMatchObject({ id: campus.id.toLowerCase(), access: { groups: ['students'] } });
    expect(JSON.stringify(stored)).not.toContain(secret);

    expect(await apply(campus, library)).toEqual({ created: [], updated: [], unchanged: 2 });

    const changes = {
      id: campus.id,
      title: { en: 'The campus' },
      access: 'everyone',
      releases: null,
      protocol: { type: 'ticket', redirectUrl: 'https://campus.example/other' },
    };
    expect((await apply(changes)).updated).toEqual([
      { name: 'campus', fields: ['title', 'access', 'releases', 'protocol'] },
    ]);
    expect(await store.byId(normalizeAppId(campus.id))).toEqual({
      ...stored,
      title: { uk: 'Кампус', en: 'The campus' },
      access: 'everyone',
      releases: [],
      protocol: {
        type: 'ticket',
        settings: {
          redirectUrl: 'https://campus.example/other',
          secretHash,
        },
      },
    });
    await close();
  });

  test('can require a level, and no longer', async () => {
    const { apply, store, close } = await makeManifest(kind);
    const id = normalizeAppId(campus.id);
    const stored = async () => (await store.byId(id))?.minimumLevel;
    await apply(campus);
    expect(await stored()).toBeNull();
    const updated = [{ name: 'campus', fields: ['minimumLevel'] }];
    expect((await apply({ id, minimumLevel: 'urn:brama:acr:mfa' })).updated).toEqual(updated);
    expect((await apply({ id, access: 'everyone' })).updated).toHaveLength(1);
    expect(await stored()).toBe('urn:brama:acr:mfa');
    expect((await apply({ id, minimumLevel: null })).updated).toEqual(updated);
    expect(await stored()).toBeNull();
    await close();
  });

  test('can swap their names', async () => {
    const { apply, store, close } = await makeManifest(kind);
    await apply(campus, library);
    await apply({ id: campus.id, name: 'library' }, { id: library.id, name: 'campus' });
    expect((await store.byId(normalizeAppId(library.id)))?.name).toBe('campus');
    await close();
  });

  test('are not overwritten after a concurrent change', async () => {
    const { apply, plan, db, close } = await makeManifest(kind);
    await apply(campus);
    const first = await plan({ id: campus.id, name: 'one' });
    const second = await plan({ id: campus.id, name: 'two' });
    expect(await first.write(db)).toBe(true);
    expect(await second.write(db)).toBe(false);
    await close();
  });
});

/** Returns an icon as a data URL. */
const icon = (color: string) => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><rect width="9" height="9" fill="${color}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
};

const fileOf = (application: Application | undefined): string =>
  application?.icon && 'file' in application.icon ? application.icon.file : '';

describe.each(databaseKinds)('icons of a manifest, on %s', (kind) => {
  test('an icon that another run deletes meanwhile is a conflict, and is stored again', async () => {
    const { apply, plan, write, store, db, close } = await makeManifest(kind);
    await apply({ ...campus, icon: icon('red') }, library);
    const change = { id: library.id, icon: icon('red') };
    const first = await plan(change);
    await apply({ id: campus.id, icon: icon('blue') });
    expect(await write(first)).toBe(false);
    expect((await store.byId(normalizeAppId(library.id)))?.icon).toBeNull();

    expect((await apply(change)).updated).toEqual([{ name: 'library', fields: ['icon'] }]);
    const stored = await store.byId(normalizeAppId(library.id));
    expect(await createFindIcon(db)(fileOf(stored))).toBeInstanceOf(Buffer);
    await close();
  });

  test('an icon that another run stores meanwhile is kept', async () => {
    const { apply, plan, write, store, db, close } = await makeManifest(kind);
    await apply(campus, library);
    const plans = [
      await plan({ id: campus.id, icon: icon('red') }),
      await plan({ id: library.id, icon: icon('red') }),
    ];
    expect(await Promise.all(plans.map(write))).toEqual([true, true]);
    const stored = await store.byId(normalizeAppId(library.id));
    expect(await createFindIcon(db)(fileOf(stored))).toBeInstanceOf(Buffer);
    await close();
  });

  test.runIf(kind === 'postgres')('an icon of a transaction that still runs is kept', async () => {
    const { apply, plan, write, store, db, close } = await makeManifest(kind);
    await apply({ ...campus, icon: icon('red') }, library);
    const first = await plan({ id: library.id, icon: icon('red') });
    const second = await plan({ id: campus.id, icon: icon('blue') });
    let other: Promise<boolean> | undefined;
    await db.transaction().execute(async (queries) => {
      expect(await first.write(queries)).toBe(true);
      other = write(second);
      const waiting = sql`select 1 from pg_locks where not granted
        and database = (select oid from pg_database where datname = current_database())`;
      await vi.waitFor(async () => expect((await waiting.execute(queries)).rows).toHaveLength(1));
    });
    expect(await other).toBe(true);
    const stored = await store.byId(normalizeAppId(library.id));
    expect(await createFindIcon(db)(fileOf(stored))).toBeInstanceOf(Buffer);
    await close();
  });

  test('an icon of the list is stored by its name, and exported as it', async () => {
    const { apply, issues, store, db, close } = await makeManifest(kind);
    await apply({ ...campus, icon: icon('red') }, library);
    const change = { id: library.id, icon: 'library' };
    expect((await apply(change)).updated).toEqual([{ name: 'library', fields: ['icon'] }]);
    expect((await apply(change)).unchanged).toBe(1);
    const findIcon = createFindIcon(db);
    const owners = new ApplicationOwners(db);
    const entries: object[] = [];
    for await (const entry of exportedApplications({ applications: store, owners, findIcon }))
      entries.push(JSON.parse(JSON.stringify(entry)));
    expect(entries[1]).toMatchObject({ name: 'library', icon: 'library' });
    expect((await apply(...entries)).unchanged).toBe(2);
    // the picture before is deleted
    await apply({ id: campus.id, icon: 'graduation' });
    expect(await db.selectFrom('application_icons').select('file').execute()).toEqual([]);
    await apply({ id: library.id, icon: null });
    expect((await store.byId(normalizeAppId(library.id)))?.icon).toBeNull();

    expect(await issues({ ...library, icon: 'libary' })).toEqual([
      'applications.0.icon | library | is not the name of an icon; perhaps you mean library',
    ]);
    await close();
  });

  test('a name that a later release has stored shows no icon', async () => {
    const { apply, store, db, close } = await makeManifest(kind);
    await apply(library);
    await db.updateTable('applications').set({ icon_name: 'planetarium' }).execute();
    expect((await store.byId(normalizeAppId(library.id)))?.icon).toBeNull();
    await close();
  });

  test('a large data URL has the limit of an icon', async () => {
    const { issues, close } = await makeManifest(kind);
    const large = `data:image/png;base64,${'A'.repeat(90_000)}`;
    expect(await issues({ ...library, icon: large })).toEqual([
      'applications.0.icon | library | must be at most 64 KiB',
    ]);
    expect(await issues({ ...library, icon: 'a'.repeat(5000) })).toEqual([
      'applications.0.icon | library | must be at most 4096 characters long',
    ]);
    await close();
  });
});

const sandbox = {
  id: 'b8a4d0c2-7e15-4f96-a3d8-1c6e9f02b7a5',
  name: 'sandbox',
  title: { uk: 'Пісочниця', en: 'Sandbox' },
  description: { uk: 'опис', en: 'about' },
  access: 'everyone',
  sandbox: true,
};

describe.each(databaseKinds)('sandbox in a manifest, on %s', (kind) => {
  test('needs no protocol, and another application can become the sandbox', async () => {
    const { apply, store, close } = await makeManifest(kind);
    await apply(campus);
    expect(await store.sandbox()).toBeUndefined();
    expect((await apply(sandbox)).created).toEqual(['sandbox']);
    expect((await apply(sandbox)).unchanged).toBe(1);
    expect(await store.sandbox()).toMatchObject({ id: sandbox.id, protocol: { type: 'ticket' } });
    const { updated } = await apply(
      { id: campus.id, sandbox: true },
      { id: sandbox.id, protocol: library.protocol },
    );
    expect(updated).toEqual([
      { name: 'campus', fields: ['protocol', 'sandbox'] },
      { name: 'sandbox', fields: ['protocol', 'sandbox'] },
    ]);
    expect((await store.sandbox())?.name).toBe('campus');
    await close();
  });

  test('if two nodes apply two sandboxes at once, the database rejects the second', async () => {
    const { plan, db, close } = await makeManifest(kind);
    const [one, other] = [
      await plan(sandbox),
      await plan({ ...sandbox, id: campus.id, name: 'b' }),
    ];
    expect(await one.write(db)).toBe(true);
    await expect(other.write(db)).rejects.toThrow();
    await close();
  });
});

describe('invalid sandbox', () => {
  const at = (path: string, reason: string) => `applications.0.${path} | sandbox | ${reason}`;
  test.each<[unknown, string]>([
    [{ ...sandbox, sandbox: 'yes' }, at('sandbox', 'must be true or false')],
    [{ ...sandbox, sandbox: false }, at('protocol', 'is required for a new application')],
    [
      { ...sandbox, protocol: campus.protocol },
      at('protocol', 'must be left out of a sandbox, whose address is a page of ours'),
    ],
  ])('%.90j', async (entry, expected) => {
    const { issues, close } = await makeManifest();
    expect(await issues(entry)).toContain(expected);
    await close();
  });

  test('rejects a second sandbox, and a former sandbox without a protocol', async () => {
    const { apply, issues, close } = await makeManifest();
    const { protocol: _, ...words } = library;
    const other = { ...words, sandbox: true };
    expect(await issues(sandbox, other)).toEqual([
      'applications.1.sandbox | library | only one sandbox is allowed, and another application in this file is it',
    ]);
    await apply(sandbox);
    expect(await issues(other)).toEqual([
      `applications.0.sandbox | library | only one sandbox is allowed, and the application ${sandbox.id} is it`,
    ]);
    expect(await issues({ id: sandbox.id, sandbox: false })).toEqual([
      `applications.0.protocol | ${sandbox.id} | is required for what is no longer the sandbox`,
    ]);
    await close();
  });
});

describe('stored settings are passed only to a parser of the same protocol', () => {
  const shown = (type: string) => {
    const seen: unknown[] = [];
    const reader: SettingsParser = (_, stored) => {
      seen.push(stored);
      return { settings: {} };
    };
    const readers = new Map([
      ['one', reader],
      ['other', reader],
    ]);
    const entry = readEntry({ id: campus.id, protocol: { type } }, 0);
    const stored = { protocol: { type: 'one', settings: { key: 'of one' } } } as Application;
    planApplication(
      entry,
      campus.id,
      { ...stored, title: campus.title, description: campus.description },
      readers,
      () => undefined,
    );
    return seen;
  };
  test.each([
    ['one', { key: 'of one' }],
    ['other', undefined],
  ])('%s', (type, settings) => {
    expect(shown(type)).toEqual([settings]);
  });
});

describe('invalid application', () => {
  const at = (path: string, reason: string) => `applications.0.${path} | campus | ${reason}`;
  test.each<[unknown, string[]]>([
    [5, ['applications.0 |  | must be a mapping with id']],
    [{}, ['applications.0.id |  | is required']],
    [{ id: 'x' }, ['applications.0.id |  | must be a UUID']],
    [{ id: 5 }, ['applications.0.id |  | must be text: put the number in quotes']],
    [{ ...campus, extra: 1 }, [at('extra', 'is not a field of an application')]],
    [{ ...campus, title: 'Campus' }, [at('title', 'must be a mapping with uk and en')]],
    [{ ...campus, title: { uk: 'К' } }, [at('title.en', 'is required for a new application')]],
    [
      { ...campus, title: { uk: 'К', en: 5, de: 'C' } },
      [
        at('title.en', 'must be text: put the number in quotes'),
        at('title.de', 'is not a known field'),
      ],
    ],
    [{ ...campus, description: null }, [at('description', 'must be a mapping with uk and en')]],
    [{ ...campus, access: { groups: [] } }, [at('access.groups', accessReason)]],
    [{ ...campus, access: 'nobody' }, [at('access', accessReason)]],
    [
      { ...campus, access: { any: [{ group: 'students' }, { not: { group: 'ghosts' } }] } },
      [at('access.any.1.not.group', 'there is no group ghosts: add it to groups')],
    ],
    [
      { ...campus, access: { all: [{ group: 'students', is: 'x' }] } },
      [at('access.all.0.is', 'is of no use with group')],
    ],
    [{ ...campus, owners: 'olena' }, [at('owners', 'must be a list of usernames')]],
    [
      { ...campus, secrets: [{ name: 'manifest', secret: 'hush', expiresAt: '2026' }] },
      [
        at('secrets.0.name', 'must not be manifest, the name of the secret in protocol'),
        at(
          'secrets.0.secret',
          'must have at least 128 random bits: make it with `openssl rand -base64 32`',
        ),
        at(
          'secrets.0.expiresAt',
          'must be a date such as 2027-09-01, or a time such as 2027-09-01T12:00:00Z',
        ),
      ],
    ],
    [
      {
        ...campus,
        secrets: [
          { name: 'a', expiresAt: '2027-01-01' },
          { name: 'b', secret, hash: 'x'.repeat(43), expiresAt: '2027-01-01' },
          { name: 'c', hash: 'x', expiresAt: '2027-01-01', more: 1 },
        ],
      },
      [
        at('secrets.0.secret', 'is required, or hash in its place: give one of them'),
        at('secrets.1.secret', 'is required, or hash in its place: give one of them'),
        at('secrets.2.hash', 'must be the SHA-256 of the secret in base64url'),
        at('secrets.2.more', 'is not a known field'),
      ],
    ],
    [
      {
        ...campus,
        secrets: [1, 2].map(() => ({ name: 'a', secret, expiresAt: '2027-01-01' })),
      },
      [at('secrets.1.name', 'is given twice in this list')],
    ],
    [
      { ...campus, access: { groups: ['students', 'ghosts'] } },
      [at('access.groups.1', 'there is no group ghosts: add it to groups')],
    ],
    [{ ...campus, releases: ['name'] }, [at('releases.0', 'must be one of taxId')]],
    [{ ...campus, releases: 'taxId' }, [at('releases', 'must be a list')]],
    ...['urn:brama:acr:1', 'mfa', 2, true, ['urn:brama:acr:2']].map(
      (minimumLevel): [unknown, string[]] => [
        { ...campus, minimumLevel },
        [at('minimumLevel', 'must be urn:brama:acr:2 or urn:brama:acr:mfa')],
      ],
    ),
    [{ ...campus, protocol: 'ticket' }, [at('protocol', 'must be a mapping with type')]],
    [
      { ...campus, protocol: { type: 'unknown' } },
      [at('protocol.type', `must be one of ${[...readers.keys()].join(', ')}`)],
    ],
    [
      { ...campus, protocol: { type: 'ticket', 'secret:x': null } },
      [at('protocol.redirectUrl', 'is required'), at('protocol.secret:x', 'is not a known field')],
    ],
    [
      { ...campus, protocol: { ...campus.protocol, redirectUrl: 'https://a.example/\nb' } },
      [at('protocol.redirectUrl', 'must not hold control characters or line breaks')],
    ],
    [
      { ...campus, protocol: { ...campus.protocol, secret: 1234 } },
      [at('protocol.secret', 'must be text: put the number in quotes')],
    ],
    [
      { id: campus.id, name: 'campus' },
      ['title', 'description', 'access', 'protocol'].map((field) =>
        at(field, 'is required for a new application'),
      ),
    ],
  ])('%.60j', async (entry, expected) => {
    const { issues, close } = await makeManifest();
    expect(await issues(entry)).toEqual(expected);
    await close();
  });

  test('lists and texts that no application needs are refused before they are read', async () => {
    const { issues, close } = await makeManifest();
    const many = (length: number, one: unknown) => Array.from({ length }, () => one);
    for (const [given, expected] of [
      [{ access: { groups: many(1001, 'students') } }, 'access.groups | must hold at most 1000'],
      [{ releases: many(11, 'taxId') }, 'releases | must hold at most 10'],
      [{ owners: many(51, 'o.shevchenko') }, 'owners | must hold at most 50'],
      [{ secrets: many(11, 5) }, 'secrets | must hold at most 10'],
      [{ protocol: { type: 'x', list: many(201, 5) } }, 'protocol.list | must hold at most 200'],
      [{ protocol: { type: 'x', a: [{ b: 'x'.repeat(8193) }] } }, 'protocol.a.0.b | must be at'],
    ] as const) {
      const found = await issues({ ...campus, ...given });
      expect(found).toHaveLength(1);
      expect(found[0]?.replace(' campus |', '')).toContain(`applications.0.${expected}`);
    }
    await close();
  });

  test('an unknown group is reported once for each place that names it', async () => {
    const { issues, close } = await makeManifest();
    const access = { groups: Array.from({ length: 300 }, () => 'ghosts') };
    expect(await issues({ ...campus, access })).toHaveLength(300);
    await close();
  });

  test('rejects a name with capital letters and spaces', async () => {
    const { issues, close } = await makeManifest();
    expect(await issues({ ...campus, name: 'My App' })).toEqual([
      `applications.0.name | ${campus.id} | may hold small Latin letters and digits, with - between them`,
    ]);
    await close();
  });

  test('rejects duplicate ids and names', async () => {
    const { apply, issues, close } = await makeManifest();
    await apply(library);
    expect(await issues({ ...campus, name: 'library' })).toEqual([
      `applications.0.name | library | is the name of the application ${library.id}`,
    ]);
    expect(await issues(campus, { ...campus, id: campus.id.toLowerCase(), name: 'other' })).toEqual(
      ['applications.1.id | other | is that of another application in this file'],
    );
    expect(await issues(campus, { ...library, name: 'campus' })).toEqual([
      'applications.1.name | campus | is the name of another application in this file',
    ]);
    await close();
  });

  test('rejects two applications with the same client id', async () => {
    const { apply, issues, close } = await makeManifest();
    const named = (client_id: string) => {
      const metadata = { client_id, redirect_uris: ['https://library.example/callback'] };
      return { type: 'oidc', metadata, secret: 'x'.repeat(8).concat('QmFyZA8h3kZ1pLw0vTnE5yRc') };
    };
    const first = { ...library, protocol: named('moodle') };
    const second = { ...campus, protocol: named('moodle') };
    expect(await issues(first, second)).toEqual([
      'applications.1.protocol.metadata.client_id | campus | is the client id of another application in this file',
    ]);
    await apply(first);
    expect(await issues(second)).toEqual([
      `applications.0.protocol.metadata.client_id | campus | is the client id of the application ${library.id}`,
    ]);
    await close();
  });

  test('rejects required sign-in methods if none of them is enabled', async () => {
    const { issues, close } = await makeManifest();
    const demanding = (...signInMethods: string[]) => {
      const metadata = { redirect_uris: ['https://library.example/callback'] };
      const secret = 'x'.repeat(8).concat('QmFyZA8h3kZ1pLw0vTnE5yRc');
      return { ...library, protocol: { type: 'oidc', metadata, secret, signInMethods } };
    };
    expect(await issues(demanding('diia', 'google'))).toEqual([]);
    expect(await issues(demanding('diia'))).toEqual([
      'applications.0.protocol.signInMethods | library | must name a method whose settings are given here: password, google',
    ]);
    await close();
  });

  test('contact: accepts an email, an https address or null, rejects other values', async () => {
    const { apply, issues, store, close } = await makeManifest();
    const reason = 'must be an email address, or an address that begins with https://';
    for (const contact of [
      'javascript:alert(1)',
      'http://campus.example',
      'https://a:b@c.example',
      'x',
    ])
      expect(await issues({ ...library, contact })).toEqual([
        `applications.0.contact | library | ${reason}`,
      ]);
    for (const contact of ['help@library.example', 'https://library.example/ask', null]) {
      await apply({ ...library, contact });
      expect((await store.all())[0]?.contact).toBe(contact);
      expect((await apply(library)).unchanged).toBe(1);
    }
    await close();
  });
});
