// Logs and counts refused second factors, and ends a pending sign-in after too many wrong codes.

import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import type { Subject, Verification } from './context.ts';

/** An attacker may know the first factor. The user sees the number of refusals in the activity list. */
export function recordRefusal(
  { events }: Pick<Verification, 'events'>,
  { log, ip }: FastifyRequest,
  { user: { id: user } }: Subject,
  reason: string,
  level: 'info' | 'warn' = 'info',
): void {
  const network = networkOf(ip);
  events.counter.count({ type: 'second-factor.refused', actor: 'unknown', userId: user, network });
  logSecurityEvent(log, 'second-factor.refused', { user, reason, network }, level);
}
