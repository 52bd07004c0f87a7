// What changing and resetting a password have in common: the rules for a new password, its hash, and the log entries.

import type { PasswordIssue } from '@brama/contract/sign-in/password/issues';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import type { EndedSession, RevokeUsers } from '../../sessions/revocation.ts';
import type { User } from '../../users/user.ts';

export type NewPasswordDeps = {
  /** Returns why the user may not choose this password, or undefined. */
  validate(password: string, user: User): Promise<PasswordIssue | undefined>;
  /** Hashes the password when the turn comes. @throws `busy` */
  hash(requester: Requester, password: string): Promise<string>;
  /** Returns the stored hash, or null for a user without a password. */
  passwordHashOf(userId: string): Promise<string | null>;
  /** Replaces the hash `from`, unless it has changed or the user is disabled. Returns whether it was replaced. */
  setPassword(
    queries: Queries,
    userId: string,
    hashes: { from: string | null; to: string },
  ): Promise<boolean>;
  revokeUsers: RevokeUsers;
};

/** Logs that a user has a new password, and each session that ended with the old one. */
export function logPasswordChange(
  { log }: FastifyRequest,
  user: string,
  { how, ended }: { how: 'changed' | 'set' | 'reset'; ended: readonly EndedSession[] },
) {
  logSecurityEvent(log, 'password.changed', { user, how });
  for (const { uid: session } of ended)
    logSecurityEvent(log, 'session.ended', { session, user, reason: 'password-changed' });
}
