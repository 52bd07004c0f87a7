// Addresses, error codes and assurance of the sign-in method "passkey" (WebAuthn). Contains no schemas.

export const passkeyPaths = {
  passkeyOptions: '/api/passkey/options',
  passkeySignIn: '/api/passkey/sign-in',
  passkeys: '/api/passkeys',
  newPasskeyOptions: '/api/passkeys/options',
  addPasskey: '/api/passkeys/add',
  renamePasskey: '/api/passkeys/rename',
  removePasskey: '/api/passkeys/remove',
  passkeyOffer: '/api/passkeys/offer',
  /** Origins that may use our passkeys (WebAuthn Level 3 §5.11). Browsers read it at the RP id. */
  relatedOrigins: '/.well-known/webauthn',
} as const;

export const passkeyErrors = {
  // the browser may tell the authenticator to forget the passkey
  'passkey.unknown': { status: 401, level: 'info' },
  'passkey.refused': { status: 401, level: 'info' },
  // the options have expired or were used, or belong to another browser: the page asks for new ones
  'passkey.options-over': { status: 401, level: 'info' },
  'passkey.not-added': { status: 422, level: 'info' },
  'passkey.already-added': { status: 409, level: 'info' },
  'passkey.too-many': { status: 409, level: 'info' },
  'passkey.last-way-in': { status: 409, level: 'info' },
} as const;

/**
 * `amr` of a sign-in depends on the passkey: `hwk` on one device, `swk` in several (RFC 8176 §2). The user is verified, so
 * there are two factors: `user`, `mfa`. A passkey added after a sign-in with Diia reaches the level of Diia too.
 */
export const passkeyAssurance = {
  amr: ['swk', 'user', 'mfa'],
  levels: ['urn:brama:acr:1', 'urn:brama:acr:2', 'urn:brama:acr:mfa'],
} as const;

/** Returns the `amr` of a sign-in with this passkey. */
export function passkeyAmr(isBackupEligible: boolean): readonly string[] {
  return [isBackupEligible ? 'swk' : 'hwk', 'user', 'mfa'];
}

/** Of one user. */
export const maxPasskeys = 20;
/** In characters. */
export const maxPasskeyNameLength = 60;
