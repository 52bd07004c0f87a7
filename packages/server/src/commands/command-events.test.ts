// The commands `apply`, `keys` and `registrations` run as processes of their own, as an operator runs them. Each writes
// its security events to standard error, and nothing else there.

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mainFile, withCompileCache } from '../../test/support/command-process.ts';
import {
  describeOnDatabases,
  makeDatabase,
  type TestDatabase,
} from '../../test/support/databases.ts';
import { eventsIn, plain } from '../../test/support/events.ts';
import { addUser } from '../../test/support/world.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { createApplicationStore } from '../applications/store.ts';
import { hashSecret, newSecret } from '../crypto/secrets.ts';
import { systemUser } from './system-user.ts';

describeOnDatabases('security events of commands', (kind) => {
  let database: TestDatabase;
  let folder: string;
  beforeAll(async () => {
    database = await makeDatabase(kind);
    folder = mkdtempSync(join(tmpdir(), 'brama-command-events-'));
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command and returns its events; an empty line on standard error is left out. */
  async function eventsOf(args: string[], input = '') {
    const { address } = database;
    const place =
      'postgresUrl' in address
        ? { DATA_DIR: folder, DATABASE_URL: address.postgresUrl }
        : { DATA_DIR: dirname(address.sqliteFile) };
    const child = spawn(process.execPath, [mainFile, ...args], {
      env: withCompileCache({
        ...place,
        LOG_LEVEL: 'info',
        OIDC_REGISTRATION: '1',
        HASH_THREADS: '1',
      }),
    });
    child.stdin.end(input);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
    expect(code, err).toBe(0);
    expect(out).not.toContain('"event"');
    const lines = err.split('\n').filter((line) => line.startsWith('{'));
    return { out: out.trim(), events: eventsIn(lines).map(plain) };
  }

  const applied = (manifest: object) => eventsOf(['apply', '-'], JSON.stringify(manifest));
  const summary = { event: 'manifest.applied', level: 'info', groups: 0, applications: 0 };

  async function addSession(userId: string) {
    const uid = crypto.randomUUID();
    const now = Date.now();
    const times = { verified_at: now, created_at: now, seen_at: now, expires_at: now + 3_600_000 };
    const nothing = { encrypted_tax_id: null, browser: null, system: null };
    await database.db
      .insertInto('sessions')
      .values({
        uid,
        id_hash: hashSecret(uid),
        user_id: userId,
        method: 'password',
        ...times,
        ...nothing,
      })
      .execute();
    return uid;
  }

  test('apply records the manifest and every session that it ends', async () => {
    const disabled = await addUser(database.db, { username: 'disabled' }, 'x');
    const changed = await addUser(database.db, { username: 'changed' }, 'x');
    const untouched = await addUser(database.db, { username: 'untouched' }, 'x');
    const sessions = [await addSession(disabled), await addSession(changed)];
    await addSession(untouched);
    const { events } = await applied({
      users: [
        { username: 'disabled', disabled: true },
        { username: 'changed', password: 'a new password that is long' },
        { username: 'untouched', fullName: 'Another name' },
      ],
    });
    const ended = { event: 'session.ended', level: 'info', reason: 'by-manifest' };
    expect(events[0]).toEqual({ ...summary, users: 3, passwords: 1 });
    expect(events.slice(1)).toHaveLength(2);
    expect(events.slice(1)).toEqual(
      expect.arrayContaining([
        { ...ended, session: sessions[0], user: disabled },
        { ...ended, session: sessions[1], user: changed },
      ]),
    );
    const again = await applied({ users: [{ username: 'disabled', disabled: true }] });
    expect(again.events).toEqual([{ ...summary, users: 0, passwords: 0 }]);
  });

  /** Returns what administrators see. */
  const stored = async (type: string) => {
    const rows = database.db.selectFrom('events').select(['actor', 'application_id', 'details']);
    return rows.where('type', '=', type).orderBy('at').execute();
  };

  test('keys records a rotation, and an immediate rotation as a warning', async () => {
    const rotated = { event: 'keys.rotated', level: 'info', how: 'by-command' };
    expect((await eventsOf(['keys', 'rotate'])).events).toEqual([rotated]);
    const { events } = await eventsOf(['keys', 'rotate', '--now']);
    expect(events).toEqual([{ ...rotated, level: 'warn', how: 'at-once' }]);
    expect(await stored('keys.rotated')).toEqual(
      ['by-command', 'at-once'].map((how) => ({
        actor: 'server',
        application_id: null,
        details: JSON.stringify({ how, systemUser: systemUser() }),
      })),
    );
  });

  test('registrations records a new token without its value, and a removal', async () => {
    const { out: token, events } = await eventsOf(['registrations', 'token']);
    expect(events).toEqual([{ event: 'registration.permitted', level: 'info' }]);
    const [permitted] = await stored('registration.permitted');
    expect(permitted).toMatchObject({ actor: 'server' });
    expect(JSON.parse(permitted?.details ?? '')).toEqual({
      until: expect.stringMatching(/Z$/),
      systemUser: systemUser(),
    });
    const { db } = database;
    const applications = createApplicationStore(db, Date.now);
    const client = crypto.randomUUID();
    const registrations = new Registrations({ db, applications, now: Date.now });
    const body = { redirect_uris: ['https://app.example/callback'] };
    const registering = { token, clientId: client, secret: newSecret(), body };
    expect(await registrations.register(registering)).toMatchObject({ id: client });
    const removed = await eventsOf(['registrations', 'remove', client.toUpperCase()]);
    expect(removed.events).toEqual([{ event: 'registration.removed', level: 'info', client }]);
    expect(await stored('registration.removed')).toEqual([
      {
        actor: 'server',
        application_id: client,
        details: JSON.stringify({ systemUser: systemUser() }),
      },
    ]);
  });
});
