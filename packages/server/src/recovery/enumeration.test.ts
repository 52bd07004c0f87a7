// Guessing at recovery. The server sends the same response after the same statements, whether a user exists, is disabled, or has a
// code or an address.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { describeOnDatabases } from '../../test/support/databases.ts';
import { form, formOf } from '../../test/support/oidc/raw.ts';
import { recordStatements } from '../../test/support/statements.ts';
import { addUser, makeWorld, ours, type World } from '../../test/support/world.ts';
import { createRecoveryStores } from './compose.ts';

describeOnDatabases('guesses at recovery', (kind) => {
  let world: World;
  let recorder: ReturnType<typeof recordStatements>;
  beforeAll(async () => {
    recorder = recordStatements();
    world = await makeWorld(kind);
    const gone = { username: 'gone', disabled: true };
    const { accessCodes } = createRecoveryStores(world.db, world.keys, () => world.clock.now);
    for (const userId of [world.olena, await addUser(world.db, gone, world.passwordHash)])
      await accessCodes.issue(world.db, {
        userId,
        issuedBy: 'desk',
        reason: 'lost',
        ttlMs: 3_600_000,
      });
    await addUser(world.db, { username: 'without' }, world.passwordHash);
    const [email, at] = ['olena@mail.example', world.clock.now - 8 * 24 * 3_600_000];
    await world.db
      .insertInto('secondary_emails')
      .values({
        user_id: world.olena,
        email,
        created_at: at,
        confirmed_at: at,
        token_hash: null,
        token_expires_at: null,
      })
      .execute();
  });
  afterAll(async () => {
    await world.close();
    recorder.stop();
  });

  const names = ['o.shevchenko', 'without', 'gone', 'nobody'];

  async function statementsOf(path: string, username: string, cookie: string, code?: string) {
    recorder.take();
    const answer = await world.send({
      method: 'POST',
      url: path,
      headers: { ...ours, ...form, ...(cookie && { cookie }) },
      payload: formOf({ username, ...(code && { code }) }),
    });
    const { 'x-request-id': _, date: __, ...headers } = answer.headers;
    return { status: answer.statusCode, headers, body: answer.body, statements: recorder.take() };
  }

  test.each([
    ['a new browser', false],
    ['a browser with a device cookie', true],
  ])('a wrong access code, from %s', async (_who, hasDevice) => {
    const cookie = hasDevice ? `brama_device=${'d'.repeat(43)}` : '';
    const all = [];
    for (const name of names)
      all.push(await statementsOf('/uk/recovery/access-code', name, cookie, '22222-22222'));
    expect(all[0]?.status).toBe(403);
    expect(all[0]?.statements.join()).toContain('access_codes');
    for (const one of all) {
      expect(one.status).toBe(all[0]?.status);
      expect(one.statements).toEqual(all[0]?.statements);
    }
  });

  test('a request for a link, before anything is looked up', async () => {
    let release = () => {};
    world.holdPauses(
      new Promise<void>((resolve) => {
        release = resolve;
      }),
    );
    const all = [];
    for (const name of [...names, 'no@where.example'])
      all.push(await statementsOf('/uk/recovery/email', name, ''));
    release();
    expect([all[0]?.status, all[0]?.headers.location]).toEqual([303, '/uk/recovery/sent']);
    expect(all[0]?.statements.join()).not.toMatch(/users|secondary_emails|recovery_links/);
    for (const one of all) expect(one).toEqual(all[0]);
    // a stopping server completes the work that followed its responses
    await world.server.close();
    expect(recorder.take().join()).toContain('secondary_emails');
    expect(world.letters.map(({ to }) => to)).toEqual(['olena@mail.example']);
  });
});
