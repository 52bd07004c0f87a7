import { expect, test } from 'vitest';
import { describeOnDatabases, makeDatabase } from '../../test/support/databases.ts';
import { eraseEvents } from './erase.ts';
import type { NewEvent } from './event.ts';
import { EventStore } from './store.ts';

const typed = { issuedBy: 'admin, second', reason: 'lost the phone' };
const label = { browser: 'Firefox', system: 'Windows' };

describeOnDatabases('erased events', (kind) => {
  /** Stores the event, erases the user, and returns what changed of the row. */
  async function changesOf(event: NewEvent, username = 'someone') {
    const { db, close } = await makeDatabase(kind);
    await new EventStore(db, () => 1).record(db, event);
    const row = () => db.selectFrom('events').selectAll().executeTakeFirstOrThrow();
    const before = Object.entries(await row());
    const count = await eraseEvents(db, { id: 'erased', username });
    const after: Record<string, unknown> = await row();
    await close();
    const changed = before.filter(([name, value]) => after[name] !== value);
    return { count, changed: Object.fromEntries(changed.map(([name]) => [name, after[name]])) };
  }

  const empty = { session_uid: null, network: null, browser: null, system: null };
  const origin = { sessionUid: 's', network: '203.0.113.7', label } as const;

  test('those of the user and by the user keep their immutable part', async () => {
    const details = { how: 'changed', sessions: 2 };
    const ofUser = { type: 'password.changed', userId: 'erased', ...origin, details } as const;
    expect(await changesOf(ofUser)).toEqual({ count: 1, changed: empty });
    const byUser = { type: 'user.viewed', userId: 'other', actorId: 'erased', ...origin } as const;
    expect(await changesOf(byUser)).toEqual({ count: 0, changed: empty });
    const ofOther = { type: 'password.changed', userId: 'other', ...origin, details } as const;
    expect(await changesOf(ofOther)).toEqual({ count: 0, changed: {} });
  });

  test('what administrators have typed goes, the other details stay', async () => {
    const details = { ...typed, approval: 'a' };
    const kept = { details: JSON.stringify({ approval: 'a' }) };
    const reset = { type: 'factors.reset', userId: 'erased', details } as const;
    expect((await changesOf(reset)).changed).toEqual(kept);
    const byOther = { ...reset, userId: 'other' };
    expect((await changesOf(byOther, 'second')).changed).toEqual(kept);
    expect((await changesOf(byOther, 'sec')).changed).toEqual({});
  });

  test('a reason goes only where administrators type it, and a word of the server stays', async () => {
    const role = { type: 'role.granted', userId: 'erased' } as const;
    const given = { role: 'auditor', reason: 'the new dean' } as const;
    expect((await changesOf({ ...role, details: given })).changed).toEqual({
      details: JSON.stringify({ role: 'auditor' }),
    });
    const byManifest = { role: 'auditor', reason: 'by-manifest' } as const;
    for (const type of ['role.granted', 'role.revoked'] as const)
      expect((await changesOf({ type, userId: 'erased', details: byManifest })).changed).toEqual(
        {},
      );
    const details = { reason: 'by-manifest' };
    const disabled = { type: 'user.disabled', userId: 'erased', details } as const;
    expect((await changesOf(disabled)).changed).toEqual({});
  });
});
