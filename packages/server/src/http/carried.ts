// The carried parameters of a request, for the next address on the user's way.

import { carriedParameters } from '@brama/contract/paths';
import type { FastifyRequest } from 'fastify';

/** `appId`, `state`, `request` as far as given once and non-empty, as a query string with its `?`. */
export function carriedQuery(request: FastifyRequest): string {
  const given = request.query as Record<string, unknown>;
  const carried = new URLSearchParams();
  for (const name of carriedParameters) {
    const value = given[name];
    if (typeof value === 'string' && value !== '') carried.set(name, value);
  }
  return carried.size > 0 ? `?${carried}` : '';
}
