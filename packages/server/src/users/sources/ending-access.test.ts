// Which notices are due, that nodes send each once, and the emails.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../test/support/databases.ts';
import { importsOf } from '../../../test/support/import/import-run.ts';
import { makeWorld, type World } from '../../../test/support/world.ts';
import type { SourceRecord } from '../../directory/import/plan/source-record.ts';
import { type EndingAccess, notifyOfEndingAccess } from './ending-access.ts';

const day = 24 * 3_600_000;
const always = { validFrom: null, validUntil: null };

describe.each(databaseKinds)('notices of ending access, on %s', (kind) => {
  let world: World;
  let imports: ReturnType<typeof importsOf>;
  const person = (externalId: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
    externalId,
    facts: { fullName: 'Особа', email: `${externalId}@campus.example` },
    username: `person${externalId}`,
    taxIdHash: `number ${externalId}`,
    memberships: [{ group: 'physics', ...always }],
    ...given,
  });
  const graduate = person('1', { left: { reason: 'completed', at: null } });

  beforeEach(async () => {
    world = await makeWorld(kind);
    const title = JSON.stringify({ uk: 'Фізики', en: 'Physicists' });
    await world.db.insertInto('groups').values({ name: 'physics', title, created_at: 0 }).execute();
    imports = importsOf(world.db, () => world.clock.now);
    await imports.source('students', 1, { grace: { completed: 90, withdrawn: 0, unknown: 14 } });
    await imports.source('staff', 2);
    await imports.run('students', [person('1'), person('2')]);
  });
  afterEach(() => world.close());

  async function notified(db = world.db) {
    const endings: EndingAccess[] = [];
    const { now } = world.clock;
    await notifyOfEndingAccess({ db, now: () => now, notify: (one) => void endings.push(one) });
    return endings;
  }
  /** Returns how many notices two nodes send on these days before the end. */
  async function countsOn(endsAt: number, daysAhead: readonly number[]) {
    const counts: number[] = [];
    for (const days of daysAhead) {
      world.clock.now = endsAt - days * day;
      const nodes = await Promise.all([notified(), notified(world.again())]);
      counts.push(nodes.flat().length);
    }
    return counts;
  }

  test('are due 30 and 10 days ahead, once over all nodes, and never after the end', async () => {
    await imports.run('students', [graduate], { isIncrement: true });
    const endsAt = world.clock.now + 90 * day;
    expect(await countsOn(endsAt, [90, 31, 30, 29, 11, 10, 9, 0, -1])).toEqual([
      0, 0, 1, 0, 0, 1, 0, 0, 0,
    ]);
  });

  test('another row of the same leaving repeats none, a new leaving does', async () => {
    await imports.run('students', [graduate], { isIncrement: true });
    world.clock.now += 61 * day;
    expect(await notified()).toHaveLength(1);
    const renamed = { ...graduate, facts: { ...graduate.facts, fullName: 'Нове імʼя' } };
    await imports.run('students', [renamed], { isIncrement: true });
    expect(await notified()).toEqual([]);
    await imports.run('students', [person('1')], { isIncrement: true });
    await imports.run('students', [graduate], { isIncrement: true });
    world.clock.now += 61 * day;
    expect(await notified()).toHaveLength(1);
  });

  test('say what ends, and go to those alone who lose something', async () => {
    const teacher = person('T', { taxIdHash: 'number 1', memberships: [] });
    await imports.run('staff', [teacher]);
    await imports.run('students', [person('3')]);
    const endsAt = world.clock.now + 14 * day;
    const groups = { uk: ['Фізики'], en: ['Physicists'] };
    const endings = await notified();
    expect(endings).toHaveLength(2);
    expect(endings).toContainEqual(expect.objectContaining({ endsAt, endsAccount: false, groups }));
    expect(endings).toContainEqual(expect.objectContaining({ endsAt, endsAccount: true, groups }));
    // the other source gives the group too
    await imports.run('staff', [{ ...teacher, memberships: [{ group: 'physics', ...always }] }]);
    world.clock.now += 5 * day;
    expect(await notified()).toMatchObject([{ endsAccount: true }]);
  });
});
