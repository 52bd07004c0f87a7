// Recognises requests of browsers without JavaScript, which send forms and expect a page.

import type { FastifyRequest } from 'fastify';

export function isForm(request: FastifyRequest): boolean {
  return /^application\/x-www-form-urlencoded\b/i.test(request.headers['content-type'] ?? '');
}
