// Runs a started bulk change in small transactions. Each locks the bulk change, so that one node at a time works on it, and any node goes on
// after another has stopped. Each user is changed by the rules and the writer of a change of one user.

import type { BulkCode } from '@brama/contract/admin/bulk/bulk-changes';
import { type Permission, permissionsOf } from '@brama/contract/admin/permissions';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import type { Actor } from '../../admin/handler.ts';
import type { Database, Queries } from '../../database/connect.ts';
import { isDatabaseUnavailable, isDeadlock } from '../../database/errors.ts';
import { forShare } from '../../database/postgres/row-locks.ts';
import { fail, RequestError } from '../../errors.ts';
import { type Change, inChange } from '../../events/change.ts';
import type { EventStore } from '../../events/store.ts';
import type { CountedAttempt } from '../../rate-limits/admit.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { findUnknownGroups } from '../../users/groups.ts';
import type { StoredLifecycle } from '../../users/lifecycle/lifecycle-store.ts';
import { checkMayActAs } from '../../users/roles/may-act-on.ts';
import { rolesInForce } from '../../users/roles/suspension.ts';
import { userColumns, userFrom } from '../../users/store.ts';
import { changeUserBy } from '../users/change-by-caller.ts';
import { type InvitationDeps, invite } from '../users/invitations.ts';
import { checkMayGrant, lockTarget } from '../users/user-rules.ts';
import {
  changeTo,
  eventOf,
  factOf,
  groupOf,
  isSame,
  wantedFact,
  whyNot,
  whyUnchanged,
} from './acts.ts';
import {
  type BulkChange,
  changeBulk,
  type Outcome,
  readBulk,
  storeOutcomes,
  takeRunning,
  type WaitingRow,
  waitingRows,
} from './bulk-store.ts';

export type BulkJobDeps = InvitationDeps & {
  db: Database;
  events: EventStore;
  revokeUsers: RevokeUsers;
  log: Logger;
};

/** Users of one transaction. SQLite serves no request meanwhile. */
const batchSize = 10;

type Runner = Pick<Actor, 'user' | 'roles' | 'permissions'>;

/** Returns the scopes of the token; undefined if it is gone or has expired. */
async function scopesOf(queries: Queries, tokenId: string, at: number) {
  const row = queries.selectFrom('api_tokens').select('scopes').where('id', '=', tokenId);
  const found = await row.where('expires_at', '>', at).executeTakeFirst();
  return found && (JSON.parse(found.scopes) as Permission[]);
}

/** Returns who has started it, with the rights of this moment; undefined for one who may not change users now. */
async function runnerOf(
  queries: Queries,
  { actor_id, token_id }: BulkChange,
  at: number,
): Promise<Runner | undefined> {
  const own = queries.selectFrom('users').select(userColumns).where('id', '=', actor_id);
  const row = await forShare(queries, own.where('disabled', '=', 0)).executeTakeFirst();
  if (!row) return undefined;
  const { roles } = await rolesInForce(queries, actor_id, at);
  const scopes = token_id === null ? undefined : await scopesOf(queries, token_id, at);
  if (token_id !== null && !scopes) return undefined;
  const permissions = permissionsOf(roles).filter((one) => scopes?.includes(one) ?? true);
  if (!permissions.includes('users.write')) return undefined;
  return { user: userFrom(row), roles, permissions };
}

const codeOfReason: Readonly<Record<string, BulkCode>> = {
  'the user is the last administrator': 'last-administrator',
  'is an administrator: use access-code': 'administrator',
  'is missing': 'no-email',
  'this server sends no email': 'emails-off',
  'the user cannot sign in now': 'cannot-sign-in',
  'has not come yet': 'cannot-sign-in',
  'is over': 'cannot-sign-in',
  'is a way to sign in already': 'has-way-to-sign-in',
  'is not one of your groups': 'not-your-group',
};

function codeOfError({ code, issues = [] }: RequestError): BulkCode {
  if (code === 'admin.not-found') return 'unknown-user';
  if (code === 'admin.higher-role') return 'higher-role';
  if (code === 'request.too-many') return 'too-many-invitations';
  if (issues.some(({ reason }) => reason.startsWith('belongs to the source ')))
    return 'owned-by-source';
  return issues.map(({ reason }) => codeOfReason[reason]).find((one) => one) ?? 'refused';
}

const refused = (code: BulkCode): Outcome => ({ result: 'refused', code });

/** Returns why nothing changes for the user; undefined if something does. */
function unchangedCode(
  { act, undo_of }: BulkChange,
  row: WaitingRow,
  lifecycle: StoredLifecycle,
  at: number,
): BulkCode | undefined {
  if (undo_of === null) return whyUnchanged(act, lifecycle, at);
  return isSame(factOf(act, lifecycle), row.after) ? 'already-so' : undefined;
}

/** Changes one user. Every rule is checked before the first write, so that a refusal leaves nothing to undo. */
async function changeOne(
  deps: BulkJobDeps,
  change: Change,
  { bulk, runner }: { bulk: BulkChange; runner: Runner },
  row: WaitingRow,
): Promise<Outcome> {
  const { act, undo_of } = bulk;
  const { queries } = change;
  if (row.userId === null) return refused('unknown-user');
  if (row.userId === runner.user.id) return refused('own-account');
  const group = groupOf(act);
  if (group !== undefined) checkMayGrant(runner, [group], () => 'group');
  const target = await lockTarget(queries, runner, row.userId);
  if (act.type === 'invite') {
    const as = await checkMayActAs(queries, runner, row.userId, deps.now());
    if (as.isAdministrator) return refused('administrator');
    await invite(deps, change, target);
    return { result: 'changed', before: null, after: null };
  }
  const { facts } = target.lifecycle;
  const before = factOf(act, target.lifecycle);
  if (undo_of !== null && !isSame(before, row.before)) return refused('changed-since');
  const after = undo_of === null ? wantedFact(act) : row.after;
  const unchanged = unchangedCode(bulk, row, target.lifecycle, deps.now());
  if (unchanged) return { result: 'unchanged', code: unchanged };
  const code = whyNot(act, target.lifecycle, after);
  if (code) return refused(code);
  await changeUserBy(deps, change, target, changeTo(act, facts, after));
  await change.record({ ...eventOf(act, after), userId: row.userId });
  return { result: 'changed', before, after };
}

async function outcomeOf(...given: Parameters<typeof changeOne>): Promise<Outcome> {
  try {
    return await changeOne(...given);
  } catch (error) {
    if (error instanceof RequestError) return refused(codeOfError(error));
    throw error;
  }
}

type Step = {
  size: number;
  /** Of an invitation that the limit of the mailbox has admitted, or refused: the position of its user. */
  admitted?: { position: number; isRefused: boolean } | undefined;
};

/** Returns whether there may be more to do, and how many users it has changed. */
type Done = { goesOn: boolean; changed: number };

/** Returns position → what has become of the user. */
async function outcomesOf(
  deps: BulkJobDeps,
  change: Change,
  { bulk, runner, admitted }: { bulk: BulkChange; runner: Runner } & Pick<Step, 'admitted'>,
  rows: readonly WaitingRow[],
): Promise<Map<number, Outcome>> {
  const group = groupOf(bulk.act);
  const isGone = group !== undefined && (await findUnknownGroups(change.queries, [group])).size > 0;
  const outcomes = new Map<number, Outcome>();
  for (const row of rows) {
    if (admitted && admitted.position !== row.position) continue;
    const code = admitted?.isRefused ? 'too-many-invitations' : isGone && 'unknown-group';
    const outcome = code ? refused(code) : await outcomeOf(deps, change, { bulk, runner }, row);
    outcomes.set(row.position, outcome);
  }
  return outcomes;
}

async function runStep(
  deps: BulkJobDeps,
  change: Change,
  id: string,
  { size, admitted }: Step,
): Promise<Done> {
  const { queries } = change;
  const nothing = { goesOn: false, changed: 0 };
  const bulk = await takeRunning(queries, id);
  if (!bulk) return nothing;
  const at = deps.now();
  const runner = await runnerOf(queries, bulk, at);
  if (!runner) {
    await changeBulk(queries, id, { state: 'stopped', finished_at: at });
    return nothing;
  }
  const rows = await waitingRows(queries, id, size);
  if (rows.length === 0) {
    await changeBulk(queries, id, { state: 'done', finished_at: at });
    return nothing;
  }
  const outcomes = await outcomesOf(deps, change, { bulk, runner, admitted }, rows);
  await storeOutcomes(queries, bulk, outcomes);
  const changed = [...outcomes.values()].filter(({ result }) => result === 'changed').length;
  return { goesOn: true, changed };
}

/** Runs `work` in one transaction, as the administrator who has started the bulk change. */
function inStep<Result>(
  deps: BulkJobDeps,
  { id, actor_id, token_id }: BulkChange,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const cause = {
    actor: 'administrator',
    actorId: actor_id,
    byToken: token_id ?? undefined,
    bulk: id,
    log: deps.log,
  } as const;
  return inChange(deps.db, deps, cause, work);
}

type Admitted = Step['admitted'] & { attempt?: CountedAttempt };

/** Counts the next invitation, before the transaction, as for one user. */
async function admitInvitation(deps: BulkJobDeps, id: string): Promise<Admitted | undefined> {
  const [row] = await waitingRows(deps.db, id, 1);
  if (!row?.userId || !deps.invitations) return undefined;
  const users = deps.db.selectFrom('users').select('email').where('id', '=', row.userId);
  const email = (await users.executeTakeFirst())?.email;
  if (!email) return undefined;
  try {
    const attempt = await deps.invitations.admit(emailKey(email));
    return { position: row.position, isRefused: false, attempt };
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    return { position: row.position, isRefused: true };
  }
}

async function runInvitation(deps: BulkJobDeps, bulk: BulkChange): Promise<Done> {
  const admitted = await admitInvitation(deps, bulk.id);
  const step = { size: 1, admitted };
  const withdraw = () => admitted?.attempt?.withdraw();
  const done = await inStep(deps, bulk, (change) => runStep(deps, change, bulk.id, step)).catch(
    async (error: unknown) => {
      await withdraw();
      throw error;
    },
  );
  if (done.changed === 0) await withdraw();
  return done;
}

/** Gives up the first waiting user after an error that does not pass, so that the others go on. */
const giveUp = (deps: BulkJobDeps, bulk: BulkChange) =>
  inStep(deps, bulk, async ({ queries }) => {
    const taken = await takeRunning(queries, bulk.id);
    const [row] = taken ? await waitingRows(queries, bulk.id, 1) : [];
    if (taken && row)
      await storeOutcomes(queries, taken, new Map([[row.position, refused('failed')]]));
  });

/** Changes some users. Returns whether there may be more to do. */
async function runSome(deps: BulkJobDeps, bulk: BulkChange): Promise<boolean> {
  const step = (size: number) =>
    inStep(deps, bulk, (change) => runStep(deps, change, bulk.id, { size }));
  const passes = (error: unknown) => isDeadlock(error) || isDatabaseUnavailable(error);
  try {
    const { goesOn } = await (bulk.act.type === 'invite'
      ? runInvitation(deps, bulk)
      : step(batchSize));
    return goesOn;
  } catch (error) {
    if (passes(error)) throw error;
  }
  try {
    const { goesOn } = await (bulk.act.type === 'invite' ? runInvitation(deps, bulk) : step(1));
    return goesOn;
  } catch (err) {
    if (passes(err)) throw err;
    deps.log.error({ err, bulk: bulk.id }, 'user of a bulk change failed');
    await giveUp(deps, bulk);
    return true;
  }
}

/** Changes some users of a running bulk change. Returns whether there may be more to do. */
export async function runBulkChange(deps: BulkJobDeps, id: string): Promise<boolean> {
  const bulk = await readBulk(deps.db, id);
  return bulk?.state === 'running' ? runSome(deps, bulk) : false;
}

/** @throws `admin.forbidden` for a group that the caller may not give. */
export function checkGroupOf(actor: Runner, act: BulkChange['act']): void {
  const group = groupOf(act);
  if (group !== undefined) checkMayGrant(actor, [group], () => 'act.group');
}

/** @throws `admin.not-found` */
export const foundBulk = (bulk: BulkChange | undefined): BulkChange =>
  bulk ?? fail('admin.not-found');
