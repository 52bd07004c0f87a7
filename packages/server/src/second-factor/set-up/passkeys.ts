// Adds a passkey as the second factor of a sign-in that waits for one. Needs JavaScript: a call provides the options, and the form
// of the page sends the response of the authenticator.

import { addPasskeyRequest } from '@brama/contract/sign-in/passkey/schemas';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../errors.ts';
import type { Exchange } from '../../http/exchange.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import type { SecondFactorContext } from './context.ts';
import { findOwner, type Owner } from './owner.ts';
import { turnOnPasskey } from './turn-on.ts';

/** Only a sign-in that is not complete: signed-in users add passkeys on the account page. */
function passkeyOwner({ factors }: SecondFactorContext, { id, userId, pending }: Owner) {
  if (!pending) return fail('session.required');
  const { method, verifiedAt } = pending.signIn;
  return {
    id: `sign-in ${id}`,
    userId,
    method,
    verifiedAt,
    /** Ends the sign-in in the transaction of its session. */
    isThere: (queries: Parameters<typeof factors.pendingSignIns.take>[0]) =>
      factors.pendingSignIns.take(queries, pending),
  };
}

/** Returns the options for the browser. @throws `session.required` */
export async function passkeyOptions(context: SecondFactorContext, request: FastifyRequest) {
  const owner = await findOwner(context, request);
  const { passkeyAdding } = context;
  if ('none' in owner || !passkeyAdding) return fail('session.required');
  const { user } = owner;
  return passkeyAdding.options(passkeyOwner(context, owner), user, acceptedLanguage(request));
}

function parsed(text: string) {
  try {
    return addPasskeyRequest.pick({ credential: true }).parse({ credential: JSON.parse(text) });
  } catch {
    return fail('request.invalid');
  }
}

/** Adds the passkey of the form. Returns new recovery codes, if the user had none. @throws the error for the page. */
export async function takePasskey(
  context: SecondFactorContext,
  exchange: Exchange,
  owner: Owner,
  credential: string,
): Promise<string[] | undefined> {
  const { passkeyAdding } = context;
  if (!passkeyAdding) return fail('request.invalid');
  const { pending } = owner;
  // signed-in users add passkeys on the account page
  if (!pending) return fail('session.required');
  const given = parsed(credential);
  let codes: string[] | undefined;
  await passkeyAdding.add(exchange.request, passkeyOwner(context, owner), given, async (store) => {
    codes = await turnOnPasskey(context, exchange, pending, store);
  });
  return codes;
}
