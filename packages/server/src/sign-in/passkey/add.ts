// Adds a passkey of the signed-in user: the options for the browser, then the response of the authenticator. One that is added
// right after a sign-in with Diia is bound to that proof of identity.

import { randomUUID } from 'node:crypto';
import type { Language } from '@brama/contract/paths';
import type {
  AddPasskeyRequest,
  NewPasskeyOptionsResponse,
  Passkey,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { EventOrigin } from '../../http/limits/event-origin.ts';
import type { Session } from '../../sessions/session.ts';
import type { User } from '../../users/user.ts';
import { lockUser } from '../../users/ways-in.ts';
import { authenticatorName } from './authenticators.ts';
import { type ChallengeOwner, type CheckedChallenge, challengeMs } from './challenges.ts';
import { parseClientData } from './client-data.ts';
import type { Passkeys } from './context.ts';
import { passkeyAnswer, userHandleOf } from './list.ts';
import type { NewPasskey } from './passkey-store.ts';
import { refuse } from './refusal.ts';

type Adding = Pick<
  Passkeys,
  'settings' | 'origin' | 'db' | 'events' | 'store' | 'used' | 'challenges' | 'verify' | 'now'
>;

/** Only this session of this user may add the passkey. */
const ownerOf = ({ uid, userId }: Session): ChallengeOwner => ({
  purpose: 'add',
  boundTo: `${uid} ${userId}`,
});

/** Returns the options for `navigator.credentials.create`. */
export async function newPasskeyOptions(
  passkeys: Passkeys,
  session: Session,
  user: User,
  language: Language,
): Promise<NewPasskeyOptionsResponse['options']> {
  const { settings, challenges, store } = passkeys;
  const { algorithms } = await passkeys.verify();
  const own = await store.listOfUser(user.id);
  const type = 'public-key' as const;
  return {
    rp: { id: settings.rpId, name: passkeys.organisationOf(language) },
    user: { id: userHandleOf(user.id), name: user.username, displayName: user.fullName },
    challenge: challenges.issue(ownerOf(session)),
    pubKeyCredParams: algorithms.map((alg) => ({ type, alg })),
    timeout: challengeMs,
    attestation: 'none',
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    excludeCredentials: own.map(({ credential_id: id, transports }) => ({
      type,
      id,
      transports: transports.split(' ').filter(Boolean),
    })),
  };
}

/** Returns the proof of identity of this session: only a sign-in with Diia itself, never another bound passkey. */
async function proofOf(
  queries: Queries,
  { settings }: Pick<Passkeys, 'settings'>,
  { method, verifiedAt, userId }: Session,
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

/** Locks the user, and checks that the session is still there: it may have been ended for good reason. */
async function lockSession(queries: Queries, { uid, userId }: Session): Promise<void> {
  const isUser = await lockUser(queries, userId);
  const session = await queries
    .selectFrom('sessions')
    .select('uid')
    .where('uid', '=', uid)
    .executeTakeFirst();
  if (!isUser || !session) fail('session.required');
}

function checkChallenge(
  { challenges }: Pick<Passkeys, 'challenges'>,
  session: Session,
  challenge: string,
) {
  const checked = challenges.check(challenge, ownerOf(session));
  return 'refused' in checked ? refuse(`challenge-${checked.refused}`) : checked;
}

/** @throws {PasskeyRefused} */
async function verify(
  passkeys: Adding,
  session: Session,
  credential: PasskeyRegistration,
): Promise<{ challenge: CheckedChallenge; passkey: Omit<NewPasskey, 'name'> }> {
  const clientData = parseClientData(credential.response.clientDataJSON);
  const challenge = checkChallenge(passkeys, session, clientData.challenge);
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
    user_id: session.userId,
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
  { session, from }: { session: Session; from: EventOrigin },
  { credential, name }: { credential: PasskeyRegistration } & Pick<AddPasskeyRequest, 'name'>,
): Promise<Passkey> {
  const { challenge, passkey } = await verify(passkeys, session, credential);
  const row = { ...passkey, name: name ?? authenticatorName(passkey.aaguid) ?? '' };
  const proof = await passkeys.db.transaction().execute(async (transaction) => {
    await lockSession(transaction, session);
    if (!(await passkeys.used.use(transaction, challenge))) refuse('challenge-used');
    const proof = await proofOf(transaction, passkeys, session);
    const result = await passkeys.store.add(transaction, row, proof);
    if (result === 'known') refuse('already-added');
    if (result === 'too-many') refuse('too-many');
    const about = { userId: session.userId, sessionUid: session.uid, method: 'passkey' } as const;
    await passkeys.events.store.record(transaction, { type: 'passkey.added', ...about, ...from });
    return proof;
  });
  const identityVerifiedAt = proof.identity_verified_at ?? undefined;
  return passkeyAnswer(passkeys, { ...row, last_used_at: null, identityVerifiedAt });
}
