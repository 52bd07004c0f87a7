// Whether a request comes from a plain form: browsers without JavaScript send one, and want a page back.

import type { FastifyRequest } from 'fastify';

export function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}
