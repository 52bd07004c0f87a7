// Why a response of Google is refused: a closed list, for the log only. The user sees only that the sign-in failed.

import type { FastifyRequest } from 'fastify';

export const refusalLevels = {
  'state-missing': 'info',
  'state-altered': 'warn',
  'attempt-unknown': 'info',
  'attempt-expired': 'info',
  'attempt-used': 'warn',
  'other-browser': 'warn',
  'other-session': 'warn',
  'exchange-failed': 'warn',
  'token-refused': 'warn',
  'domain-foreign': 'info',
  'email-unverified': 'info',
  unknown: 'info',
  disabled: 'info',
  ambiguous: 'warn',
  'other-identity': 'warn',
  'ticket-refused': 'info',
} as const satisfies Record<string, 'info' | 'warn'>;

export type GoogleRefusal = keyof typeof refusalLevels;

type Details = {
  /** A code of the protocol or the library, never one of their values. */
  fault?: string;
  /** Keyed hash of the account. */
  account?: string;
  /** The user to whom the account is linked. */
  user?: string | undefined;
};

export class GoogleRefused extends Error {
  override name = 'GoogleRefused';
  readonly reason: GoogleRefusal;
  readonly details: Details;
  constructor(reason: GoogleRefusal, details: Details) {
    super(reason);
    this.reason = reason;
    this.details = details;
  }
}

export function refuse(reason: GoogleRefusal, details: Details = {}): never {
  throw new GoogleRefused(reason, details);
}

/** Google does not respond, or its metadata is invalid. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable';
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(`Google unavailable: ${reason}`, options);
    this.reason = reason;
  }
}

export function logUnavailable(request: FastifyRequest, { reason }: IssuerUnavailable) {
  request.log.warn({ fault: reason }, 'Google unavailable');
}
