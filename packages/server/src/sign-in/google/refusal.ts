// Why an answer of Google is refused: a closed list, for the log alone. Whoever asks learns nothing of it.

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
  /** A code of the protocol or the library, never a value of theirs. */
  fault?: string;
  /** Which account, as the log names it. */
  account?: string;
  /** Whose it is. */
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

/** Nobody can be sent to Google now: it does not answer, or describes itself wrongly. */
export class IssuerUnavailable extends Error {
  override name = 'IssuerUnavailable';
  readonly fault: string;
  constructor(fault: string, options?: ErrorOptions) {
    super(`Google cannot be used now: ${fault}`, options);
    this.fault = fault;
  }
}

export function logUnavailable(request: FastifyRequest, { fault }: IssuerUnavailable) {
  request.log.warn({ fault }, 'Google cannot be used now');
}
