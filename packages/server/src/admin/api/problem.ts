// Errors of the administration API as problem details (RFC 9457).

import { STATUS_CODES } from 'node:http';
import type { Problem } from '@brama/contract/admin/route';
import { errorTable } from '@brama/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../../http/replies.ts';

/** Sends the error as problem details. */
export function sendProblem(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const { code, fields } = logError(error, request, reply);
  const { status } = errorTable[code];
  const title = STATUS_CODES[status] ?? 'Error';
  const body: Problem = {
    ...{ type: 'about:blank', title, status, code, requestId: request.id },
    ...(fields && { fields }),
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
