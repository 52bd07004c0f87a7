// With the roles of docs/operate.md the server's role makes the backup, and the owner of the schema restores it. An extension and the
// rights of the roles are those of the new database.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { debianPostgres, startPostgres } from '../../../../scripts/environment/postgres.ts';
import { makeIdentity, makePlace } from '../../test/support/backups.ts';
import { addUser } from '../../test/support/world.ts';
import { readConfig } from '../app/config.ts';
import { connect } from '../database/connect.ts';
import { openDatabase } from '../database/open.ts';
import { createLogger } from '../http/log.ts';
import { runBackup } from './backup.ts';
import { openKeys } from './guard-keys.ts';
import { runMigrate } from './migrate.ts';
import { runRestore } from './restore.ts';

const bin = debianPostgres();
const env = { PATH: `${bin}:/usr/bin:/bin` };
const log = createLogger('silent');

// without it: apt-get install postgresql-15
test.runIf(bin)(
  'the server backs up, and the owner restores to a new database',
  async () => {
    const printed: string[] = [];
    for (const name of ['log', 'error'] as const)
      vi.spyOn(console, name).mockImplementation((text) => void printed.push(text));
    const server = await startPostgres({ inMemory: true, ...(bin && { bin }) });
    const urlOf = (database: string, user?: string, password = '') => {
      const url = new URL(server.url);
      if (user !== undefined) Object.assign(url, { username: user, password });
      url.pathname = `/${database}`;
      return url.href;
    };
    async function asSuperuser(database: string, statements: string) {
      const client = new pg.Client(urlOf(database));
      await client.connect();
      for (const statement of statements.split(';\n')) await client.query(statement);
      await client.end();
    }
    const manual = readFileSync(join(import.meta.dirname, '../../../../docs/operate.md'), 'utf8');
    const statements = /```sql\n(create role [^`]+)```/.exec(manual)?.[1] ?? '';
    const [before = '', inside = ''] = statements.split('\\connect brama\n');
    const createDatabase = async () => {
      await asSuperuser('postgres', before);
      await asSuperuser('brama', inside);
    };
    await createDatabase();
    const place = makePlace({ postgresUrl: urlOf('brama', 'brama', 'another') });
    const owned = { ...place.env, DATABASE_OWNER_URL: urlOf('brama', 'brama_owner', 'one') };
    const ownerConfig = readConfig(owned, () => '');
    try {
      expect(await runMigrate([], ownerConfig)).toBe(0);
      const db = await openDatabase(place.config, log);
      await openKeys(db, place.config, log);
      await addUser(db, { username: 'first', fullName: 'Шевченко Олена' }, 'x');
      const identity = await makeIdentity(place.folder);
      const args = ['campus.age', '--recipient', identity.recipient];
      const context = { folder: place.folder, env };
      expect(await runBackup(args, () => place.config, context), printed.join('\n')).toBe(0);
      await db.destroy();

      await asSuperuser(
        'postgres',
        'drop database brama with (force);\ndrop role brama_owner;\ndrop role brama',
      );
      await createDatabase();
      const restore = () =>
        runRestore(['campus.age', '--identity', 'identity', '--no-changes'], () => ownerConfig, {
          ...context,
          input: Readable.from([]),
        });
      expect(await restore(), printed.join('\n')).toBe(0);
      const restored = await openDatabase(place.config, log);
      expect(await restored.selectFrom('users').select('username').execute()).toEqual([
        { username: 'first' },
      ]);
      const index = sql`select 1 from pg_indexes where indexname = 'user_search_text' and schemaname = 'brama'`;
      expect((await index.execute(restored)).rows).toHaveLength(1);
      // triggers and rights are there
      await addUser(restored, { username: 'second', groups: ['staff'] }, 'x');
      const members = restored.selectFrom('group_members').select('group_name');
      expect(await members.where('group_name', '=', 'staff').execute()).toHaveLength(1);
      await expect(sql`drop table users`.execute(restored)).rejects.toThrow('must be owner');
      await restored.destroy();
      const other = await connect({ postgresUrl: urlOf('brama') }, () => undefined);
      const owners = await sql<{
        owner: string;
      }>`select distinct tableowner as owner from pg_tables where schemaname = 'brama'`.execute(
        other,
      );
      expect(owners.rows).toEqual([{ owner: 'brama_owner' }]);
      await other.destroy();

      // a database without the schema is refused before anything is written
      await asSuperuser('postgres', 'create database plain');
      const elsewhere = readConfig({ ...place.env, DATABASE_URL: urlOf('plain') }, () => '');
      const refused = await runRestore(
        ['campus.age', '--identity', 'identity', '--no-changes'],
        () => elsewhere,
        { ...context, input: Readable.from([]) },
      );
      expect([refused, printed.at(-1)]).toEqual([
        1,
        expect.stringContaining('The backup is of the schema brama'),
      ]);
    } finally {
      vi.restoreAllMocks();
      place.remove();
      await server.stop();
    }
  },
  60_000,
);
