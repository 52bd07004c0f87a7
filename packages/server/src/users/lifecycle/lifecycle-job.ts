// Disables and enables users, and starts and ends memberships, when their time has come. Deletes the rows of erased users. Each node looks every second and locks
// some due users, so that several nodes share the work.

import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../database/connect.ts';
import { type Change, inChange } from '../../events/change.ts';
import type { EventStore } from '../../events/store.ts';
import { startRepeating } from '../../jobs/repeating.ts';
import type { RevokeUsers } from '../../sessions/revocation.ts';
import { announceStates, type StateChange } from '../changes/announce.ts';
import { disabledReason } from './effective-state.ts';
import { finishErasure } from './erase-user.ts';
import {
  erasedAmong,
  isAnyDue,
  lockDueUsers,
  postpone,
  readLifecycles,
  updateState,
} from './lifecycle-store.ts';

type Deps = {
  db: Database;
  events: EventStore;
  revokeUsers: RevokeUsers;
  /** Returns the enabled administrators. Locks them until the end of the transaction. */
  administrators(queries: Queries): Promise<readonly string[]>;
  now(): number;
  log: Logger;
};

const intervalMs = 1000;
const batchSize = 100;
/** The last administrator stays enabled; the end is tried again after this time. */
const retryMs = 3_600_000;
/** Between two looks whether all applications of an erased user are notified. */
const erasureRetryMs = 5000;

/** Returns whom to disable. One of several administrators stays enabled if all of them would be disabled. */
async function withoutLastAdministrator(
  { administrators, log, now }: Deps,
  queries: Queries,
  disabling: readonly string[],
): Promise<readonly string[]> {
  if (disabling.length === 0) return disabling;
  const enabled = await administrators(queries);
  const [last] = enabled;
  if (last === undefined || !enabled.every((id) => disabling.includes(id))) return disabling;
  await postpone(queries, last, now() + retryMs);
  log.warn({ user: last }, 'the last administrator stays enabled after the end date');
  return disabling.filter((id) => id !== last);
}

/** Updates some due users. Returns their number. */
async function updateSome(deps: Deps, change: Change): Promise<number> {
  const { queries } = change;
  const at = deps.now();
  const due = await lockDueUsers(queries, at, batchSize);
  const erased = await erasedAmong(queries, due);
  for (const userId of erased)
    if ((await finishErasure(queries, userId)) > 0)
      await postpone(queries, userId, at + erasureRetryMs);
  const others = due.filter((userId) => !erased.includes(userId));
  const stored = [...(await readLifecycles(queries, others))];
  const disabling = stored
    .filter(([, { disabled, facts }]) => !disabled && disabledReason(facts, at))
    .map(([userId]) => userId);
  const disabled = await withoutLastAdministrator(deps, queries, disabling);
  const changes: StateChange[] = [];
  for (const [userId, before] of stored) {
    if (disabling.includes(userId) && !disabled.includes(userId)) continue;
    const after = await updateState(queries, userId, { before, at });
    changes.push({ userId, before, after, reason: disabledReason(before.facts, at) });
  }
  const announced = { at, endReason: 'expired', byDate: true };
  await announceStates(change, deps.revokeUsers, changes, announced);
  return due.length;
}

/** Updates all due users in small transactions. */
export async function runLifecycle(deps: Deps, isStopped = () => false): Promise<void> {
  while (!isStopped() && (await isAnyDue(deps.db, deps.now()))) {
    const cause = { actor: 'server', log: deps.log } as const;
    const count = await inChange(deps.db, deps, cause, (change) => updateSome(deps, change));
    // another node updates the rest, or there is none
    if (count < batchSize) return;
    await setImmediate();
  }
}

/** Runs every second until stopped. Logs the first of several failures; the next run tries again. */
export function startLifecycleJob(deps: Deps): () => Promise<void> {
  let hasFailed = false;
  return startRepeating({
    intervalMs,
    async work(isStopped) {
      await runLifecycle(deps, isStopped);
      hasFailed = false;
    },
    onFailure(err) {
      if (!hasFailed) deps.log.warn({ err }, 'lifecycle of users failed');
      hasFailed = true;
    },
  });
}
