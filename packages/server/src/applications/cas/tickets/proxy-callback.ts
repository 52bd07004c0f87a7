// Brings a proxy-granting ticket to the address that the application names (CAS Protocol 3.0.3 §2.5.4). The address must be
// registered, public and have a valid certificate; the response must have status 200.

import {
  certificateErrorCode,
  type Outbound,
  OutboundAddressError,
} from '../../../outbound/request.ts';
import { addParameters, parseService } from '../service-url.ts';

/** `pgtIou` is for the response to the validation, by which the application finds `pgt`. */
export type GrantTickets = { pgt: string; pgtIou: string };

export type CallbackReason =
  | 'callback-unregistered'
  | 'callback-private'
  | 'callback-tls'
  | 'callback-status';

const timeoutMs = 5_000;

/** Returns whether it is one of the registered addresses, with any query. */
export function isRegisteredCallback(pgtUrl: string, callbacks: readonly string[]): boolean {
  const parsed = parseService(pgtUrl);
  if ('reason' in parsed || parsed.url.protocol !== 'https:') return false;
  const { origin, pathname } = parsed.url;
  return callbacks.includes(`${origin}${pathname}`);
}

function reasonOf(error: unknown): CallbackReason {
  if (error instanceof OutboundAddressError) return 'callback-private';
  return certificateErrorCode(error) === undefined ? 'callback-status' : 'callback-tls';
}

/** Returns undefined if the application has accepted the ticket. */
export async function deliverGrant(
  outbound: Pick<Outbound, 'get'>,
  pgtUrl: string,
  { pgt, pgtIou }: GrantTickets,
): Promise<CallbackReason | undefined> {
  const parsed = parseService(pgtUrl);
  if ('reason' in parsed) return 'callback-unregistered';
  const address = addParameters(parsed.href, `pgtId=${pgt}&pgtIou=${pgtIou}`);
  try {
    const { status } = await outbound.get(address, AbortSignal.timeout(timeoutMs));
    return status === 200 ? undefined : 'callback-status';
  } catch (error) {
    return reasonOf(error);
  }
}
