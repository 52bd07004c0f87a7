// The examples of docs/administration-api.md, run by a shell with curl and a token against a listening server; and its table of permissions.

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { extentOf, type Permission, permissions } from '@brama/contract/admin/permissions';
import { roles } from '@brama/contract/admin/roles';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCaller, tokenOf } from '../../test/support/admin/callers.ts';
import { addWaitingImport } from '../../test/support/admin/examples-of-users.ts';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../test/support/world.ts';

const run = promisify(execFile);
const text = readFileSync(
  join(import.meta.dirname, '../../../../docs/administration-api.md'),
  'utf8',
);
/** Blocks of the page; commands on the server have tests of their own. */
const blocks = [...text.matchAll(/^```sh\n([^`]*)^```$/gm)]
  .map(([, block = '']) => block)
  .filter((block) => !block.includes('npm run'));
const [setUp = '', ...examples] = blocks;

test('the page has the permission table', () => {
  const rows = text
    .split('\n')
    .filter((line) => /^\| `\w+\.\w+` \|/.test(line))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .slice(1, -1),
    );
  const table = (Object.keys(permissions) as Permission[]).map((permission) => [
    `\`${permission}\``,
    ...roles.map((role) => extentOf(permission, [role]) ?? '–'),
  ]);
  expect(rows).toEqual(table);
});

describeOnDatabases('examples of the page', (kind) => {
  let world: World;
  let env: Record<string, string>;
  let waiting: { id: string };
  beforeAll(async () => {
    world = await makeWorld(kind);
    world.clock.now = Date.parse('2026-11-23T10:00:00Z');
    const chief = await addCaller(world, 'chief', ['administrator']);
    const sponsor = await addUser(world.db, { username: 'sponsor' }, world.passwordHash);
    for (const name of ['students', 'employees'])
      await world.db.insertInto('groups').values({ name, created_at: 0 }).execute();
    await world.server.listen({ host: '127.0.0.1', port: 0 });
    waiting = await addWaitingImport(world);
    const { port } = world.server.server.address() as AddressInfo;
    const { headers } = await tokenOf(world, chief, { roles: ['administrator'] });
    env = {
      BRAMA: `http://127.0.0.1:${port}`,
      TOKEN: `${headers['authorization']}`.replace('Bearer ', ''),
      SPONSOR_ID: sponsor,
      PATH: '/usr/local/bin:/usr/bin:/bin',
    };
  });
  afterAll(() => world.close());

  /** The ids that later examples use: those of the newest records. */
  async function idsOf() {
    const { db } = world;
    const user = async (username: string) =>
      (
        await db
          .selectFrom('users')
          .select('id')
          .where('username', '=', username)
          .executeTakeFirst()
      )?.id ?? '';
    const application = await db
      .selectFrom('applications')
      .select(['id', 'secrets'])
      .where('name', '=', 'new-library')
      .executeTakeFirst();
    const token = await db.selectFrom('api_tokens').select('id').executeTakeFirstOrThrow();
    const bulk = await db.selectFrom('bulk_changes').select('id').executeTakeFirst();
    const [secret] = JSON.parse(application?.secrets ?? '[]') as { id: string }[];
    const library = await db
      .selectFrom('applications')
      .select('id')
      .where('name', '=', 'library')
      .executeTakeFirstOrThrow();
    return {
      USER_ID: await user('o.new'),
      GUEST_ID: await user('guest.lviv'),
      APPLICATION_ID: application?.id ?? library.id,
      SECRET_ID: secret?.id ?? '',
      TOKEN_ID: token.id,
      BULK_ID: bulk?.id ?? '',
      IMPORT_ID: waiting.id,
    };
  }

  test('every example succeeds', { tags: ['long'] }, async () => {
    const [first = '', call = ''] = setUp.trim().split('\n');
    expect([first.startsWith('api() {'), call.startsWith('api ')]).toEqual([true, true]);
    expect(examples.length).toBe(34);
    // the token is revoked last
    const last = examples.filter((block) => block.includes('$TOKEN_ID'));
    const others = examples.filter((block) => !last.includes(block));
    // one command after another: an example may use what the one before has created
    for (const block of [call, ...others, ...last])
      for (const command of commandsOf(block)) {
        const ids = await idsOf();
        const script = `set -eu\n${first}\n${command}`;
        const done = await run('sh', ['-c', script], { env: { ...env, ...ids } }).catch(
          (error: { stdout: string; stderr: string }) => error,
        );
        expect([command, done.stderr, 'code' in done ? done.stdout : '']).toEqual([
          command,
          '',
          '',
        ]);
      }
  });
});

/** Returns the calls of a block; a call may have several lines. */
function commandsOf(block: string): string[] {
  return block.split(/\n(?=api )/).filter((command) => command.trim() !== '');
}
