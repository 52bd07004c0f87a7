// Errors of Diia's partner API. They contain no URL and no token, because one of the URLs is secret.

import type { ProviderFault } from '@brama/contract/admin/system/status';
import { faultOfCode } from '../../../outbound/provider-outcomes.ts';

export type PartnerErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'answer-too-large'
  | 'unexpected-answer'
  | 'unexpected-status'
  // the gateway in front of Diia responds with status 200 and a code
  | 'gateway'
  | 'unauthorized'
  | 'access-denied'
  | 'not-found'
  | 'validation'
  | 'service-unavailable'
  | 'foreign-link';

export class PartnerError extends Error {
  override name = 'PartnerError';
  readonly code: PartnerErrorCode;
  readonly detail: string | undefined;

  /** `detail` is a number or names of fields, never a value of the response. */
  constructor(code: PartnerErrorCode, detail?: string) {
    super(`Diia: ${code}${detail ? ` (${detail})` : ''}`);
    this.code = code;
    this.detail = detail;
  }
}

const byStatus: Record<number, PartnerErrorCode> = {
  401: 'unauthorized',
  403: 'access-denied',
  404: 'not-found',
  422: 'validation',
  503: 'service-unavailable',
};

const byCode: Record<PartnerErrorCode, ProviderFault> = {
  unreachable: 'unreachable',
  timeout: 'timeout',
  'answer-too-large': 'unexpected-answer',
  'unexpected-answer': 'unexpected-answer',
  'unexpected-status': 'unexpected-answer',
  gateway: 'unavailable',
  unauthorized: 'credentials',
  'access-denied': 'credentials',
  // the branch or the offer
  'not-found': 'settings',
  validation: 'settings',
  'service-unavailable': 'unavailable',
  'foreign-link': 'unexpected-answer',
};

/** Returns what went wrong, for administrators. */
export function faultOf({ code, detail = '' }: PartnerError): ProviderFault {
  if (code === 'unexpected-status' && /^HTTP 5/.test(detail)) return 'unavailable';
  return (code === 'unreachable' && faultOfCode(detail)) || byCode[code];
}

type Refused = { data?: unknown };

/** Returns the names of the fields that a 422 response rejects. */
function fieldsIn(body: unknown): string {
  const data = (body as Refused | undefined)?.data;
  if (!Array.isArray(data)) return '';
  const names = data.map((one: { field?: unknown } | null) => one?.field);
  const valid = names.filter((name) => typeof name === 'string' && /^[\w.[\]-]{1,64}$/.test(name));
  return valid.length > 0 ? `: ${valid.slice(0, 8).join(', ')}` : '';
}

export function errorForStatus(status: number, body: unknown): PartnerError {
  const code = byStatus[status] ?? 'unexpected-status';
  return new PartnerError(code, `HTTP ${status}${code === 'validation' ? fieldsIn(body) : ''}`);
}

/** Returns the error for an unexpected response with status 200. */
export function errorForResponse(body: unknown): PartnerError {
  const code = (body as { processCode?: unknown } | undefined)?.processCode;
  if (typeof code !== 'number' && typeof code !== 'string')
    return new PartnerError('unexpected-answer');
  return new PartnerError('gateway', `processCode ${String(code).replace(/\W/g, '').slice(0, 16)}`);
}
