import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { describeOnDatabases } from '../../../../test/support/databases.ts';
import { type DiiaWorld, makeDiiaWorld, taxId } from '../../../../test/support/diia/world.ts';
import { addUser, apps, makeWorld, type World } from '../../../../test/support/world.ts';
import { createEncryption } from '../../../crypto/encryption.ts';
import { DiiaRequests } from '../request-store.ts';

/** Runs the server's cleanup job once; the clock must be a fake one. */
async function deleteExpired({ lines }: Pick<World, 'lines'>) {
  const rounds = () =>
    lines.filter((line) => JSON.parse(line).msg === 'expired rows deleted').length;
  const before = rounds();
  vi.advanceTimersByTime(60_000);
  await vi.waitFor(() => expect(rounds()).toBeGreaterThan(before), 15_000);
}

describeOnDatabases('storage of the tax number', (kind) => {
  let world: DiiaWorld;
  beforeAll(async () => {
    // the server's own cleanup job, run by the test
    vi.useFakeTimers({ toFake: ['setInterval'] });
    world = await makeDiiaWorld(kind);
  });
  afterAll(async () => {
    vi.useRealTimers();
    await world.close();
  });
  beforeEach(async () => {
    for (const table of ['sessions', 'sign_in_tickets', 'diia_requests'] as const)
      await world.db.deleteFrom(table).execute();
  });

  /** Returns every row of every table. */
  async function everything() {
    const tables = await world.db.introspection.getTables();
    const rows = await Promise.all(
      tables.map(async ({ name }) => {
        const found = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
          world.db,
        );
        return found.rows.map((row) => ({ table: name, row }));
      }),
    );
    return rows.flat();
  }

  /** Returns the tables whose rows contain a number that DATA_KEY can decrypt. */
  const holders = async () =>
    (await everything())
      .filter(({ row }) => Object.values(row).some((value) => /^v1\.[\w-]{40,}$/.test(`${value}`)))
      .map(({ table }) => table)
      .sort();

  async function ticketOf(cookie: string, releases: string[]) {
    await world.db
      .updateTable('applications')
      .set({ releases: JSON.stringify(releases) })
      .where('id', '=', apps.campus.id)
      .execute();
    const gone = await world.send({
      url: `/api/app-redirect?appId=${apps.campus.id}`,
      headers: { cookie },
    });
    const ticketId = new URL(String(gone.headers.location)).searchParams.get('ticketId') ?? '';
    const { id, secret } = apps.campus;
    const read = () =>
      world.send({
        url: `/api/ticket?${new URLSearchParams({ ticketId, appId: id, appSecret: secret })}`,
      });
    return { read };
  }

  describe('disclosure', () => {
    test('an application receives the tax number only if its record releases it', async () => {
      const { session } = await world.signedIn();
      const released = await (await ticketOf(session, ['taxId'])).read();
      expect(released.json().data).toMatchObject({
        AUTH_METHOD: 'DIIA',
        TAX_ID: taxId,
        STUDENT_ID: 'KV-2',
        NAME: 'Мельник Тарас',
      });
      const kept = await (await ticketOf(session, [])).read();
      expect(kept.json().data).toMatchObject({ AUTH_METHOD: 'DIIA', TAX_ID: '' });
    });

    test('a password session provides no tax number', async () => {
      const cookie = await world.signIn('taras');
      const answer = await (await ticketOf(cookie, ['taxId'])).read();
      expect(answer.json().data).toMatchObject({ AUTH_METHOD: 'PASSWORD', TAX_ID: '' });
    });

    test('a ticket contains no tax number after sign-out', async () => {
      const { session } = await world.signedIn();
      const { read } = await ticketOf(session, ['taxId']);
      expect((await read()).json().data.TAX_ID).toBe(taxId);
      await world.post('/api/auth/logout', undefined, { cookie: session });
      expect((await read()).json().data.TAX_ID).toBe('');
    });

    test('an encrypted tax number copied to another session is not decrypted', async () => {
      const { session } = await world.signedIn();
      const other = await world.signIn('taras');
      const { encrypted_tax_id } = await world.db
        .selectFrom('sessions')
        .select('encrypted_tax_id')
        .where('method', '=', 'diia')
        .executeTakeFirstOrThrow();
      expect(encrypted_tax_id).toMatch(/^v1\./);
      await world.db
        .updateTable('sessions')
        .set({ encrypted_tax_id })
        .where('method', '=', 'password')
        .execute();
      expect((await (await ticketOf(other, ['taxId'])).read()).json().data.TAX_ID).toBe('');
      expect((await (await ticketOf(session, ['taxId'])).read()).json().data.TAX_ID).toBe(taxId);
    });
  });

  describe('retention', () => {
    test('each step stores the tax number only in the rows that need it, encrypted', async () => {
      const { requestId, cookie } = await world.askLink();
      expect(await holders()).toEqual([]);
      await world.confirm(requestId);
      expect(await holders()).toEqual(['diia_requests']);
      const { sessionId } = (await world.check(requestId, cookie)).json();
      // the request keeps it as well: the response may be lost, and the browser may ask again
      expect(await holders()).toEqual(['diia_requests', 'sign_in_tickets']);
      await world.enter(sessionId);
      expect(await holders()).toEqual(['sessions']);
      const text = JSON.stringify(await everything());
      expect(text).toContain(world.hash(taxId));
      expect(text).not.toContain(taxId);
    });

    const endings: [string, () => Promise<void>][] = [
      [
        'signing out',
        async () => {
          const { session } = await world.signedIn();
          await world.post('/api/auth/logout', undefined, { cookie: session });
        },
      ],
      [
        'signing in anew',
        async () => {
          const { session } = await world.signedIn();
          await world.signIn('taras', world.server, session);
        },
      ],
      [
        'the answer that nobody is linked with it',
        async () => {
          const { requestId, cookie } = await world.askLink();
          await world.confirm(requestId, { leaf: world.diia.person('TINUA-2222222222') });
          expect(await holders()).toEqual(['diia_requests']);
          expect((await world.check(requestId, cookie)).statusCode).toBe(403);
        },
      ],
      [
        'the answer to a disabled user',
        async () => {
          const number = '2999999997';
          const user = { username: 'gone', disabled: true, taxIdHash: world.hash(number) };
          await addUser(world.db, user, world.passwordHash);
          const { requestId, cookie } = await world.askLink();
          await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
          expect((await world.check(requestId, cookie)).statusCode).toBe(403);
        },
      ],
      [
        'six minutes in which the browser never asks',
        async () => {
          await world.confirmed();
          world.clock.now += 5 * 60_000;
          await deleteExpired(world);
        },
      ],
      [
        'six minutes in which a ticket is never used',
        async () => {
          const { requestId, cookie } = await world.confirmed();
          await world.check(requestId, cookie);
          world.clock.now += 5 * 60_000;
          await deleteExpired(world);
          // the ticket itself stays, to show that it existed
          expect(await world.db.selectFrom('sign_in_tickets').selectAll().execute()).toHaveLength(
            1,
          );
        },
      ],
      [
        'the idle end of the session',
        async () => {
          await world.signedIn();
          world.clock.now += 12 * 3600_000;
          await deleteExpired(world);
        },
      ],
    ];

    test.each(endings)('after %s no row of any table contains the tax number', async (_, end) => {
      await end();
      expect(await holders()).toEqual([]);
      const text = JSON.stringify(await everything());
      for (const number of [taxId, '2222222222', '2999999997']) expect(text).not.toContain(number);
    });
  });

  describe('a tax number that cannot be decrypted', () => {
    const damaged = `v1.${'A'.repeat(52)}`;
    let mark = 0;
    afterEach(() => {
      const said = world.lines.slice(mark).map((line) => JSON.parse(line));
      expect(said.filter(({ msg }) => msg === 'failed')).toEqual([
        expect.objectContaining({
          level: 'error',
          code: 'internal',
          err: expect.objectContaining({
            message: expect.stringMatching(/^cannot decrypt a stored value/),
          }),
        }),
      ]);
    });

    test('in the Diia request causes an internal error', async () => {
      const { requestId, cookie } = await world.confirmed();
      await world.db.updateTable('diia_requests').set({ encrypted_tax_id: damaged }).execute();
      mark = world.lines.length;
      const answer = await world.check(requestId, cookie);
      expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'internal']);
    });

    test('in the ticket prevents sign-in and does not consume the ticket', async () => {
      const { requestId, cookie } = await world.confirmed();
      const { sessionId } = (await world.check(requestId, cookie)).json();
      const { encrypted_tax_id } = await world.db
        .selectFrom('sign_in_tickets')
        .select('encrypted_tax_id')
        .executeTakeFirstOrThrow();
      await world.db.updateTable('sign_in_tickets').set({ encrypted_tax_id: damaged }).execute();
      mark = world.lines.length;
      const answer = await world.enter(sessionId);
      expect([answer.statusCode, answer.json().error.code]).toEqual([500, 'internal']);
      expect(answer.cookies).toEqual([]);
      await world.db.updateTable('sign_in_tickets').set({ encrypted_tax_id }).execute();
      expect((await world.enter(sessionId)).statusCode).toBe(200);
    });
  });
});

test('a server with Diia switched off also deletes expired Diia requests', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const world = await makeWorld('sqlite');
  try {
    const encryption = createEncryption(world.keys.data);
    const requests = new DiiaRequests(world.db, { now: () => world.clock.now, encryption });
    await requests.add('id', 'browser', world.clock.now);
    await requests.finish('id', 'hash', taxId);
    world.clock.now += 5 * 60_000;
    await deleteExpired(world);
    expect(await world.db.selectFrom('diia_requests').selectAll().execute()).toEqual([]);
  } finally {
    vi.useRealTimers();
    await world.close();
  }
});
