// Requests and responses of sign-in with a passkey, and of the passkeys of the signed-in user. Options and credentials have
// the JSON forms of WebAuthn Level 3 (§5.1.8, §5.1.9, §5.4, §5.5).

import { z } from 'zod';
import { missingConfirmation } from '../confirmation.ts';
import { maxPasskeyNameLength } from './method.ts';

const base64url = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^[\w-]+$/);

/** At most 1023 bytes (WebAuthn Level 3 §5.1.3). */
const credentialId = base64url(1364);
const clientData = base64url(4096);

/** Fields that the server ignores are dropped: results of extensions, and values that `attestationObject` repeats. */
const credential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
});

const assertion = credential.extend({
  response: z.object({
    clientDataJSON: clientData,
    authenticatorData: base64url(2048),
    signature: base64url(2048),
    userHandle: base64url(128).nullish(),
  }),
});

const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

const registration = credential.extend({
  response: z.object({
    clientDataJSON: clientData,
    attestationObject: base64url(6144),
    /** Unknown transports of newer browsers are dropped. */
    transports: z
      .array(z.string().max(32))
      .max(16)
      .default([])
      .transform((given) => transports.filter((one) => given.includes(one))),
  }),
});

export const credentialDescriptor = z.object({
  type: z.literal('public-key'),
  id: z.string(),
  transports: z.array(z.string()),
});

/** For `navigator.credentials.get`. */
export const passkeyOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Milliseconds. */
  timeout: z.number(),
  userVerification: z.literal('required'),
});

/** POST `passkeyOptions`. They work once, in this browser, for ten minutes. */
export const passkeyOptionsResponse = z.object({ options: passkeyOptions });
export type PasskeyOptionsResponse = z.infer<typeof passkeyOptionsResponse>;

/** POST `passkeySignIn`. The response contains a sign-in ticket, like that of a password. */
export const passkeySignInRequest = z.object({ credential: assertion });
export type PasskeyAssertion = z.output<typeof assertion>;

/** POST `newPasskeyOptions`: for `navigator.credentials.create`. They work once, in this session, for ten minutes. */
export const newPasskeyOptionsResponse = z.object({
  options: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
    /** Milliseconds. */
    timeout: z.number(),
    attestation: z.literal('none'),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    excludeCredentials: z.array(credentialDescriptor),
  }),
});
export type NewPasskeyOptionsResponse = z.infer<typeof newPasskeyOptionsResponse>;

const passkeyName = z
  .string()
  .trim()
  .min(1)
  .max(maxPasskeyNameLength)
  .regex(/^\P{Cc}*$/u);

const passkey = z.object({
  id: z.uuid(),
  /** The id that authenticators know, for `PublicKeyCredential.signalAllAcceptedCredentials`. */
  credentialId: z.string(),
  /** Chosen by the user, or the name of the authenticator; empty if both are missing. */
  name: z.string(),
  /** The name of the authenticator, such as “iCloud Keychain”; null if it is not in our list. */
  authenticator: z.string().nullable(),
  /** Whether the passkey is synchronised or backed up, so that it survives the loss of the device. */
  isBackedUp: z.boolean(),
  /** ISO 8601 in UTC, like all times here. */
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  /** Until then the passkey also counts as a proof of identity, like Diia; null without a valid proof. */
  identityUntil: z.string().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** GET `passkeys`: the passkeys of the signed-in user, the oldest first. */
export const passkeysResponse = z.object({
  passkeys: z.array(passkey),
  /** The user has no other sign-in method than one passkey. The server refuses to remove it. */
  lastWayIn: z.boolean(),
  /** The policy requires a second factor, and the user has no other than one passkey. The server refuses to remove it. */
  lastFactor: z.boolean(),
  /** The session may add and remove passkeys. */
  fresh: z.boolean(),
  /** What it lacks otherwise. */
  missing: missingConfirmation,
  /** How many the user may have. */
  max: z.number(),
  rpId: z.string(),
  /** `user.id` of the creation options, for the Signal API. */
  userHandle: z.string(),
});
export type PasskeysResponse = z.infer<typeof passkeysResponse>;

/** POST `addPasskey`. Without a name, the passkey gets that of its authenticator. */
export const addPasskeyRequest = z.object({
  credential: registration,
  name: passkeyName.optional(),
});
export type AddPasskeyRequest = z.input<typeof addPasskeyRequest>;
export type PasskeyRegistration = z.output<typeof registration>;

export const addPasskeyResponse = z.object({ passkey });

/** POST `renamePasskey`. If the user has no such passkey, the request succeeds too, as with `removePasskey`. */
export const renamePasskeyRequest = z.object({ passkey: z.uuid(), name: passkeyName });

/** POST `removePasskey`. */
export const removePasskeyRequest = z.object({ passkey: z.uuid() });

/**
 * GET `passkeyOffer`: whether to offer a passkey now, right after a sign-in with Diia. POST `passkeyOffer` when the offer is
 * shown: it then is not made again for 30 days.
 */
export const passkeyOfferResponse = z.object({ isOffered: z.boolean() });

/** GET `relatedOrigins`. */
export const relatedOriginsResponse = z.object({ origins: z.array(z.string()) });
