// Errors of Diia's partner API. They contain no URL and no token, because one of the URLs is secret.

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

  /** `detail` is a number or names of fields, never a value of the response. */
  constructor(code: PartnerErrorCode, detail?: string) {
    super(`Diia: ${code}${detail ? ` (${detail})` : ''}`);
    this.code = code;
  }
}

const byStatus: Record<number, PartnerErrorCode> = {
  401: 'unauthorized',
  403: 'access-denied',
  404: 'not-found',
  422: 'validation',
  503: 'service-unavailable',
};

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
