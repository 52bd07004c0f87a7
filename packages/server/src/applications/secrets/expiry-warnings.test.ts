// Which warnings are due, that nodes send each once, and the emails.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addOwnApplication } from '../../../test/support/admin/application-examples.ts';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { EventStore } from '../../events/store.ts';
import type { Email } from '../../mail/email.ts';
import { createWarnOwners } from '../../pages/emails/end-warnings.ts';
import { UserStore } from '../../users/store.ts';
import { createApplicationStore } from '../store.ts';
import { type EndingSecret, warnOfEndingSecrets } from './expiry-warnings.ts';

const day = 24 * 3_600_000;

describe.each(databaseKinds)('warnings of secrets that end, on %s', (kind) => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld(kind);
  });
  afterAll(() => world.close());

  /** Returns the names of the secrets of which a node warns now. */
  async function warned(db = world.db, now = world.clock.now) {
    const endings: EndingSecret[] = [];
    const { all } = createApplicationStore(db, () => now);
    const warn = (one: EndingSecret) => void endings.push(one);
    await warnOfEndingSecrets({ db, applications: all, warn, now: () => now });
    return endings;
  }

  test('are due 30, 7 and 1 days ahead, once over all nodes, and never after the end', async () => {
    const { now } = world.clock;
    const expiresAt = now + 40 * day;
    const secret = { id: 'x', name: 'server', hash: 'h', createdAt: 0, expiresAt };
    await addOwnApplication(world, world.olena, { secrets: [secret] });
    await world.db.updateTable('application_secret_uses').set({ warned_days: null }).execute();
    const counts: number[] = [];
    for (const days of [40, 30.01, 30, 20, 7, 6, 1.5, 1, 0.5, 0, -1]) {
      const at = expiresAt - days * day;
      const nodes = await Promise.all([warned(world.db, at), warned(world.again(), at)]);
      counts.push(nodes.flat().length);
    }
    expect(counts).toEqual([0, 0, 1, 0, 1, 0, 0, 1, 0, 0, 0]);
  });

  test('missed ones are not sent later; without an owner none is spent', async () => {
    const { now } = world.clock;
    const secret = { id: 'y', name: 'late', hash: 'h', createdAt: 0, expiresAt: now + day / 2 };
    const { id } = await addOwnApplication(world, world.olena, { secrets: [secret] });
    await world.db.deleteFrom('application_owners').where('application_id', '=', id).execute();
    expect(await warned()).toEqual([]);
    const owner = { application_id: id, user_id: world.olena };
    await world.db.insertInto('application_owners').values(owner).execute();
    expect((await warned()).map(({ name, ownerIds }) => [name, ownerIds])).toEqual([
      ['late', [world.olena]],
    ]);
    expect(await warned()).toEqual([]);
  });

  test('reach every owner with an address, in the language of the last sign-in', async () => {
    const { db, clock } = world;
    const off = await addUser(db, { username: 'off', disabled: true }, 'x');
    const plain = await addUser(db, { username: 'plain' }, 'x');
    const events = new EventStore(db, () => clock.now);
    const signIn = {
      type: 'sign-in.succeeded',
      userId: plain,
      details: { language: 'en' },
    } as const;
    await events.record(db, signIn);
    const letters: Email[] = [];
    const jobs: Promise<void>[] = [];
    const warn = createWarnOwners({
      events,
      site: world.site,
      baseUrl: 'http://localhost:3000',
      users: new UserStore(db),
      mail: {
        mailer: { send: async (letter) => void letters.push(letter), close: () => undefined },
        jobQueue: {
          add: (_kind: string, _by: object, job: () => Promise<void>) => void jobs.push(job()),
        } as never,
      },
    });
    const title = { uk: 'Розклад', en: 'Timetable' };
    const ownerIds = [world.olena, off, plain, crypto.randomUUID()];
    warn({ ownerIds, title, name: 'server', expiresAt: Date.parse('2026-12-01T10:00:00Z') });
    await Promise.all(jobs);
    expect(letters.map(({ to, language, subject }) => [to, language, subject]).sort()).toEqual([
      ['O.Shevchenko@campus.example', 'uk', 'Секрет Розклад'],
      ['plain@campus.example', 'en', 'Секрет Timetable'],
    ]);
    const facts = letters.find(({ language }) => language === 'en')?.facts ?? [];
    expect(facts.map(({ value }) => value)).toEqual([
      'Timetable',
      'server',
      '1 December 2026 at 12:00 у Києві',
    ]);
  });
});
