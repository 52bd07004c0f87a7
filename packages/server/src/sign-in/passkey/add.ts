// Adds a passkey of a user: the options for the browser, then the response of the authenticator. One that is added right after a
// sign-in with Diia is bound to that proof of identity.

import { randomUUID } from 'node:crypto';
import type { Language } from '@brama/contract/paths';
import { passkeyAmr } from '@brama/contract/sign-in/passkey/method';
import type {
  AddPasskeyRequest,
  NewPasskeyOptionsResponse,
  Passkey,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { PasskeyOwner, StorePasskey } from '../../factors/new-factors.ts';
import type { NewPasskey } from '../../factors/passkey-store.ts';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';
import { lockUser } from '../../users/ways-in.ts';
import { type ChallengeOwner, type CheckedChallenge, challengeMs } from './challenges.ts';
import { parseClientData } from './client-data.ts';
import type { Passkeys } from './context.ts';
import { authenticatorName, credentialDescriptors, passkeyAnswer, userHandleOf } from './list.ts';
import { refuse } from './refusal.ts';

type Adding = Pick<
  Passkeys,
  'settings' | 'origin' | 'store' | 'used' | 'challenges' | 'usableFactors' | 'verify' | 'now'
>;

/** Runs the transaction that stores the passkey. @throws an error if it has not stored it. */
export type InTransaction = (store: StorePasskey) => Promise<unknown>;

export function sessionOwner({ uid, userId, method, verifiedAt }: Session): PasskeyOwner {
  return { id: uid, userId, method, verifiedAt, sessionUid: uid };
}

/** Only this session of this user, or this sign-in that is not complete, may add the passkey. */
const challengeOwner = ({ id, userId }: PasskeyOwner): ChallengeOwner => ({
  purpose: 'add',
  boundTo: `${id} ${userId}`,
});

/** Returns the options for `navigator.credentials.create`. */
export async function newPasskeyOptions(
  passkeys: Passkeys,
  owner: PasskeyOwner,
  user: Pick<User, 'id' | 'username' | 'fullName'>,
  language: Language,
): Promise<NewPasskeyOptionsResponse['options']> {
  const { settings, challenges, store } = passkeys;
  const { algorithms } = await passkeys.verify();
  const own = await store.listOfUser(user.id);
  const type = 'public-key' as const;
  return {
    rp: { id: settings.rpId, name: passkeys.organisationOf(language) },
    user: { id: userHandleOf(user.id), name: user.username, displayName: user.fullName },
    challenge: challenges.issue(challengeOwner(owner)),
    pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
    timeout: challengeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: credentialDescriptors(own),
  };
}

/** Returns the proof of identity of this sign-in: only one with Diia itself, never another bound passkey. */
async function proofOf(
  queries: Queries,
  { settings }: Pick<Passkeys, 'settings'>,
  { method, verifiedAt, userId }: PasskeyOwner,
) {
  const none = { identity_verified_at: null, identity_subject: null };
  if (method !== 'diia' || settings.identityMs === 0) return none;
  const user = await queries
    .selectFrom('users')
    .select('tax_id_hash')
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user?.tax_id_hash) return none;
  return { identity_verified_at: verifiedAt, identity_subject: user.tax_id_hash };
}

/** Locks the user, and checks that the owner is still there: it may have been ended for good reason. */
async function lockOwner(queries: Queries, { userId, isThere }: PasskeyOwner): Promise<void> {
  const isUser = await lockUser(queries, userId);
  if (!isUser || (isThere && !(await isThere(queries)))) fail('session.required');
}

function checkChallenge(
  { challenges }: Pick<Passkeys, 'challenges'>,
  owner: PasskeyOwner,
  challenge: string,
) {
  const checked = challenges.check(challenge, challengeOwner(owner));
  return 'refused' in checked ? refuse(`challenge-${checked.refused}`) : checked;
}

/** @throws {PasskeyRefused} */
async function verify(
  passkeys: Adding,
  owner: PasskeyOwner,
  credential: PasskeyRegistration,
): Promise<{ challenge: CheckedChallenge; passkey: Omit<NewPasskey, 'name'> }> {
  const clientData = parseClientData(credential.response.clientDataJSON);
  const challenge = checkChallenge(passkeys, owner, clientData.challenge);
  const { verifyRegistration } = await passkeys.verify();
  const ceremony = {
    clientData,
    challenge: challenge.challenge,
    origin: passkeys.origin,
    rpId: passkeys.settings.rpId,
  };
  const verified = await verifyRegistration(ceremony, credential);
  const passkey = {
    id: randomUUID(),
    user_id: owner.userId,
    credential_id: verified.credentialId,
    public_key: verified.publicKey,
    counter: verified.counter,
    aaguid: verified.aaguid,
    transports: credential.response.transports.join(' '),
    backup_eligible: Number(verified.isBackupEligible),
    backed_up: Number(verified.isBackedUp),
    created_at: passkeys.now(),
  };
  return { challenge, passkey };
}

/** Adds the passkey. @throws {PasskeyRefused} */
export async function addPasskey(
  passkeys: Adding,
  { owner, inTransaction }: { owner: PasskeyOwner; inTransaction: InTransaction },
  { credential, name }: { credential: PasskeyRegistration } & Pick<AddPasskeyRequest, 'name'>,
): Promise<Passkey> {
  const { challenge, passkey } = await verify(passkeys, owner, credential);
  const row = { ...passkey, name: name ?? authenticatorName(passkey.aaguid) ?? '' };
  let identityVerifiedAt: number | undefined;
  await inTransaction(async ({ queries: transaction, record }) => {
    await lockOwner(transaction, owner);
    if (!(await passkeys.used.use(transaction, challenge))) refuse('challenge-used');
    await passkeys.usableFactors.removeCodesWithoutFactor(transaction, owner.userId);
    const proof = await proofOf(transaction, passkeys, owner);
    const result = await passkeys.store.add(transaction, row, proof);
    if (result === 'known') refuse('already-added');
    if (result === 'too-many') refuse('too-many');
    await record({
      type: 'passkey.added',
      method: 'passkey',
      passkey: row.id,
      notice: { name: 'passkey-added' },
    });
    identityVerifiedAt = proof.identity_verified_at ?? undefined;
    return passkeyAmr(row.backup_eligible === 1);
  });
  return passkeyAnswer(passkeys, { ...row, last_used_at: null, identityVerifiedAt });
}
