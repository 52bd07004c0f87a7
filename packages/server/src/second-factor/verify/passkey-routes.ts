// A passkey as a second factor: the options for the browser, and the response of the authenticator.

import { secondFactorOptionsResponse } from '@brama/contract/second-factor/schemas';
import { verifyPaths } from '@brama/contract/second-factor/second-factor';
import { passkeySignInRequest } from '@brama/contract/sign-in/passkey/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import { returns, typed } from '../../http/server.ts';
import type { StartKind } from '../../rate-limits/network-limits.ts';
import { complete } from './complete.ts';
import { findSubject, isVerifiable, type Subject, type Verification } from './context.ts';
import type { PasskeyOwner, SecondFactorPasskeys } from './passkeys.ts';
import { recordPasskeyRefusal, recordRefusal } from './refusals.ts';

const passkeyStarts: StartKind = { name: 'second-factor-passkey' };

/** The challenge works for this sign-in or session of this user alone. */
function ownerOf({ user, pending, session }: Subject): PasskeyOwner {
  return { userId: user.id, boundTo: `${pending?.id ?? session?.uid} ${user.id}` };
}

/** @throws `second-factor.over` if nothing waits for a second factor. */
async function requireSubject(verification: Verification, request: FastifyRequest) {
  const subject = await findSubject(verification, request);
  return subject && isVerifiable(subject) ? subject : fail('second-factor.over');
}

export function registerPasskeyRoutes(
  server: FastifyInstance,
  verification: Verification,
  passkeys: SecondFactorPasskeys,
) {
  typed(server).post(
    verifyPaths.passkeyOptions,
    returns(secondFactorOptionsResponse),
    async (request) => {
      const subject = await requireSubject(verification, request);
      return { options: await passkeys.optionsFor(ownerOf(subject)) };
    },
  );

  typed(server).post(
    verifyPaths.passkey,
    { schema: { body: passkeySignInRequest, response: { 200: emptyResponse } } },
    async (request, reply) => {
      const subject = await requireSubject(verification, request);
      await verification.limits.requestLimits.countStart(request, passkeyStarts);
      const proof = await passkeys.verify(ownerOf(subject), request.body.credential);
      if ('refused' in proof) {
        recordPasskeyRefusal(verification, request, subject, proof.refused);
        return fail(proof.refused.code, { alreadyLogged: true });
      }
      const completion = await complete(verification, { request, reply }, subject, proof);
      if (completion === 'over') fail('second-factor.over');
      if (completion === 'refused') {
        recordRefusal(verification, request, subject, 'passkey-challenge-used', 'warn');
        return fail('passkey.options-over', { alreadyLogged: true });
      }
      return {};
    },
  );
}
