// The cause of a change by a request of a user.

import type { FastifyRequest } from 'fastify';
import type { Cause } from '../events/change.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import { responseLanguage } from '../pages/language/language.ts';

/** `userId`: whom the change concerns. `sessionUid`: in which session it happens. */
export function causeOf(
  request: FastifyRequest,
  { userId, sessionUid }: { userId?: string | undefined; sessionUid?: string | undefined } = {},
): Cause {
  return {
    actor: 'user',
    userId,
    sessionUid,
    origin: eventOriginOf(request),
    language: responseLanguage(request),
    log: request.log,
  };
}
