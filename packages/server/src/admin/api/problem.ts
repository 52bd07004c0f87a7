// Errors of the administration API as problem details (RFC 9457).

import { STATUS_CODES } from 'node:http';
import type { Problem } from '@brama/contract/admin/route';
import { type ErrorCode, errorTable } from '@brama/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logError } from '../../http/replies.ts';

/** Returns the text of an error code, in the language of the request. */
export type DescribeError = (code: ErrorCode, request: FastifyRequest) => string;

/** Returns a handler that sends errors as problem details. */
export function createProblemHandler(describe: DescribeError) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    sendProblem(error, request, reply, describe);
}

/** What a program needs, where `Bearer` alone does not say it. */
const challenges: { [Code in ErrorCode]?: string } = {
  'admin.token-invalid': 'Bearer error="invalid_token"',
};

function sendProblem(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  describe: DescribeError,
) {
  const { code, fields, omittedFields } = logError(error, request, reply);
  const { status } = errorTable[code];
  const title = STATUS_CODES[status] ?? 'Error';
  const body: Problem = {
    ...{ type: 'about:blank', title, status, code, requestId: request.id },
    detail: describe(code, request),
    ...(fields && { fields }),
    ...(omittedFields !== undefined && { omittedFields }),
  };
  // RFC 6750 §3
  if (status === 401) reply.header('www-authenticate', challenges[code] ?? 'Bearer');
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/problem+json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}
