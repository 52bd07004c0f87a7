// Rules of a session: when it is valid, and when its last use is stored. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Config } from '../config/config.ts';
import type { SessionsTable } from '../database/schema.ts';
import { type Assurance, assuranceFrom } from './assurance.ts';
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
  /** Chosen at sign-in. The session ends with the browser and has a shorter idle lifetime. */
  isSharedComputer: boolean;
} & Assurance;

/** The columns of a session that `sessionFrom` reads. */
export const sessionColumns = [
  'uid',
  'user_id',
  'method',
  'verified_at',
  'created_at',
  'seen_at',
  'expires_at',
  'shared_computer',
  'amr',
  'identity_verified_at',
  'assured_at',
] as const;

export function sessionFrom(row: Pick<SessionsTable, (typeof sessionColumns)[number]>): Session {
  // a server of the previous release has stored a later sign-in without its assurance
  const isOwn = row.assured_at === row.verified_at;
  return {
    ...(isOwn && assuranceFrom(row)),
    uid: row.uid,
    userId: row.user_id,
    method: row.method as MethodId,
    verifiedAt: row.verified_at,
    createdAt: row.created_at,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    isSharedComputer: row.shared_computer === 1,
  };
}

/** The facts of a sign-in that start a session. */
export type SignIn = Pick<
  Session,
  'userId' | 'method' | 'verifiedAt' | 'amr' | 'identityVerifiedAt'
> & {
  /** Stored encrypted until the session ends, if the method provided it. */
  taxId?: string | undefined;
  label?: BrowserLabel | undefined;
  isSharedComputer?: boolean;
};

export type SessionLifetimes = {
  idleSeconds: number;
  /** Replaces `idleSeconds` on shared computers. */
  sharedIdleSeconds: number;
  absoluteSeconds: number;
};

export function lifetimesFrom(
  config: Pick<
    Config,
    'sessionIdleSeconds' | 'sessionSharedIdleSeconds' | 'sessionAbsoluteSeconds'
  >,
): SessionLifetimes {
  return {
    idleSeconds: config.sessionIdleSeconds,
    sharedIdleSeconds: config.sessionSharedIdleSeconds,
    absoluteSeconds: config.sessionAbsoluteSeconds,
  };
}

const idleMs = (session: Session, { idleSeconds, sharedIdleSeconds }: SessionLifetimes) =>
  (session.isSharedComputer ? sharedIdleSeconds : idleSeconds) * 1000;

const touchIntervalMs = 60_000;

/** Sensitive actions require a sign-in within this time: an unattended computer must not suffice for them. */
export const recentSignInMs = 10 * 60_000;

export function isRecentSignIn({ verifiedAt }: Pick<Session, 'verifiedAt'>, now: number): boolean {
  return now - verifiedAt <= recentSignInMs;
}

export function isAlive(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  return now < session.expiresAt && now < session.seenAt + idleMs(session, lifetimes);
}

/** The last use is stored at most once a minute, or ten times per idle lifetime if that is shorter. */
export function needsTouch(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  const interval = Math.min(touchIntervalMs, idleMs(session, lifetimes) / 10);
  return now - session.seenAt >= interval;
}
