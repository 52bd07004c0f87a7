// Verifies responses of authenticators with the library. It takes 30 ms and 6 MiB to load, so this file is imported when a
// page first asks for a passkey.

import { hash } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyRegistration,
} from '@brama/contract/sign-in/passkey/schemas';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { cose, decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';
import type { ClientData } from './client-data.ts';
import { PasskeyRefused, reasonOf, refuse } from './refusal.ts';

/** ES256, EdDSA and RS256 (COSE, RFC 9053 and RFC 8812), the preferred one first. */
export const algorithms = [-7, -8, -257];

/** An RSA key of 4096 bits has 530. */
const maxKeyBytes = 1024;

export type Site = { origin: string; rpId: string };

type Ceremony = Site & {
  clientData: ClientData;
  /** Its challenge, which was checked. */
  challenge: string;
  /** The passkey and its user, for refusals. */
  owner?: { user: string; passkey: string };
};

/** Runs the library. @throws {PasskeyRefused} for every error, because the library reports invalid responses by errors. */
async function orRefuse<T>(
  { clientData, origin, rpId, owner }: Ceremony,
  authenticatorData: Buffer | undefined,
  run: () => Promise<T | undefined>,
): Promise<T> {
  const expected = { origin, rpIdHash: hash('sha256', rpId, 'buffer') };
  const reason = () => reasonOf(clientData, authenticatorData, expected);
  let result: T | undefined;
  try {
    result = await run();
  } catch (cause) {
    throw new PasskeyRefused(reason(), { ...owner, cause });
  }
  return result ?? refuse(reason(), owner);
}

/** The caller compares the counter with the stored one. */
export type VerifiedAssertion = { counter: number; isBackupEligible: boolean; isBackedUp: boolean };

/** `publicKey` is the stored key. @throws {PasskeyRefused} */
export async function verifyAssertion(
  ceremony: Ceremony,
  { id, rawId, type, response }: PasskeyAssertion,
  publicKey: string,
): Promise<VerifiedAssertion> {
  const { clientDataJSON, authenticatorData, signature } = response;
  const data = Buffer.from(authenticatorData, 'base64url');
  const { newCounter, credentialDeviceType, credentialBackedUp } = await orRefuse(
    ceremony,
    data,
    async () => {
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: {
          id,
          rawId,
          type,
          response: { clientDataJSON, authenticatorData, signature },
          clientExtensionResults: {},
        },
        expectedChallenge: ceremony.challenge,
        expectedOrigin: ceremony.origin,
        expectedRPID: ceremony.rpId,
        requireUserVerification: true,
        // the counter is ours to check: a fallen one has a reason of its own
        credential: {
          id,
          publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
          counter: 0,
        },
      });
      return verified ? authenticationInfo : undefined;
    },
  );
  return {
    counter: newCounter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}

export type VerifiedRegistration = VerifiedAssertion & {
  credentialId: string;
  /** COSE_Key in base64url. */
  publicKey: string;
  aaguid: string;
};

/** Returns whether a key of ES256 is on P-256. COSE leaves the curve open (RFC 9053 §2.1); WebAuthn does not (Level 3 §5.8.5). */
function hasOwnCurve(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey);
  if (key.get(cose.COSEKEYS.alg) !== cose.COSEALG.ES256) return true;
  return cose.isCOSEPublicKeyEC2(key) && key.get(cose.COSEKEYS.crv) === cose.COSECRV.P256;
}

/** Attestation is not asked for, so the type of the authenticator is not verified. @throws {PasskeyRefused} */
export async function verifyRegistration(
  ceremony: Ceremony,
  { id, rawId, type, response }: PasskeyRegistration,
): Promise<VerifiedRegistration> {
  const { clientDataJSON, attestationObject } = response;
  const registered = await orRefuse(ceremony, undefined, async () => {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: ceremony.challenge,
      expectedOrigin: ceremony.origin,
      expectedRPID: ceremony.rpId,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo;
  });
  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = registered;
  if (credential.id !== id || credential.publicKey.length > maxKeyBytes) refuse('not-verified');
  if (!hasOwnCurve(credential.publicKey)) refuse('not-verified');
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    aaguid,
    counter: credential.counter,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
  };
}
