// Validates the ticket of a request, and notes the result for users, owners of applications and the log.

import type { FastifyRequest } from 'fastify';
import { networkOf } from '../../../http/limits/client-network.ts';
import { attributesOf } from '../../attributes/attributes.ts';
import type { CasDeps } from '../deps.ts';
import {
  type Refused,
  type Validated,
  type ValidationRequest,
  validateTicket,
} from '../tickets/validate.ts';
import type { ReleasedAttributes } from './answer-cas.ts';

/**
 * Counts an unknown ticket of a network. Returns whether the log and the owners still get a note of it. The server of an application
 * sends whatever its visitors put into an address. Thus no request may be refused because of earlier ones: a visitor could keep all
 * others out of the application.
 */
async function countUnknownTicket(
  { limits: { networks } }: Pick<CasDeps, 'limits'>,
  request: FastifyRequest,
  applicationId = 'cas',
): Promise<boolean> {
  const network = networkOf(request.ip);
  if ((await networks.secretWaitSeconds(network, applicationId)) > 0) return false;
  await networks.countWrongSecret(network, applicationId);
  return true;
}

type Noted = Pick<Refused, 'code' | 'reason'> & { applicationId: string | undefined };

/** Notes a refusal in the log, and for the owners of the application. `refused` is the kind of request. */
export async function noteRefusal(
  deps: Pick<CasDeps, 'activity' | 'limits'>,
  request: FastifyRequest,
  refused: string,
  { applicationId, code, reason }: Noted,
): Promise<void> {
  if (reason === 'unknown' && !(await countUnknownTicket(deps, request, applicationId))) return;
  const level = reason === 'used' ? 'warn' : 'info';
  request.log[level]({ application: applicationId, code, reason }, 'ticket refused');
  if (applicationId !== undefined)
    deps.activity.refused(applicationId, { request: refused, error: code, reason });
}

/** Returns the answer to a ticket. */
export async function validateRequest(
  deps: CasDeps,
  request: FastifyRequest,
  given: ValidationRequest,
): Promise<Validated | Refused> {
  const result = await validateTicket(deps, given);
  if ('reason' in result) {
    const applicationId = result.applicationId ?? deps.applicationIdOf(given.service);
    await noteRefusal(deps, request, 'CAS ticket validation', { ...result, applicationId });
    return result;
  }
  const { user, application } = result;
  deps.activity.signedIn(application.id);
  const release = { type: 'data.released', actor: 'application' } as const;
  deps.events.counter.count({ ...release, userId: user.id, applicationId: application.id });
  return result;
}

/** Returns the attributes that the record of the application names. */
export async function releasedAttributes(
  { stores }: Pick<CasDeps, 'stores'>,
  { user, session, application, settings, fresh }: Validated,
): Promise<ReleasedAttributes> {
  const { attributes } = settings;
  const needsTaxId =
    application.releases.includes('taxId') && Object.values(attributes).includes('taxId');
  const taxId = needsTaxId ? await stores.sessions.taxIdOf(session.uid) : undefined;
  return {
    authenticatedAt: session.verifiedAt,
    isFromNewLogin: fresh,
    values: attributesOf(attributes, { user, session, taxId }),
  };
}
