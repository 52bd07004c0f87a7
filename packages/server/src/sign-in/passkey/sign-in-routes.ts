// Sign-in with a passkey: the options for the browser, and the response of the authenticator, which gives a sign-in ticket.

import { paths } from '@brama/contract/paths';
import { passkeyAmr } from '@brama/contract/sign-in/passkey/method';
import {
  type PasskeyAssertion,
  passkeyOptionsResponse,
  passkeySignInRequest,
  relatedOriginsResponse,
} from '@brama/contract/sign-in/passkey/schemas';
import { signInResponse } from '@brama/contract/sign-in/password/schemas';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { newSecret } from '../../crypto/secrets.ts';
import { fail } from '../../errors.ts';
import type { FoundPasskey } from '../../factors/passkey-store.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { returns, typed } from '../../http/server.ts';
import type { StartKind } from '../../rate-limits/network-limits.ts';
import { withoutMfa } from '../../sessions/assurance.ts';
import { isHeldBack } from '../../sessions/factor-wait.ts';
import type { SignInService } from '../method.ts';
import { type CheckedChallenge, challengeMs } from './challenges.ts';
import { parseClientData } from './client-data.ts';
import type { Passkeys } from './context.ts';
import { userHandleOf } from './list.ts';
import { PasskeyRefused, refusals, refuse } from './refusal.ts';
import type { VerifiedAssertion } from './verify.ts';

export const passkeyStarts: StartKind = { name: 'passkey' };

/** Options for `navigator.credentials.get`. Writes nothing, because every visit of the sign-in page asks for them. */
function optionsFor(passkeys: Passkeys, request: FastifyRequest, reply: FastifyReply) {
  const { browserCookie, challenges, settings } = passkeys;
  const boundTo = browserCookie.readSecret(request) ?? newSecret();
  browserCookie.set(reply, boundTo);
  return {
    challenge: challenges.issue({ purpose: 'sign-in', boundTo }),
    rpId: settings.rpId,
    timeout: challengeMs,
    userVerification: 'required' as const,
  };
}

/** @throws {PasskeyRefused} */
function checkChallenge(
  { browserCookie, challenges }: Passkeys,
  request: FastifyRequest,
  challenge: string,
): CheckedChallenge {
  const boundTo = browserCookie.readSecret(request);
  if (boundTo === undefined) return refuse('browser-unknown');
  const checked = challenges.check(challenge, { purpose: 'sign-in', boundTo });
  return 'refused' in checked ? refuse(`challenge-${checked.refused}`) : checked;
}

/** A counter that does not rise means that the key was copied, unless the authenticator has no counter. */
function hasRisen(counter: number, before: number): boolean {
  return counter > before || (counter === 0 && before === 0);
}

/** @throws {PasskeyRefused} */
export function checkUse(
  passkey: FoundPasskey,
  { counter, isBackupEligible }: VerifiedAssertion,
): void {
  const details = { user: passkey.userId, passkey: passkey.id };
  if (isBackupEligible !== passkey.isBackupEligible) refuse('not-verified', details);
  if (!hasRisen(counter, passkey.counter)) refuse('counter', details);
}

/** What the sign-in proves. */
function identityOf({ settings, now }: Passkeys, passkey: FoundPasskey) {
  const { identityVerifiedAt: proofTime, createdAt: addedAt } = passkey;
  const isFresh = proofTime !== undefined && now() - proofTime < settings.identityMs;
  const amr = passkeyAmr(passkey.isBackupEligible);
  const counts = !isHeldBack({ addedAt }, passkey.newFactorsCountFrom, now());
  return {
    method: 'passkey' as const,
    subject: passkey.id,
    verifiedAt: now(),
    amr: counts ? amr : withoutMfa(amr),
    identityVerifiedAt: isFresh ? proofTime : undefined,
  };
}

/** Returns a ticket. @throws {PasskeyRefused} */
async function issueTicket(
  passkeys: Passkeys,
  signInService: SignInService,
  request: FastifyRequest,
  credential: PasskeyAssertion,
): Promise<string> {
  const clientData = parseClientData(credential.response.clientDataJSON);
  const challenge = checkChallenge(passkeys, request, clientData.challenge);
  const passkey = (await passkeys.store.findByCredential(credential.id)) ?? refuse('unknown');
  const { verifyAssertion } = await passkeys.verify();
  const ceremony = {
    clientData,
    challenge: challenge.challenge,
    origin: passkeys.origin,
    rpId: passkeys.settings.rpId,
    owner: { user: passkey.userId, passkey: passkey.id },
  };
  const assertion = await verifyAssertion(ceremony, credential, passkey.publicKey);
  // the page has not asked for a user, so the passkey must name its own (WebAuthn Level 3 §7.2, step 6)
  if (credential.response.userHandle !== userHandleOf(passkey.userId))
    refuse('other-user', ceremony.owner);
  checkUse(passkey, assertion);
  const user = { id: passkey.userId, disabled: passkey.isDisabled };
  const result = await signInService.issueTicket(identityOf(passkeys, passkey), user, {
    writes: [passkeys.used.using(challenge), passkeys.store.using(passkey, assertion)],
  });
  if ('ticket' in result) return result.ticket;
  const reason = result.refused === 'used' ? 'challenge-used' : result.refused;
  return refuse(reason, { user: passkey.userId, passkey: passkey.id });
}

function logRefusal(
  { events }: Pick<Passkeys, 'events'>,
  request: FastifyRequest,
  { reason, details }: PasskeyRefused,
) {
  const network = networkOf(request.ip);
  const { user, passkey } = details;
  const facts = { method: 'passkey', reason, user, network } as const;
  events.counter.refuse(request, 'sign-in.refused', facts, refusals[reason].level);
  if (reason === 'counter' && user !== undefined && passkey !== undefined)
    logSecurityEvent(request.log, 'passkey.counter-fell', { user, passkey, network });
}

export function registerSignInRoutes(
  server: FastifyInstance,
  passkeys: Passkeys,
  signInService: SignInService,
) {
  typed(server).post(
    paths.passkeyOptions,
    returns(passkeyOptionsResponse),
    async (request, reply) => {
      // loaded while the user looks for the passkey; a failure is reported by the sign-in
      passkeys.verify().catch(() => undefined);
      return { options: optionsFor(passkeys, request, reply) };
    },
  );

  typed(server).post(
    paths.passkeySignIn,
    { schema: { body: passkeySignInRequest, response: { 200: signInResponse } } },
    async (request) => {
      await passkeys.requestLimits.countStart(request, passkeyStarts);
      const { credential } = request.body;
      try {
        return { sessionId: await issueTicket(passkeys, signInService, request, credential) };
      } catch (error) {
        if (!(error instanceof PasskeyRefused)) throw error;
        logRefusal(passkeys, request, error);
        return fail(refusals[error.reason].code, { alreadyLogged: true });
      }
    },
  );
}

/** Registers the list of origins that may use our passkeys. The same for everyone. */
export function registerRelatedOrigins(server: FastifyInstance, { origin, settings }: Passkeys) {
  const origins = [...new Set([origin, ...settings.relatedOrigins])];
  typed(server).get(
    paths.relatedOrigins,
    returns(relatedOriginsResponse),
    async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=3600');
      return { origins };
    },
  );
}
