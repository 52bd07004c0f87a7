// Stores actions that wait for a second administrator.

import { randomUUID } from 'node:crypto';
import {
  type ApprovalAction,
  approvalActions,
} from '@brama/contract/admin/user-access/approval-actions';
import type { Queries } from '../../database/connect.ts';
import type { OnUsersRevoked } from '../../sessions/revocation.ts';

const lifetimeMs = 3_600_000;

export type NewApproval = {
  action: ApprovalAction;
  userId: string;
  /** Of the record of the user. After a change of the record the approval is void. */
  userVersion: number;
  requestedById: string;
  reason: string;
  hours: number | null;
};

export type Approval = NewApproval & {
  id: string;
  username: string;
  requestedBy: string;
  createdAt: number;
  expiresAt: number;
};

/**
 * Deletes what waits on the word of users who lose all ways to sign in: their sessions may have been stolen. Not `roles.restore`, which the
 * server has asked for.
 */
export const deleteApprovals: OnUsersRevoked = async (queries, { users, scope }) => {
  if (scope !== 'credentials') return;
  await queries
    .deleteFrom('approvals')
    .where('requested_by', 'in', users)
    .where('decided_at', 'is', null)
    .where('action', '!=', 'roles.restore')
    .execute();
};

export class ApprovalStore {
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  #pending(queries: Queries) {
    return (
      queries
        .selectFrom('approvals as a')
        .innerJoin('users as u', 'u.id', 'a.user_id')
        .innerJoin('users as r', 'r.id', 'a.requested_by')
        .select(['a.id', 'a.action', 'a.user_id', 'a.user_version', 'a.requested_by', 'a.reason'])
        .select([
          'a.hours',
          'a.created_at',
          'a.expires_at',
          'u.username',
          'r.username as requester',
        ])
        .where('a.decided_at', 'is', null)
        .where('a.expires_at', '>', this.#now())
        // newer releases may have others
        .where('a.action', 'in', approvalActions)
    );
  }

  /** Returns the pending ones, the newest first; those of one user with `userId`. */
  async pending(
    queries: Queries,
    { id, userId }: { id?: string; userId?: string } = {},
  ): Promise<Approval[]> {
    let query = this.#pending(queries);
    if (id !== undefined) query = query.where('a.id', '=', id);
    if (userId !== undefined) query = query.where('a.user_id', '=', userId);
    const rows = await query.orderBy('a.created_at', 'desc').orderBy('a.id').execute();
    return rows.map((row) => ({
      id: row.id,
      action: row.action as ApprovalAction,
      userId: row.user_id,
      userVersion: row.user_version,
      username: row.username,
      requestedById: row.requested_by,
      requestedBy: row.requester,
      reason: row.reason,
      hours: row.hours,
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }));
  }

  /** Returns the id. */
  async add(queries: Queries, approval: NewApproval, ttlMs = lifetimeMs): Promise<string> {
    const id = randomUUID();
    const at = this.#now();
    await queries
      .insertInto('approvals')
      .values({
        id,
        action: approval.action,
        user_id: approval.userId,
        user_version: approval.userVersion,
        requested_by: approval.requestedById,
        reason: approval.reason,
        hours: approval.hours,
        created_at: at,
        expires_at: at + ttlMs,
        decided_at: null,
        decided_by: null,
      })
      .execute();
    return id;
  }

  /** Decides a pending one. Of two simultaneous calls one returns true. */
  async decide(queries: Queries, id: string, decidedBy: string): Promise<boolean> {
    const at = this.#now();
    const { numUpdatedRows } = await queries
      .updateTable('approvals')
      .set({ decided_at: at, decided_by: decidedBy })
      .where('id', '=', id)
      .where('decided_at', 'is', null)
      .where('expires_at', '>', at)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  /** Deletes the pending ones of this action on the user. */
  async drop(queries: Queries, userId: string, action: ApprovalAction): Promise<void> {
    await queries
      .deleteFrom('approvals')
      .where('user_id', '=', userId)
      .where('action', '=', action)
      .where('decided_at', 'is', null)
      .execute();
  }
}
