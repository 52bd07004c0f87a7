// How Diia's partner API fails, by name. Holds no address and no token: one of its addresses is a secret.

export type PartnerErrorCode =
  | 'unreachable'
  | 'timeout'
  | 'answer-too-large'
  | 'unexpected-answer'
  | 'unexpected-status'
  // answered by the gateway in front of Diia: status 200 and a code instead of what was asked for
  | 'gateway'
  | 'unauthorized'
  | 'access-denied'
  | 'not-found'
  | 'validation'
  | 'service-unavailable'
  | 'foreign-link';

export class PartnerError extends Error {
  override name = 'PartnerError';
  readonly fault: PartnerErrorCode;

  /** `detail`: a number or names of fields, never a value from outside. */
  constructor(fault: PartnerErrorCode, detail?: string) {
    super(`Diia: ${fault}${detail ? ` (${detail})` : ''}`);
    this.fault = fault;
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

/** Names of the fields a 422 complains about. */
function fieldsIn(body: unknown): string {
  const data = (body as Refused | undefined)?.data;
  if (!Array.isArray(data)) return '';
  const names = data.map((one: { field?: unknown } | null) => one?.field);
  const sound = names.filter((name) => typeof name === 'string' && /^[\w.[\]-]{1,64}$/.test(name));
  return sound.length > 0 ? `: ${sound.slice(0, 8).join(', ')}` : '';
}

export function errorForStatus(status: number, body: unknown): PartnerError {
  const fault = byStatus[status] ?? 'unexpected-status';
  return new PartnerError(fault, `HTTP ${status}${fault === 'validation' ? fieldsIn(body) : ''}`);
}

/** An answer with status 200 that is not what was asked for. */
export function errorForResponse(body: unknown): PartnerError {
  const code = (body as { processCode?: unknown } | undefined)?.processCode;
  if (typeof code !== 'number' && typeof code !== 'string')
    return new PartnerError('unexpected-answer');
  return new PartnerError('gateway', `processCode ${String(code).replace(/\W/g, '').slice(0, 16)}`);
}
