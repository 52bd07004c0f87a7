// Rules of a session: when it is valid, and when its last use is stored. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { SessionsTable } from '../database/schema.ts';
import type { BrowserLabel } from './browser-label.ts';

export type Session = {
  /** Stable public id. Only the browser knows the secret id. */
  uid: string;
  userId: string;
  method: MethodId;
  /** When the user last authenticated. All times are epoch milliseconds. */
  verifiedAt: number;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
};

/** The columns of a session that `sessionFrom` reads. */
export const sessionColumns = [
  'uid',
  'user_id',
  'method',
  'verified_at',
  'created_at',
  'seen_at',
  'expires_at',
] as const;

export function sessionFrom(row: Pick<SessionsTable, (typeof sessionColumns)[number]>): Session {
  return {
    uid: row.uid,
    userId: row.user_id,
    method: row.method as MethodId,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
  };
}

/** The facts of a sign-in that start a session. */
export type SignIn = Pick<Session, 'userId' | 'method' | 'verifiedAt'> & {
  /** Stored encrypted until the session ends, if the method provided it. */
  taxId?: string | undefined;
  label?: BrowserLabel | undefined;
};

export type SessionLifetimes = { idleSeconds: number; absoluteSeconds: number };

const touchIntervalMs = 60_000;

export function isAlive(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  return now < session.expiresAt && now < session.seenAt + lifetimes.idleSeconds * 1000;
}

/** The last use is stored at most once a minute, or ten times per idle lifetime if that is shorter. */
export function needsTouch(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  const interval = Math.min(touchIntervalMs, (lifetimes.idleSeconds * 1000) / 10);
  return now - session.seenAt >= interval;
}
