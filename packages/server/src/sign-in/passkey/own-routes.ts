// Routes for the passkeys of the signed-in user: list, add, rename, remove, and whether to offer one. Browsers without
// JavaScript can rename and remove by forms.

import { accountSectionPath } from '@brama/contract/pages/account/sections';
import { paths } from '@brama/contract/paths';
import {
  addPasskeyRequest,
  addPasskeyResponse,
  newPasskeyOptionsResponse,
  type Passkey,
  passkeyOfferResponse,
  passkeysResponse,
  removePasskeyRequest,
  renamePasskeyRequest,
} from '@brama/contract/sign-in/passkey/schemas';
import { emptyResponse } from '@brama/contract/sign-in/schemas';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { fail } from '../../errors.ts';
import type { PasskeyOwner } from '../../factors/new-factors.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { returns, typed } from '../../http/server.ts';
import { formOrCall, registerActs } from '../../pages/form-or-call.ts';
import { acceptedLanguage } from '../../pages/language/language.ts';
import type { Session } from '../../sessions/session.ts';
import { addPasskey, type InTransaction, newPasskeyOptions, sessionOwner } from './add.ts';
import type { Passkeys } from './context.ts';
import { listPasskeys } from './list.ts';
import { PasskeyRefused, refusals } from './refusal.ts';
import { passkeyStarts } from './sign-in-routes.ts';

function failRefused(request: FastifyRequest, user: string, { reason }: PasskeyRefused): never {
  const { code, level } = refusals[reason];
  const facts = { reason, user, network: networkOf(request.ip) };
  logSecurityEvent(request.log, 'passkey.add-refused', facts, level);
  return fail(code === 'passkey.refused' ? 'passkey.not-added' : code, { alreadyLogged: true });
}

/** @throws `session.required`, `session.not-recent` */
async function requireConfirmed(
  { sessionCookie, changes }: Pick<Passkeys, 'sessionCookie' | 'changes'>,
  request: FastifyRequest,
): Promise<Session> {
  const session = await sessionCookie.require(request);
  await changes.check(session);
  return session;
}

/** Adds the passkey that a page has sent, and reports it. @throws the error for the client. */
export async function takeNewPasskey(
  passkeys: Passkeys,
  request: FastifyRequest,
  owner: PasskeyOwner,
  given: z.output<typeof addPasskeyRequest>,
  inTransaction: InTransaction,
): Promise<Passkey> {
  await passkeys.requestLimits.countStart(request, passkeyStarts);
  try {
    return await addPasskey(passkeys, { owner, inTransaction }, given);
  } catch (error) {
    if (!(error instanceof PasskeyRefused)) throw error;
    return failRefused(request, owner.userId, error);
  }
}

function registerAdding(server: FastifyInstance, passkeys: Passkeys) {
  const { sessionCookie, ownChanges } = passkeys;
  typed(server).post(
    paths.newPasskeyOptions,
    returns(newPasskeyOptionsResponse),
    async (request) => {
      const session = await requireConfirmed(passkeys, request);
      const { user } = (await sessionCookie.signedIn(request)) ?? fail('session.required');
      const language = acceptedLanguage(request);
      return { options: await newPasskeyOptions(passkeys, sessionOwner(session), user, language) };
    },
  );
  typed(server).post(
    paths.addPasskey,
    { schema: { body: addPasskeyRequest, response: { 200: addPasskeyResponse } } },
    async (request) => {
      const session = await requireConfirmed(passkeys, request);
      const owner = sessionOwner(session);
      const inTransaction: InTransaction = (store) =>
        ownChanges.run(request, session, 'recent-sign-in', ({ change }) => store(change));
      return {
        passkey: await takeNewPasskey(passkeys, request, owner, request.body, inTransaction),
      };
    },
  );
}

/**
 * Removes a passkey. Does nothing if the user has no such passkey.
 * @throws `passkey.last-way-in` if the user could not sign in any more
 * @throws `second-factor.required` if the policy requires a second factor and none would be left
 */
async function remove(passkeys: Passkeys, request: FastifyRequest, id: string): Promise<void> {
  const { ownChanges, removals, store } = passkeys;
  const session = await passkeys.sessionCookie.require(request);
  const { userId } = session;
  await ownChanges.run(request, session, 'recent-sign-in', async ({ change, queries }) => {
    if (!(await store.remove(queries, userId, id))) return;
    const refusal = await removals.refusalOf(queries, userId, { passkey: id });
    if (refusal === 'last-way-in') fail('passkey.last-way-in');
    if (refusal === 'last-factor') fail('second-factor.required');
    await passkeys.usableFactors.removeCodesWithoutFactor(queries, userId);
    await change.record({
      type: 'passkey.removed',
      method: 'passkey',
      passkey: id,
      notice: { name: 'passkey-removed' },
    });
  });
}

/** Browsers without JavaScript continue to the section of the account page. */
const changesOf = (passkeys: Passkeys) => [
  formOrCall({
    path: paths.renamePasskey,
    body: renamePasskeyRequest,
    async act({ request }, { passkey, name }) {
      const session = await passkeys.sessionCookie.require(request);
      await passkeys.ownChanges.run(request, session, 'session', ({ queries }) =>
        passkeys.store.rename(queries, session.userId, passkey, name),
      );
    },
    next: accountSectionPath('sign-in-methods'),
  }),
  formOrCall({
    path: paths.removePasskey,
    body: removePasskeyRequest,
    act: ({ request }, { passkey }) => remove(passkeys, request, passkey),
    next: accountSectionPath('sign-in-methods'),
  }),
];

export async function registerOwnRoutes(server: FastifyInstance, passkeys: Passkeys) {
  const { sessionCookie, offers } = passkeys;
  typed(server).get(paths.passkeys, returns(passkeysResponse), async (request, reply) => {
    reply.header('vary', 'cookie');
    return listPasskeys(passkeys, await sessionCookie.require(request));
  });
  typed(server).get(paths.passkeyOffer, returns(passkeyOfferResponse), async (request, reply) => {
    reply.header('vary', 'cookie');
    return { isOffered: await offers.isDue(await sessionCookie.require(request)) };
  });
  typed(server).post(paths.passkeyOffer, returns(emptyResponse), async (request) => {
    const { userId } = await sessionCookie.require(request);
    await offers.recordShown(userId);
    return {};
  });
  registerAdding(server, passkeys);
  await registerActs(server, changesOf(passkeys));
}
