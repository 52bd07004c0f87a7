// Reads the query of a login request, and what it requires of the sign-in. Pure.

import { acceptedMethods, type LevelSettings } from '../../levels/method-levels.ts';
import type { AuthenticationRequirements } from '../../suspended-requests/suspended-request.ts';
import type { FoundService } from '../find-service.ts';
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

/** Returns what a login request requires of the sign-in. */
export function requirementsOf(
  { application, settings }: Pick<FoundService, 'application' | 'settings'>,
  { renew, receivedAt }: Pick<CasLogin, 'renew' | 'receivedAt'>,
  levels: LevelSettings,
): AuthenticationRequirements {
  const { minimumLevel } = application;
  const { signInMethods } = settings;
  return {
    ...(renew && { after: receivedAt }),
    ...(minimumLevel && { minimumLevel }),
    ...((minimumLevel || signInMethods) && {
      methods: acceptedMethods({ minimumLevel, signInMethods }, levels),
    }),
  };
}
