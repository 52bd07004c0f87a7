// Reads query parameters of pages.

import type { FastifyRequest } from 'fastify';

/** Returns the value of a parameter; undefined if it is missing, empty or repeated. */
export function queryParameter(request: FastifyRequest, name: string): string | undefined {
  const value = (request.query as Record<string, unknown>)[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}
