// Rules of a session: when it is valid, and when its last use is stored. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Config } from '../config/config.ts';
import type { SessionsTable } from '../database/schema.ts';
import { type Assurance, amrOf, assuranceFrom, isRecovered } from './assurance.ts';
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
  /** The second factor was added in this sign-in or session, and no older one was shown. */
  hasNewFactor?: boolean | undefined;
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
  'new_factor_at',
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
    hasNewFactor: row.new_factor_at === row.verified_at,
  };
}

/** The facts of a sign-in that start a session. */
export type SignIn = Pick<
  Session,
  'userId' | 'method' | 'verifiedAt' | 'amr' | 'identityVerifiedAt' | 'hasNewFactor'
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

/** Returns the column to store with `verified_at`. */
export function newFactorColumn({
  verifiedAt,
  hasNewFactor,
}: Pick<Session, 'verifiedAt' | 'hasNewFactor'>) {
  return { new_factor_at: hasNewFactor ? verifiedAt : null };
}

/** Returns whether a sign-in that began at `verifiedAt` shows only a factor that was added in the meantime, or by another sign-in since. */
export function isNewFactor(
  { verifiedAt }: Pick<Session, 'verifiedAt'>,
  factor: { addedAt: number },
): boolean {
  return factor.addedAt >= verifiedAt;
}

/**
 * Returns whether the user signed in with Diia, a passkey, or two factors of which none was added in this sign-in. A thief of a password
 * may have added one. A recovery proves less.
 */
export function isStrong(session: Session): boolean {
  if (isRecovered(session)) return false;
  return session.method === 'diia' || (amrOf(session).includes('mfa') && !session.hasNewFactor);
}

/** Returns until when a strong session counts as recent, in epoch milliseconds; undefined for one that is not strong. */
export function strongUntil(session: Session): number | undefined {
  return isStrong(session) ? session.verifiedAt + recentSignInMs : undefined;
}

export function isAlive(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  return now < session.expiresAt && now < session.seenAt + idleMs(session, lifetimes);
}

/** The last use is stored at most once a minute, or ten times per idle lifetime if that is shorter. */
export function needsTouch(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  const interval = Math.min(touchIntervalMs, idleMs(session, lifetimes) / 10);
  return now - session.seenAt >= interval;
}
