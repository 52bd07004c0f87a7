// Whose page a request comes from. A tab may show one user while the session of its browser belongs to another already:
// then nothing is done for the tab.

import { createHmac, type KeyObject } from 'node:crypto';
import { paths, userHashHeader, userHashParameter } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { SessionCookie } from './session-cookie.ts';

const hashBytes = 16;

/** Returns what stands for a user in requests of pages: the same on every node, and of no use elsewhere. */
export function createUserHash(key: KeyObject) {
  return (userId: string): string =>
    createHmac('sha256', key).update(userId).digest().subarray(0, hashBytes).toString('base64url');
}

/** Returns what the request names, in the header of calls, the field of forms or the query of links. */
function namedUser(request: FastifyRequest): unknown {
  const header = request.headers[userHashHeader];
  if (header !== undefined) return header;
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const field = isForm && (request.body as Record<string, unknown> | undefined);
  if (field) return field[userHashParameter];
  if (request.routeOptions.url !== paths.appRedirect) return undefined;
  return (request.query as Record<string, unknown>)[userHashParameter];
}

/** @throws `session.user-changed` for a request that names another user than the one signed in. */
export function createUserCheck({ find, userHashOf }: Pick<SessionCookie, 'find' | 'userHashOf'>) {
  return async function guardUser(request: FastifyRequest) {
    const named = namedUser(request);
    if (named === undefined || named === '') return;
    const session = await find(request);
    if (session && userHashOf(session.userId) !== named) fail('session.user-changed');
  };
}

/** Returns the hidden field, as HTML, by which a form says whose page it is. */
export function userHashField(userHash: string): string {
  return `<input type="hidden" name="${userHashParameter}" value="${userHash}">`;
}
