// Rejects a request of a browser tab that shows one user while another user has signed in meanwhile.

import { createHmac, type KeyObject } from 'node:crypto';
import { paths, userHashHeader, userHashParameter } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { isForm } from './request-kind.ts';
import type { SessionCookie } from './session-cookie.ts';

const hashBytes = 16;

/** Returns a function that identifies a user in requests of pages: the same on every node, and useless elsewhere. */
export function createUserHash(key: KeyObject) {
  return (userId: string): string =>
    createHmac('sha256', key).update(userId).digest().subarray(0, hashBytes).toString('base64url');
}

/** Returns the user hash of a request: from the header of calls, the field of forms, or the query of links. */
function namedUser(request: FastifyRequest): unknown {
  const header = request.headers[userHashHeader];
  if (header !== undefined) return header;
  const field = isForm(request) && (request.body as Record<string, unknown> | undefined);
  if (field) return field[userHashParameter];
  if (request.routeOptions.url !== paths.appRedirect) return undefined;
  return (request.query as Record<string, unknown>)[userHashParameter];
}

/** @throws `session.user-changed` for a request that names another user than the one signed in. */
export function createUserCheck({ find, userHashOf }: SessionCookie) {
  return async function checkUser(request: FastifyRequest) {
    const named = namedUser(request);
    if (named === undefined || named === '') return;
    const session = await find(request);
    if (session && userHashOf(session.userId) !== named) fail('session.user-changed');
  };
}
