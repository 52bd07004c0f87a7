// Logs and counts refused second factors.

import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import type { Subject, Verification } from './context.ts';
import type { PasskeyRefusal } from './passkeys.ts';

/** An attacker may know the first factor. The user sees the number of refusals in the activity list. */
export function recordRefusal(
  { events }: Pick<Verification, 'events'>,
  request: FastifyRequest,
  { user: { id: user } }: Subject,
  reason: string,
  level: 'info' | 'warn' = 'info',
): void {
  const facts = { user, reason, network: networkOf(request.ip) };
  events.counter.refuse(request, 'second-factor.refused', facts, level);
}

export function recordPasskeyRefusal(
  verification: Pick<Verification, 'events'>,
  request: FastifyRequest,
  subject: Subject,
  { reason, level, copied }: PasskeyRefusal,
): void {
  recordRefusal(verification, request, subject, `passkey-${reason}`, level);
  if (copied === undefined) return;
  const facts = { user: subject.user.id, passkey: copied, network: networkOf(request.ip) };
  logSecurityEvent(request.log, 'passkey.counter-fell', facts);
}
