// A passkey as a second factor, after a password or Google. The composition root passes these functions to the area of second
// factors. The challenge names the user and the sign-in or session, and only passkeys of this user are accepted.

import { passkeyAmr } from '@brama/contract/sign-in/passkey/method';
import type { PasskeyAssertion } from '@brama/contract/sign-in/passkey/schemas';
import type { Config } from '../../../config/config.ts';
import type { Keys } from '../../../crypto/keys.ts';
import { deriveKey } from '../../../crypto/keys.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { changedBy } from '../../../database/direct.ts';
import type { PasskeyStore } from '../../../factors/passkey-store.ts';
import { type CheckedChallenge, challengeMs, createChallenges } from '../challenges.ts';
import { parseClientData } from '../client-data.ts';
import type { Passkeys } from '../context.ts';
import { credentialDescriptors, userHandleOf } from '../list.ts';
import { PasskeyRefused, refusals, refuse } from '../refusal.ts';
import type { PasskeySettings } from '../settings.ts';
import { checkUse } from '../sign-in-routes.ts';
import { UsedChallenges } from '../used-challenges.ts';

type Deps = Pick<Passkeys, 'settings' | 'origin' | 'challenges' | 'used' | 'store' | 'verify'>;

/** Whom a challenge is for: this user, in this pending sign-in or session. */
type Owner = { userId: string; boundTo: string };

const purpose = 'second-factor';

function checkChallenge(
  { challenges }: Deps,
  { boundTo }: Owner,
  challenge: string,
): CheckedChallenge {
  const checked = challenges.check(challenge, { purpose, boundTo });
  return 'refused' in checked ? refuse(`challenge-${checked.refused}`) : checked;
}

/** @throws {PasskeyRefused} */
async function verifyUse(deps: Deps, owner: Owner, credential: PasskeyAssertion) {
  const { store, used, settings, origin } = deps;
  const clientData = parseClientData(credential.response.clientDataJSON);
  const challenge = checkChallenge(deps, owner, clientData.challenge);
  const passkey = (await store.findByCredential(credential.id)) ?? refuse('unknown');
  const details = { user: passkey.userId, passkey: passkey.id };
  if (passkey.userId !== owner.userId) refuse('other-user', details);
  // the options have named the passkeys, so the authenticator need not name the user
  const { userHandle } = credential.response;
  if (userHandle && userHandle !== userHandleOf(owner.userId)) refuse('other-user', details);
  const { verifyAssertion } = await deps.verify();
  const ceremony = {
    clientData,
    challenge: challenge.challenge,
    owner: details,
    origin,
    rpId: settings.rpId,
  };
  const assertion = await verifyAssertion(ceremony, credential, passkey.publicKey);
  checkUse(passkey, assertion);
  return {
    amr: passkeyAmr(passkey.isBackupEligible),
    /** Returns when the passkey was added; undefined if another request was faster. */
    async use(queries: Queries): Promise<number | undefined> {
      if (!(await used.use(queries, challenge))) return undefined;
      const changed = changedBy(await queries.executeQuery(store.using(passkey, assertion)));
      return changed > 0 ? passkey.createdAt : undefined;
    },
  };
}

export function createSecondFactorPasskeys(
  { config, db, keys, now }: { config: Config; db: Database; keys: Keys; now: () => number },
  store: PasskeyStore,
  settings: PasskeySettings,
) {
  const deps: Deps = {
    settings,
    origin: config.baseUrl,
    challenges: createChallenges(deriveKey(keys.data, 'passkey challenges'), now),
    used: new UsedChallenges(db),
    store,
    verify: () => import('../verify.ts'),
  };

  return {
    hasPasskey: async (userId: string) => (await store.listOfUser(userId)).length > 0,

    /** Returns options for `navigator.credentials.get`, with the passkeys of the user alone. Writes nothing. */
    async optionsFor({ userId, boundTo }: Owner) {
      return {
        challenge: deps.challenges.issue({ purpose, boundTo }),
        rpId: settings.rpId,
        timeout: challengeMs,
        userVerification: 'required' as const,
        allowCredentials: credentialDescriptors(await store.listOfUser(userId)),
      };
    },

    /** Verifies the response of an authenticator. `use` must run in the transaction of what the user confirms. */
    async verify(owner: Owner, credential: PasskeyAssertion) {
      try {
        return await verifyUse(deps, owner, credential);
      } catch (error) {
        if (!(error instanceof PasskeyRefused)) throw error;
        const { reason, details } = error;
        const copied = reason === 'counter' ? details.passkey : undefined;
        return { refused: { reason, ...refusals[reason], copied } };
      }
    },
  };
}
