// Finds the suspended authorization request whose id is in the query of a request, if the same browser sent it.

import { parseAppId } from '@brama/contract/app-id';
import type { FastifyRequest } from 'fastify';
import type { BrowserCookie } from './browser-cookie.ts';
import type { AuthorizationRequestStore } from './store.ts';
import type { AuthorizationRequest } from './suspended-request.ts';

/** Returns the value of a query parameter; undefined if it is missing, empty or repeated. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

type Deps = {
  browsers: BrowserCookie;
  authorizationRequests: AuthorizationRequestStore;
};

/** `over`: the named request is unknown, expired, or belongs to another browser or application. */
export type FindAuthorizationRequest = (
  request: FastifyRequest,
) => Promise<AuthorizationRequest | 'over' | undefined>;

export function createAuthorizationRequestFinder({
  browsers,
  authorizationRequests,
}: Deps): FindAuthorizationRequest {
  return async (request) => {
    const id = queryParameter(request, 'request');
    if (id === undefined) return undefined;
    const browser = browsers.secretOf(request);
    const found = browser && (await authorizationRequests.find(id, browser));
    const appId = parseAppId(queryParameter(request, 'appId') ?? '');
    return found && found.applicationId === appId ? found : 'over';
  };
}
