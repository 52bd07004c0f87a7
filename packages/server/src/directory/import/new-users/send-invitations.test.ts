import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  databaseKinds,
  makeDatabase,
  type TestDatabase,
} from '../../../../test/support/databases.ts';
import { importsOf } from '../../../../test/support/import/import-run.ts';
import { fail } from '../../../errors.ts';
import { EventStore } from '../../../events/store.ts';
import { PasswordResetTokens } from '../../../factors/password-reset-tokens.ts';
import type { Invited } from '../../../users/invitations.ts';
import type { SourceRecord } from '../plan/source-record.ts';
import { writeImport } from '../run-import.ts';
import { countInvitations } from './invitation-store.ts';
import { type InviteJobDeps, sendInvitations } from './send-invitations.ts';

const start = 1_800_000_000_000;
const hour = 3_600_000;
const silent = { info() {}, warn() {}, error() {} } as never;
const invite = { mapping: { version: 1, newUsers: 'invite' } };

const person = (id: string, given: Partial<SourceRecord> = {}): SourceRecord => ({
  externalId: id,
  facts: { fullName: `Особа ${id}`, email: `p${id}@campus.example` },
  username: `person${id}`,
  memberships: [],
  ...given,
});

describe.each(databaseKinds)('invitations of new users, on %s', (kind) => {
  let database: TestDatabase;
  let imports: ReturnType<typeof importsOf>;
  let clock: { now: number };
  let sent: Invited[];
  /** What the mail server answers. */
  let answer: string | undefined;
  let job: InviteJobDeps;

  beforeEach(async () => {
    database = await makeDatabase(kind);
    const { db } = database;
    clock = { now: start };
    sent = [];
    answer = undefined;
    const now = () => clock.now;
    imports = importsOf(db, now);
    await imports.source('students', 1);
    const tokens = new PasswordResetTokens(db, now);
    job = {
      db,
      now,
      log: silent,
      events: new EventStore(db, now),
      limits: { take: async () => 0 },
      enabledMethods: ['password', 'diia'],
      invitations: {
        admit: async () => ({ refunds: () => [], withdraw: async () => undefined }),
        refund: async () => undefined,
        issue: (queries, invited) => tokens.issueInvitation(queries, invited),
        send: () => undefined,
        async deliver(invited) {
          sent.push(invited);
          return answer;
        },
      },
    };
  });
  afterEach(() => database.close());

  const addresses = () => sent.map(({ email }) => email).sort();

  test('users that an import creates are invited once, and not those whom it links', async () => {
    await imports.run('students', [person('1')]);
    clock.now += 1000;
    const { id } = await imports.run('students', [person('1'), person('2'), person('3')], invite);
    await sendInvitations(job);
    await sendInvitations(job);
    expect(addresses()).toEqual(['p2@campus.example', 'p3@campus.example']);
    expect(await countInvitations(job.db, id)).toEqual({ waiting: 0, sent: 2, leftOut: [] });
    const events = job.db.selectFrom('events').select('actor').where('type', '=', 'user.invited');
    expect(await events.execute()).toEqual([{ actor: 'server' }, { actor: 'server' }]);
  });

  test('a dry run, or a mapping without the choice, invites no user', async () => {
    await imports.compare('students', [person('1')], { ...invite, isDryRun: true });
    await imports.run('students', [person('1')], { mapping: { newUsers: 'codes' } });
    expect(await job.db.selectFrom('import_invitations').selectAll().execute()).toEqual([]);
  });

  test('those without an address, with another way in or with a role are left out and counted', async () => {
    const { id } = await imports.run(
      'students',
      [
        person('1', { facts: { fullName: 'Без адреси' } }),
        person('2', { taxIdHash: 'the hash' }),
        person('3'),
        person('4'),
      ],
      invite,
    );
    const users = job.db.selectFrom('users').select('id').where('username', '=', 'person3');
    const { id: userId } = await users.executeTakeFirstOrThrow();
    const role = { user_id: userId, role: 'auditor', granted_at: start };
    await job.db
      .insertInto('user_roles')
      .values(role as never)
      .execute();
    const disabled = { disabled: 1, disabled_by_administrator: 1 };
    await job.db.updateTable('users').set(disabled).where('username', '=', 'person4').execute();
    await sendInvitations(job);
    expect(sent).toEqual([]);
    expect(await countInvitations(job.db, id)).toEqual({
      waiting: 0,
      sent: 0,
      leftOut: ['cannot-sign-in', 'has-role', 'has-way-to-sign-in', 'no-email'].map((code) => ({
        code,
        count: 1,
      })),
    });
  });

  test('who begins later is invited then', async () => {
    const validFrom = start + 48 * hour;
    await imports.run('students', [person('1', { validFrom })], invite);
    await sendInvitations(job);
    expect(sent).toEqual([]);
    clock.now = validFrom;
    // the job of the lifecycle enables the user then
    await job.db.updateTable('users').set({ disabled: 0 }).execute();
    await sendInvitations(job);
    expect(addresses()).toEqual(['p1@campus.example']);
  });

  test('a mail server that refuses ends the round; the invitation is tried again, with another link', async () => {
    const { id } = await imports.run('students', [person('1'), person('2')], invite);
    answer = 'ECONNECTION';
    expect(await sendInvitations(job)).toBe(false);
    expect(sent).toHaveLength(1);
    answer = undefined;
    expect(await sendInvitations(job)).toBe(true);
    expect(sent).toHaveLength(2);
    clock.now += 5 * 60_000;
    await sendInvitations(job);
    expect(sent).toHaveLength(3);
    expect(new Set(sent.map(({ token }) => token)).size).toBe(3);
    expect(await countInvitations(job.db, id)).toMatchObject({ waiting: 0, sent: 2 });
  });

  test('it gives up an address that is never accepted, and what has waited for a week', async () => {
    const { id } = await imports.run('students', [person('1'), person('2')], invite);
    answer = 'EENVELOPE 550';
    for (let tries = 0; tries < 20; tries += 1) {
      await sendInvitations(job);
      clock.now += 10 * hour;
    }
    const codes = await countInvitations(job.db, id);
    expect(codes).toMatchObject({ waiting: 0, sent: 0 });
    expect(codes.leftOut.map(({ code }) => code)).toContain('not-delivered');
    const later = await imports.run('students', [person('1'), person('2'), person('3')], invite);
    clock.now += 8 * 24 * hour;
    await sendInvitations(job);
    expect((await countInvitations(job.db, later.id)).leftOut).toEqual([
      { code: 'too-late', count: 1 },
    ]);
  });

  test('a server that is killed before the email is accepted leaves the invitation to another one', async () => {
    await imports.run('students', [person('1')], invite);
    const killed = { ...job.invitations, deliver: () => Promise.reject(new Error('killed')) };
    await expect(sendInvitations({ ...job, invitations: killed })).rejects.toThrow('killed');
    await sendInvitations(job);
    expect(sent).toEqual([]);
    clock.now += 5 * 60_000;
    await sendInvitations(job);
    expect(sent).toHaveLength(1);
  });

  test('several nodes send each invitation once', { tags: ['race'] }, async () => {
    const people = Array.from({ length: 30 }, (_, index) => person(`${index}`));
    await imports.run('students', people, invite);
    await Promise.all([sendInvitations(job), sendInvitations(job), sendInvitations(job)]);
    expect(sent).toHaveLength(30);
    expect(new Set(addresses()).size).toBe(30);
  });

  test('an import that is written again after a kill queues no second invitation', async () => {
    const { id } = await imports.run('students', [person('1'), person('2')], invite);
    await job.db.updateTable('imports').set({ state: 'running' }).where('id', '=', id).execute();
    await writeImport(imports.deps, imports.change, id);
    await sendInvitations(job);
    expect(sent).toHaveLength(2);
  });

  test('the rate and the mailbox may make it wait', async () => {
    await imports.run('students', [person('1'), person('2')], invite);
    const take = async () => (sent.length < 1 ? 0 : 500);
    expect(await sendInvitations({ ...job, limits: { take } })).toBe(true);
    expect(sent).toHaveLength(1);
    const invitations = {
      ...job.invitations,
      admit: async () => fail('request.too-many', { retryAfterSeconds: 60 }),
    };
    await sendInvitations({ ...job, invitations });
    expect(sent).toHaveLength(1);
    clock.now += hour;
    await sendInvitations(job);
    expect(sent).toHaveLength(2);
  });
});
