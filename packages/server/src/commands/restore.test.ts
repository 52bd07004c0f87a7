// An export of everything that the administration API can create becomes the same in an empty database.

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Writable } from 'node:stream';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import { textFieldNames } from '@brama/contract/users/fields';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addCaller,
  type Caller,
  callRoute,
  type Input,
  strongSession,
} from '../../test/support/admin/callers.ts';
import { databaseKinds, makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { makeWorld, type World } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { issueLine } from '../directory/apply/parse/issue.ts';
import { composeApply } from './compose-apply.ts';
import { runExport } from './export.ts';

const key = () => randomBytes(32).toString('hex');
const progress = { phase: () => () => undefined, complete: () => undefined, end: () => undefined };
const icon = `data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>').toString('base64')}`;
const texts = { uk: 'Текст', en: 'Text' };
const callbacks = { redirect_uris: ['https://new.example/callback'] };

/** Of each protocol; those with a secret do not have one yet. */
const protocols = {
  ticket: { type: 'ticket', redirectUrl: 'https://new.example/', returnErrors: true },
  oidc: { type: 'oidc', metadata: { ...callbacks, client_id: 'basic' }, firstParty: false },
  public: {
    type: 'oidc',
    metadata: { ...callbacks, client_id: 'public', token_endpoint_auth_method: 'none' },
  },
  cas: { type: 'cas', services: ['https://cas.example/'], attributes: { mail: 'email' } },
  link: { type: 'link', url: 'https://link.example/' },
};

describe.each(databaseKinds)('restoring, on %s', (kind) => {
  let world: World;
  let admin: Caller;
  let folder: string;
  let keys: Record<'TAX_ID_KEY' | 'DATA_KEY', string>;
  const opened: TestDatabase[] = [];
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'brama-restore-'));
    keys = { TAX_ID_KEY: key(), DATA_KEY: key() };
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    world = await makeWorld(kind);
    // those of the test world have no valid settings
    await world.db.deleteFrom('applications').execute();
    await addCaller(world, 'admin', ['administrator']);
    admin = await strongSession(world, 'admin');
  });
  afterEach(async () => {
    vi.restoreAllMocks();
    for (const database of opened.splice(0)) await database.close();
    await world.close();
    rmSync(folder, { recursive: true });
  });

  async function call(id: AdminRouteId, input: Input) {
    const response = await callRoute(world, id, admin, input);
    if (response.statusCode >= 300) throw new Error(`${id}: ${response.body}`);
    return response.body === '' ? {} : response.json();
  }

  const configOf = (
    { address }: Pick<TestDatabase, 'address'>,
    env: Record<string, string> = {},
  ) => {
    const place =
      'postgresUrl' in address
        ? { DATABASE_URL: address.postgresUrl, DATA_DIR: folder }
        : { DATA_DIR: dirname(address.sqliteFile) };
    return readConfig(
      { HASH_THREADS: '1', LOG_LEVEL: 'silent', ...keys, ...place, ...env },
      () => '',
    );
  };

  async function exported(database: Pick<TestDatabase, 'address'>, ...options: string[]) {
    const parts: string[] = [];
    const out = new Writable({
      write(chunk, _encoding, done) {
        parts.push(`${chunk}`);
        done();
      },
    });
    expect(await runExport(options, configOf(database), folder, out)).toBe(0);
    return parts.join('');
  }

  /** Applies the text to an empty database. Returns the database with the warnings. */
  async function restored(text: string, env?: Record<string, string>) {
    const database = await makeDatabase(kind);
    opened.push(database);
    const { apply, close } = composeApply(database.db, configOf(database, env), folder, progress);
    const outcome = await apply(text, undefined, { strictJson: true });
    await close();
    if (!('summary' in outcome)) throw new Error(JSON.stringify(outcome));
    return { ...database, warnings: outcome.warnings.map(issueLine) };
  }

  const inHours = (hours: number) => new Date(world.clock.now + hours * 3_600_000).toISOString();

  async function createUsers() {
    await call('createGroup', { body: { name: 'students' } });
    await call('createGroup', { body: { name: 'staff', title: texts, secondFactor: 'required' } });
    const given = {
      ...Object.fromEntries(textFieldNames.map((name) => [name, 'Sponsor'])),
      email: 'sponsor@campus.example',
      data: { faculty: 'ФПМ', phone: null },
      taxId: '3184710691',
      groups: ['students'],
      passwordHash: world.passwordHash,
      validFrom: inHours(-1),
      validUntil: inHours(1000),
    };
    const sponsor = await call('createUser', { body: given });
    const guest = {
      username: 'guest',
      fullName: 'Гостя',
      email: 'guest@campus.example',
      validUntil: inHours(100),
      sponsorId: sponsor.id,
      disabled: false,
      disabledNote: null,
      invite: true,
    };
    const left = {
      username: 'left',
      fullName: 'Left',
      disabled: true,
      disabledNote: 'left in June',
    };
    await call('createUser', { body: left });
    const { id } = await call('createUser', { body: guest });
    const fields = Object.keys(adminRoutes.createUser.body.shape).sort();
    expect(Object.keys({ ...given, ...guest }).sort()).toEqual(fields);
    for (const group of ['students', 'staff'])
      await call('putMembership', {
        params: { id, group },
        body: { validFrom: inHours(group === 'staff' ? 2 : -2), validUntil: inHours(3) },
      });
    await call('createUser', { body: { username: 'later', fullName: 'Л', validFrom: inHours(9) } });
    await call('grantRole', { params: { id: sponsor.id, role: 'application-owner' } });
    return sponsor;
  }

  async function createApplications(ownerId: string) {
    const given = {
      title: texts,
      description: texts,
      category: texts,
      position: 3,
      icon,
      contact: 'help@campus.example',
      releases: ['taxId'],
      minimumLevel: 'urn:brama:acr:mfa',
      access: { any: [{ group: 'staff' }, { attribute: 'data.faculty', is: 'ФПМ' }] },
    };
    const plain = { releases: [], minimumLevel: null };
    for (const [name, protocol] of Object.entries(protocols)) {
      const own = name === 'oidc' ? given : { ...given, ...plain };
      const { id } = await call('createApplication', { body: { ...own, name, protocol } });
      await call('addApplicationOwner', { params: { id, userId: ownerId } });
    }
    const fields = Object.keys(adminRoutes.createApplication.body.shape).sort();
    expect([...Object.keys(given), 'name', 'protocol'].sort()).toEqual(fields);
    for (const name of ['kept', 'taken']) {
      const protocol = protocols.ticket;
      const body = { title: texts, description: texts, access: 'everyone', name, protocol };
      const { id } = await call('createApplication', { body });
      const secret = { name: 'first', expiresAt: inHours(1000) };
      const { id: secretId } = await call('createApplicationSecret', {
        params: { id },
        body: secret,
      });
      if (name === 'taken')
        await call('deleteApplicationSecret', {
          params: { id, secretId },
          headers: { 'if-match': '"2"' },
        });
    }
  }

  test('everything that the API can create', async () => {
    const sponsor = await createUsers();
    await createApplications(sponsor.id);
    // a sponsor and owner may be disabled later
    const { version } = await call('readUser', { params: { id: sponsor.id } });
    await call('updateUser', {
      params: { id: sponsor.id },
      body: { disabled: true },
      headers: { 'if-match': `"${version}"` },
    });
    const text = await exported(world, '--users');
    const other = await restored(text);
    expect(other.warnings).toEqual([]);
    expect(await exported(other, '--users')).toBe(text);
    // a release before this one wrote no word about a missing secret
    const former = text.replaceAll(',"secretHash":null', '');
    expect(former).not.toBe(text);
    await restored(former);
  });

  test('without users, owners are left out with a warning', async () => {
    const sponsor = await createUsers();
    await createApplications(sponsor.id);
    const text = await exported(world);
    const { warnings, db } = await restored(text);
    expect(warnings).toHaveLength(Object.keys(protocols).length);
    expect(warnings[0]).toBe(
      'applications[0].owners[0] (cas): there is no user Sponsor: this owner is left out',
    );
    expect(await db.selectFrom('applications').select('id').execute()).toHaveLength(7);
    // a file that is no export names no unknown owners
    await expect(restored(text.replace(/"export": .*,\n/, ''))).rejects.toThrow('no user Sponsor');
  });

  test('tax numbers under another TAX_ID_KEY are left out with a warning', async () => {
    await createUsers();
    const text = await exported(world, '--users');
    const { warnings, db } = await restored(text, { TAX_ID_KEY: key() });
    expect(warnings).toEqual([
      expect.stringMatching(
        /^export\.taxIdKey: the file was written with another TAX_ID_KEY \(here [0-9a-f-]{19}\): the tax numbers of 1 users are left out$/,
      ),
    ]);
    const hashes = db.selectFrom('users').select('id').where('tax_id_hash', 'is not', null);
    expect(await hashes.execute()).toEqual([]);
  });
});
