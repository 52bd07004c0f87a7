// Errors of the register. They contain no address, no secret and no value of a response: responses have personal data.

import type { SourceFailure } from '@brama/contract/admin/imports/codes';
import type { ProviderFault } from '@brama/contract/admin/system/status';
import { faultOfCode } from '../../../outbound/provider-outcomes.ts';

export type EdeboErrorCode =
  // the address is not one that EDEBO_URL may lead to
  | 'address-refused'
  | 'unreachable'
  | 'timeout'
  | 'redirect'
  | 'answer-too-large'
  // a page in HTML where data was requested, mostly of a maintenance
  | 'html-answer'
  | 'unexpected-answer'
  | 'unexpected-status'
  | 'unavailable'
  // another program has a session of the same user
  | 'token-conflict'
  // user, password or application key
  | 'credentials'
  // tokens are refused, also new ones
  | 'unauthorized'
  | 'access-denied'
  // the register rejects parameters of the request
  | 'validation'
  // a list returns the same page again, or never ends
  | 'endless-list'
  // one list lacks many people whom another one has
  | 'incomplete-list';

export class EdeboError extends Error {
  override name = 'EdeboError';
  readonly code: EdeboErrorCode;
  readonly detail: string | undefined;

  /** `detail` is a number, a code of Node, or names of fields. */
  constructor(code: EdeboErrorCode, detail?: string) {
    super(`EDEBO: ${code}${detail ? ` (${detail})` : ''}`);
    this.code = code;
    this.detail = detail;
  }
}

const faults: Record<EdeboErrorCode, ProviderFault> = {
  'address-refused': 'settings',
  unreachable: 'unreachable',
  timeout: 'timeout',
  redirect: 'settings',
  'answer-too-large': 'unexpected-answer',
  'html-answer': 'unavailable',
  'unexpected-answer': 'unexpected-answer',
  'unexpected-status': 'unexpected-answer',
  unavailable: 'unavailable',
  'token-conflict': 'unavailable',
  credentials: 'credentials',
  unauthorized: 'credentials',
  'access-denied': 'credentials',
  validation: 'settings',
  'endless-list': 'unexpected-answer',
  'incomplete-list': 'unexpected-answer',
};

/** Returns what went wrong, for administrators. */
export function faultOf({ code, detail = '' }: EdeboError): ProviderFault {
  return (code === 'unreachable' && faultOfCode(detail)) || faults[code];
}

/** Returns whether the same request may succeed some seconds later. */
export const isTransient = ({ code }: EdeboError): boolean =>
  ['unreachable', 'timeout', 'unavailable'].includes(code);

const failures: Partial<Record<ProviderFault, SourceFailure>> = {
  settings: 'register-settings',
  credentials: 'register-credentials',
  'unexpected-answer': 'register-answer',
};

/** Returns why an import has failed. */
export const failureOf = (error: EdeboError): SourceFailure =>
  failures[faultOf(error)] ?? 'register-unavailable';
