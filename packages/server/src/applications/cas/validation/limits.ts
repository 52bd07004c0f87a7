// Limits how many unknown tickets of a network are noted. The server of an application sends whatever its visitors put into an
// address. Thus no request may be refused because of earlier ones: a visitor could keep all others out of the application.

import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../http/limits/client-network.ts';
import type { CasDeps } from '../deps.ts';

/** Counts an unknown ticket. Returns whether the log and the owners still get a note of it. */
export async function countUnknownTicket(
  { limits: { networks } }: Pick<CasDeps, 'limits'>,
  request: FastifyRequest,
  applicationId = 'cas',
): Promise<boolean> {
  const network = networkOf(request.ip);
  if ((await networks.secretWaitSeconds(network, applicationId)) > 0) return false;
  await networks.countWrongSecret(network, applicationId);
  return true;
}
