// When a session is alive, and when its last use is worth writing down. Pure.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { BrowserLabel } from './browser-label.ts';

export type Session = {
  /** Stable public id; the secret id is known to the browser alone. */
  uid: string;
  userId: string;
  method: MethodId;
  /** When the user proved who they are, epoch milliseconds. */
  verifiedAt: number;
  createdAt: number;
  seenAt: number;
  expiresAt: number;
};

/** Who signed in how and when: what a session begins with. */
export type SignIn = Pick<Session, 'userId' | 'method' | 'verifiedAt'> & {
  /** Where the method told it; kept encrypted and only as long as the session. */
  taxId?: string | undefined;
  label?: BrowserLabel | undefined;
};

export type SessionLifetimes = { idleSeconds: number; absoluteSeconds: number };

const touchIntervalMs = 60_000;

export function isAlive(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  return now < session.expiresAt && now < session.seenAt + lifetimes.idleSeconds * 1000;
}

/** Last use is written at most once a minute, oftener only where the idle end is near. */
export function needsTouch(session: Session, now: number, lifetimes: SessionLifetimes): boolean {
  const interval = Math.min(touchIntervalMs, (lifetimes.idleSeconds * 1000) / 10);
  return now - session.seenAt >= interval;
}
