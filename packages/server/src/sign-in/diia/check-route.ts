// GET /api/diia/check-request: returns a sign-in ticket to the browser that requested the link, after the user has
// confirmed in the Diia app.

import { paths } from '@brama/contract/paths';
import {
  type DiiaCheckRequestResponse,
  diiaCheckRequestQuery,
  diiaCheckRequestResponse,
} from '@brama/contract/sign-in/diia/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { typed } from '../../http/server.ts';
import type { SignInService } from '../method.ts';
import type { Diia } from './context.ts';
import { asRequestId, type FoundRequest } from './request-store.ts';

type FinishedRequest = Extract<FoundRequest, { finished: true }> & { requestId: string };

async function refuseSignIn(
  { requests, events }: Pick<Diia, 'requests' | 'events'>,
  request: FastifyRequest,
  { requestId, taxId }: FinishedRequest,
  { reason, user }: { reason: string; user?: string | undefined },
): Promise<never> {
  if (taxId !== undefined) await requests.deleteTaxId(requestId);
  const network = networkOf(request.ip);
  const facts = { method: 'diia', reason, user, network } as const;
  events.counter.refuse(request, 'sign-in.refused', facts);
  return fail('diia.not-linked', { alreadyLogged: true });
}

/** Returns a ticket for the person who has confirmed. Each call voids the ticket of the previous one. */
async function issueTicket(
  diia: Pick<Diia, 'requests' | 'users' | 'events' | 'hashTaxId'>,
  signInService: SignInService,
  request: FastifyRequest,
  found: FinishedRequest,
): Promise<DiiaCheckRequestResponse> {
  const { requestId, verifiedAt, taxId } = found;
  // also after a refusal, which deletes the number
  if (taxId === undefined) return refuseSignIn(diia, request, found, { reason: 'no-tax-number' });
  const subject = diia.hashTaxId(taxId);
  const user = await diia.users.byTaxIdHash(subject);
  const identity = { method: 'diia', subject, verifiedAt, taxId } as const;
  const result = await signInService.issueTicket(identity, user, { attempt: requestId });
  if ('ticket' in result) return { status: 'Finished', sessionId: result.ticket };
  return result.refused === 'used'
    ? fail('diia.request-unknown')
    : refuseSignIn(diia, request, found, { reason: result.refused, user: user?.id });
}

export function registerCheck(server: FastifyInstance, diia: Diia, signInService: SignInService) {
  typed(server).get(
    paths.diiaCheckRequest,
    { schema: { querystring: diiaCheckRequestQuery, response: { 200: diiaCheckRequestResponse } } },
    async (request) => {
      const requestId = asRequestId(request.query.requestId);
      const secret = diia.browserCookie.secretOf(request);
      const found = requestId && secret && (await diia.requests.find(requestId, secret));
      if (!requestId || !found) return fail('diia.request-unknown');
      if (!found.finished) return { status: 'Processing' as const, sessionId: null };
      return issueTicket(diia, signInService, request, { ...found, requestId });
    },
  );
}
