// Which warnings are due, that nodes send each once, and the emails.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/support/databases.ts';
import { addUser, makeWorld, type World } from '../../../test/support/world.ts';
import { EventStore } from '../../events/store.ts';
import type { Email } from '../../mail/email.ts';
import { createWarnSponsor } from '../../pages/emails/end-warnings.ts';
import { UserStore } from '../store.ts';
import { type EndingGuest, warnOfEndingGuests } from './guest-warnings.ts';

const day = 24 * 3_600_000;

describe.each(databaseKinds)('warnings of guests who end, on %s', (kind) => {
  let world: World;
  beforeEach(async () => {
    world = await makeWorld(kind);
  });
  afterEach(() => world.close());

  const set = (id: string, columns: object) =>
    world.db.updateTable('users').set(columns).where('id', '=', id).execute();
  async function addGuest(validUntil: number, columns: object = {}) {
    const id = await addUser(world.db, { username: crypto.randomUUID() }, 'x');
    await set(id, { sponsor_id: world.olena, valid_until: validUntil, ...columns });
    return id;
  }
  /** Returns the guests of whom a node warns at this time. */
  async function warned(now: number, db = world.db) {
    const endings: EndingGuest[] = [];
    await warnOfEndingGuests({ db, now: () => now, warn: (one) => void endings.push(one) });
    return endings;
  }
  /** Returns on how many of these days before the end two nodes warn. */
  async function countsOn(validUntil: number, daysAhead: readonly number[]) {
    const counts: number[] = [];
    for (const days of daysAhead) {
      const at = validUntil - days * day;
      const nodes = await Promise.all([warned(at), warned(at, world.again())]);
      counts.push(nodes.flat().length);
    }
    return counts;
  }

  test('are due 14 and 3 days ahead, once over all nodes, and never after the end', async () => {
    const validUntil = world.clock.now + 40 * day;
    const id = await addGuest(validUntil);
    const days = [40, 14.01, 14, 13, 4, 3, 2, 0.5, 0, -1];
    expect(await countsOn(validUntil, days)).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 0, 0]);
    const renewed = validUntil + 90 * day;
    await set(id, { valid_until: renewed });
    expect(await countsOn(renewed, [80, 14, 3, 1])).toEqual([0, 1, 1, 0]);
  });

  test('missed ones are not sent later', async () => {
    const validUntil = world.clock.now + 2 * day;
    await addGuest(validUntil);
    expect(await countsOn(validUntil, [2, 1])).toEqual([1, 0]);
  });

  test('are about enabled guests with a sponsor who can read them; no other one is spent', async () => {
    const validUntil = world.clock.now + 10 * day;
    const [off, silent] = await Promise.all(
      ['off', 'silent'].map((username) => addUser(world.db, { username }, 'x')),
    );
    await set(off ?? '', { disabled: 1 });
    await set(silent ?? '', { email: null });
    await addGuest(validUntil, { disabled: 1 });
    await addGuest(validUntil, { sponsor_id: null });
    const guest = await addGuest(validUntil, { sponsor_id: off });
    await addGuest(validUntil, { sponsor_id: silent });
    expect(await warned(world.clock.now)).toEqual([]);
    await set(guest, { sponsor_id: world.olena });
    expect(await warned(world.clock.now)).toMatchObject([{ sponsorId: world.olena, validUntil }]);
    expect(await warned(world.clock.now)).toEqual([]);
  });

  test('the email reaches the sponsor in the language of the last sign-in', async () => {
    const { db, clock, olena } = world;
    const events = new EventStore(db, () => clock.now);
    const details = { language: 'en' } as const;
    await events.record(db, { type: 'sign-in.succeeded', userId: olena, details });
    const letters: Email[] = [];
    const jobs: Promise<void>[] = [];
    const warn = createWarnSponsor({
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
    const validUntil = Date.parse('2026-12-01T10:00:00Z');
    for (const sponsorId of [olena, crypto.randomUUID()])
      warn({ sponsorId, username: 'guest.lviv', fullName: 'Гість', validUntil });
    await Promise.all(jobs);
    expect(letters).toMatchObject([
      { to: 'O.Shevchenko@campus.example', language: 'en', subject: 'Гість guest.lviv' },
    ]);
    expect(letters[0]?.facts.map(({ value }) => value)).toEqual([
      'Гість',
      'guest.lviv',
      '1 December 2026 at 12:00 у Києві',
    ]);
  });
});
