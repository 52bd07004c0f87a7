// What a signed-in user does with their Google account: see whether one is linked, begin linking, unlink.

import { paths } from '@brama/contract/paths';
import { googleLinkAnswer, googleLinkStartAnswer } from '@brama/contract/sign-in/google/schemas';
import { emptyAnswer } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import { fail } from '../../../errors.ts';
import { typed } from '../../../http/server.ts';
import type { SessionCookie } from '../../../http/session-cookie.ts';
import { acceptedLanguage } from '../../../pages/language/language.ts';
import type { Session } from '../../../sessions/session.ts';
import type { LinkedIdentities, OtherMethod } from '../../../users/linked-identities.ts';
import { IssuerUnavailable, logUnavailable } from '../refusal.ts';
import type { StartAttempt } from '../start-attempt.ts';

type Deps = {
  links: LinkedIdentities;
  sessionCookie: SessionCookie;
  begin: StartAttempt;
  /** Ways to sign in beside Google that are on. */
  otherMethods: readonly OtherMethod[];
  freshMs: number;
  now: () => number;
};

export function registerLinkRoutes(server: FastifyInstance, deps: Deps) {
  const { links, sessionCookie, otherMethods, now } = deps;
  const isFresh = ({ verifiedAt }: Session) => now() - verifiedAt <= deps.freshMs;

  async function freshSession(request: FastifyRequest): Promise<Session> {
    const session = await sessionCookie.require(request);
    return isFresh(session) ? session : fail('session.not-recent');
  }

  typed(server).get(
    paths.googleLink,
    { schema: { response: { 200: googleLinkAnswer } } },
    async (request, reply) => {
      reply.header('vary', 'cookie');
      const session = await sessionCookie.require(request);
      const link = await links.ofUser('google', session.userId);
      const since = link && new Date(link.linkedAt).toISOString();
      return {
        linked: link && since ? { email: link.email, since } : null,
        lastWayIn: !(await links.hasOtherMethod(session.userId, otherMethods)),
        fresh: isFresh(session),
      };
    },
  );

  async function begin(request: FastifyRequest, reply: FastifyReply, { uid }: Session) {
    const language = acceptedLanguage(request);
    try {
      const wish = { purpose: 'link', carried: '', language, sessionUid: uid } as const;
      return await deps.begin(request, reply, wish);
    } catch (cause) {
      if (!(cause instanceof IssuerUnavailable)) throw cause;
      logUnavailable(request, cause);
      return fail('unavailable', { retryAfterSeconds: 10, cause, alreadyLogged: true });
    }
  }

  typed(server).post(
    paths.googleLink,
    { schema: { response: { 200: googleLinkStartAnswer } } },
    async (request, reply) => {
      const session = await freshSession(request);
      return { address: await begin(request, reply, session) };
    },
  );

  typed(server).delete(
    paths.googleLink,
    { schema: { response: { 200: emptyAnswer } } },
    async (request) => {
      const { userId } = await freshSession(request);
      if (!(await links.remove('google', userId, otherMethods))) fail('google.last-way-in');
      logSecurityEvent(request.log, 'google.unlinked', { user: userId });
      return {};
    },
  );
}
