// Limits how many unknown tickets a network may send. Tickets have 256 bits, so this protects the database and the log, and right
// tickets cost nothing.

import type { FastifyRequest } from 'fastify';
import { fail } from '../../../errors.ts';
import { networkOf } from '../../../http/limits/client-network.ts';
import type { CasDeps } from '../deps.ts';
import { ticketKind } from '../tickets/ticket-text.ts';

type Given = {
  /** The ticket of the request. Text of another form costs no statement, so it is not counted. */
  ticket: string;
  /** Counts per application, so that one cannot lock out others behind the same address. */
  applicationId: string | undefined;
};

/** Runs the work. An outcome with the reason `unknown` counts. @throws `request.too-many` before the work. */
export async function limitUnknownTickets<T extends object>(
  { limits: { networks } }: Pick<CasDeps, 'limits'>,
  request: FastifyRequest,
  { ticket, applicationId = 'cas' }: Given,
  work: () => Promise<T>,
): Promise<T> {
  if (ticketKind(ticket) === undefined) return work();
  const network = networkOf(request.ip);
  const wait = await networks.secretWaitSeconds(network, applicationId);
  if (wait > 0) fail('request.too-many', { retryAfterSeconds: wait });
  const outcome = await work();
  if ('reason' in outcome && outcome.reason === 'unknown')
    await networks.countWrongSecret(network, applicationId);
  return outcome;
}
