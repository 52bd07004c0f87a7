// Routes for a signed-in user's Google account: show the linked account, start linking, unlink.

import { paths } from '@brama/contract/paths';
import {
  googleLinkResponse,
  googleLinkStartResponse,
} from '@brama/contract/sign-in/google/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { fail } from '../../../errors.ts';
import { typed } from '../../../http/server.ts';
import { acceptedLanguage } from '../../../pages/language/language.ts';
import type { Session } from '../../../sessions/session.ts';
import { type Google, recentMs } from '../context.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import { startAttempt } from './start.ts';

/** Returns the URL at Google. @throws `unavailable` */
async function startLinking(
  google: Google,
  exchange: { request: FastifyRequest; reply: FastifyReply },
  sessionUid: string,
): Promise<string> {
  const language = acceptedLanguage(exchange.request);
  const options = { purpose: 'link', carried: '', language, sessionUid } as const;
  try {
    return await startAttempt(google, exchange, options);
  } catch (cause) {
    if (!(cause instanceof IssuerUnavailable)) throw cause;
    logUnavailable(exchange.request, cause);
    return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
  }
}

export function registerLinkRoutes(server: FastifyInstance, google: Google) {
  const { links, sessionCookie, enabledMethods, now } = google;
  const isRecent = ({ verifiedAt }: Session) => now() - verifiedAt <= recentMs;

  async function requireRecent(request: FastifyRequest): Promise<Session> {
    const session = await sessionCookie.require(request);
    return isRecent(session) ? session : fail('session.not-recent');
  }

  typed(server).get(
    paths.googleLink,
    { schema: { response: { 200: googleLinkResponse } } },
    async (request, reply) => {
      reply.header('vary', 'cookie');
      const session = await sessionCookie.require(request);
      const link = await links.findForUser('google', session.userId);
      const since = link && new Date(link.linkedAt).toISOString();
      return {
        linked: link && since ? { email: link.email, since } : null,
        lastWayIn: !(await links.hasOtherMethod(session.userId, enabledMethods)),
        fresh: isRecent(session),
      };
    },
  );

  typed(server).post(
    paths.googleLink,
    { schema: { response: { 200: googleLinkStartResponse } } },
    async (request, reply) => {
      const { uid } = await requireRecent(request);
      return { address: await startLinking(google, { request, reply }, uid) };
    },
  );

  typed(server).delete(
    paths.googleLink,
    { schema: { response: { 200: emptyResponse } } },
    async (request) => {
      const { userId } = await requireRecent(request);
      if (!(await links.remove('google', userId, enabledMethods))) fail('google.last-way-in');
      logSecurityEvent(request.log, 'google.unlinked', { user: userId });
      return {};
    },
  );
}
