// Why a passkey is refused: a closed list, for the log. Clients receive one of a few error codes.

import type { ErrorCode } from '@brama/contract/errors';

type Row = { code: ErrorCode; level: 'info' | 'warn' };

export const refusals = {
  /** The response is not in the form of WebAuthn. */
  malformed: { code: 'passkey.refused', level: 'warn' },
  'browser-unknown': { code: 'passkey.options-over', level: 'info' },
  'challenge-foreign': { code: 'passkey.options-over', level: 'warn' },
  'challenge-expired': { code: 'passkey.options-over', level: 'info' },
  'challenge-used': { code: 'passkey.options-over', level: 'warn' },
  'origin-foreign': { code: 'passkey.refused', level: 'warn' },
  'domain-foreign': { code: 'passkey.refused', level: 'warn' },
  'user-not-verified': { code: 'passkey.refused', level: 'warn' },
  /** The signature, the key or the algorithm. */
  'not-verified': { code: 'passkey.refused', level: 'warn' },
  'other-user': { code: 'passkey.refused', level: 'warn' },
  /** The signature counter has fallen: two authenticators may have the same key. */
  counter: { code: 'passkey.refused', level: 'warn' },
  unknown: { code: 'passkey.unknown', level: 'info' },
  disabled: { code: 'passkey.refused', level: 'info' },
  'already-added': { code: 'passkey.already-added', level: 'info' },
  'too-many': { code: 'passkey.too-many', level: 'info' },
} as const satisfies Record<string, Row>;

export type PasskeyRefusal = keyof typeof refusals;

type Details = {
  /** Id of the user whose passkey it is. */
  user?: string | undefined;
  /** Id of the record. */
  passkey?: string | undefined;
  cause?: unknown;
};

export class PasskeyRefused extends Error {
  override name = 'PasskeyRefused';
  readonly reason: PasskeyRefusal;
  readonly details: Omit<Details, 'cause'>;
  constructor(reason: PasskeyRefusal, { cause, ...details }: Details = {}) {
    super(reason, { cause });
    this.reason = reason;
    this.details = details;
  }
}

export function refuse(reason: PasskeyRefusal, details?: Details): never {
  throw new PasskeyRefused(reason, details);
}

type Expected = { origin: string; rpIdHash: Buffer };

const userVerifiedFlag = 0x04;

/**
 * Returns why the library has refused a response. The library decides; this only names the reason for the log.
 * `authenticatorData` begins with the hash of the RP id, then the flags (WebAuthn Level 3 §6.1).
 */
export function reasonOf(
  { origin }: { origin: string },
  authenticatorData: Buffer | undefined,
  expected: Expected,
): PasskeyRefusal {
  if (origin !== expected.origin) return 'origin-foreign';
  if (!authenticatorData) return 'not-verified';
  if (!authenticatorData.subarray(0, 32).equals(expected.rpIdHash)) return 'domain-foreign';
  const flags = authenticatorData[32] ?? 0;
  return (flags & userVerifiedFlag) === 0 ? 'user-not-verified' : 'not-verified';
}
