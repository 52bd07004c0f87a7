// Reads the query of a login request. Pure.

import { isFlagSet, type Query } from '../validation/read-validation.ts';

/** What a client asks for. */
export type CasLogin = {
  /** The address as it was sent. */
  service: string;
  /** The user signs in again. */
  renew: boolean;
  /** The user is not asked anything. */
  gateway: boolean;
  /** How the browser brings the ticket to the service. */
  method: 'GET' | 'POST';
  /** Epoch milliseconds. */
  receivedAt: number;
};

/** Returns the request; undefined without a service, `repeated` with several. */
export function readLogin(query: Query, receivedAt: number): CasLogin | 'repeated' | undefined {
  const { service } = query;
  if (service === undefined) return undefined;
  if (typeof service !== 'string') return 'repeated';
  // the sign-in page names the application, so it is also the prompt that `warn` demands
  const renew = isFlagSet(query, 'renew') || isFlagSet(query, 'warn');
  return {
    service,
    renew,
    // with both, the specification prefers `renew`
    gateway: isFlagSet(query, 'gateway') && !renew,
    method: query['method'] === 'POST' ? 'POST' : 'GET',
    receivedAt,
  };
}
