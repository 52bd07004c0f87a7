// What a change stores in its transaction, and what follows the commit.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../test/support/databases.ts';
import { type Cause, type Change, inChange } from './change.ts';
import { EventStore } from './store.ts';

const label = { browser: 'Firefox', system: 'Windows' };
const origin = { network: '203.0.113.7', label };

describe('a change', () => {
  let database: TestDatabase;
  let lines: object[];
  let notices: unknown[];
  beforeAll(async () => {
    database = await makeDatabase('sqlite');
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    lines = [];
    notices = [];
    await database.db.deleteFrom('events').execute();
  });

  const line = (level: string) => (facts: object) => void lines.push({ level, ...facts });
  const log = { info: line('info'), warn: line('warn'), error: line('error') };
  const run = (cause: Omit<Cause, 'log'>, work: (change: Change) => Promise<unknown>) =>
    inChange(
      database.db,
      {
        events: new EventStore(database.db, () => 1),
        notifyUser: (...given) => void notices.push(given),
      },
      { ...cause, log },
      work,
    );
  const stored = async () => {
    const rows = await database.db.selectFrom('events').selectAll().orderBy('id').execute();
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details ?? 'null') }));
  };
  const own = { actor: 'user', userId: 'u', sessionUid: 's', origin, language: 'en' } as const;
  const administrator = { actor: 'administrator', actorId: 'a', sessionUid: 'sa', origin } as const;

  test('stores the event with its cause, and logs and mails it after the commit', async () => {
    await run(own, async ({ record }) => {
      await record({
        type: 'google.linked',
        account: 'hash',
        how: 'by-hand',
        method: 'google',
        notice: { name: 'google-linked', alsoTo: 'b@mail.example' },
      });
      expect([lines, notices]).toEqual([[], []]);
    });
    expect(await stored()).toEqual([
      expect.objectContaining({
        type: 'google.linked',
        actor: 'user',
        actor_id: null,
        user_id: 'u',
        session_uid: 's',
        method: 'google',
        network: origin.network,
        ...label,
        details: { how: 'by-hand' },
      }),
    ]);
    expect(lines).toEqual([
      { level: 'info', event: 'google.linked', user: 'u', account: 'hash', how: 'by-hand' },
    ]);
    expect(notices).toEqual([
      [
        'google-linked',
        expect.objectContaining({ userId: 'u', language: 'en', origin, alsoTo: 'b@mail.example' }),
      ],
    ]);
  });

  test('an error undoes the events, and nothing is logged or sent', async () => {
    const failing = run(own, async ({ record }) => {
      await record({ type: 'google.unlinked', notice: { name: 'google-unlinked' } });
      throw new Error('refused');
    });
    await expect(failing).rejects.toThrow('refused');
    expect([await stored(), lines, notices]).toEqual([[], [], []]);
  });

  test('of an administrator has a line for each event, and the browser of neither in the email', async () => {
    await run({ ...administrator, byToken: 't' }, async ({ record }) => {
      await record({ type: 'user.viewed', userId: 'u' });
      await record({
        type: 'factors.reset',
        userId: 'u',
        details: { issuedBy: 'admin', reason: 'lost' },
        notice: { name: 'factors-reset' },
      });
    });
    const events = (await stored()).map(({ type, actor_id, details }) => [type, actor_id, details]);
    expect(events).toHaveLength(2);
    expect(events).toContainEqual(['user.viewed', 'a', { byToken: 't' }]);
    const details = { issuedBy: 'admin', reason: 'lost', byToken: 't' };
    expect(events).toContainEqual(['factors.reset', 'a', details]);
    const changed = { level: 'warn', event: 'administration.changed', administrator: 'a' };
    expect(lines).toEqual([
      { ...changed, how: 'user.viewed', user: 'u' },
      { ...changed, how: 'factors.reset', user: 'u' },
      { level: 'warn', event: 'factors.reset', user: 'u' },
    ]);
    expect(notices).toEqual([
      ['factors-reset', expect.objectContaining({ language: 'uk', origin: undefined })],
    ]);
  });

  describe('ended sessions', () => {
    const one = { uid: 's1', userId: 'u' };
    const ended = [one, { uid: 's2', userId: 'u' }, { uid: 's3', userId: 'v' }];
    const reason = 'by-administrator';
    const events = async () =>
      (await stored())
        .map(({ user_id, session_uid, details }) => ({ user_id, session_uid, ...details }))
        .sort((first, second) => (`${first.user_id}` < `${second.user_id}` ? -1 : 1));

    test('are one event for each user, and a line each', async () => {
      await run({ actor: 'server' }, ({ sessionsEnded }) => sessionsEnded(ended, reason));
      expect(await events()).toEqual([
        { user_id: 'u', session_uid: null, reason, sessions: 2 },
        { user_id: 'v', session_uid: null, reason, sessions: 1 },
      ]);
      const about = { level: 'info', event: 'session.ended', reason };
      expect(lines).toEqual(
        ended.map(({ uid: session, userId: user }) => ({ ...about, session, user })),
      );
    });

    test('are named only if the user has ended a single one', async () => {
      await run(own, ({ sessionsEnded }) => sessionsEnded([one], 'by-user'));
      await run(administrator, ({ sessionsEnded }) => sessionsEnded([one], reason));
      await run(own, ({ sessionsEnded }) => sessionsEnded(ended.slice(0, 2), 'by-user'));
      expect((await events()).map(({ session_uid }) => session_uid).sort()).toEqual([
        null,
        's1',
        'sa',
      ]);
    });

    test('without any there is an event only if it is asked for', async () => {
      await run(administrator, ({ sessionsEnded }) => sessionsEnded([], reason));
      expect(await events()).toEqual([]);
      await run(administrator, ({ sessionsEnded }) => sessionsEnded([], reason, { always: 'u' }));
      expect(await events()).toEqual([{ user_id: 'u', session_uid: 'sa', reason, sessions: 0 }]);
    });
  });

  test('a failure after the commit is logged, and the rest runs', async () => {
    const done: string[] = [];
    const failures = [new Error('thrown'), new Error('rejected')];
    await run(own, async ({ afterCommit }) => {
      afterCommit(() => done.push('first'));
      afterCommit(() => {
        throw failures[0];
      });
      afterCommit(() => Promise.reject(failures[1]));
      afterCommit(async () => done.push('last'));
    });
    expect(done).toEqual(['first', 'last']);
    expect(lines).toEqual(failures.map((err) => ({ level: 'error', err })));
  });
});
