// The one place that turns errors into answers. Codes leave the server, causes stay in the log.

import type { ErrorBody, ErrorCode } from '@brama/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { eventsOfErrors, securityEvents } from '../audit/security-events.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { errorTable, RequestError } from '../errors.ts';
import { type TroublePage, wantsPage } from '../pages/error-page.ts';
import { isApiOrFilePath } from './api-paths.ts';
import { networkOf } from './limits/client-network.ts';
import { pathOf } from './log.ts';

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'request.malformed',
};

type ErrorReply = {
  code: ErrorCode;
  fields?: Record<string, string> | undefined;
  retryAfterSeconds?: number | undefined;
};

function fieldsOf(error: unknown): Record<string, string> | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  const fields: Record<string, string> = {};
  for (const issue of error.validation)
    fields[issue.instancePath.split('/').filter(Boolean).join('.') || 'body'] ??=
      issue.message ?? 'is not valid';
  return fields;
}

/** What the world may know of an error. */
function verdictOn(error: unknown): ErrorReply {
  if (error instanceof RequestError)
    return { code: error.code, fields: error.fields, retryAfterSeconds: error.retryAfterSeconds };
  const fields = fieldsOf(error);
  if (fields) return { code: 'request.invalid', fields };
  if (isDatabaseUnavailable(error)) return { code: 'unavailable', retryAfterSeconds: 5 };
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = fastifyCodes[code];
  if (known) return { code: known };
  return { code: statusCode >= 400 && statusCode < 500 ? 'request.malformed' : 'internal' };
}

/** Sends `{ error: { code, requestId, fields? } }` with its status. */
export function sendError(reply: FastifyReply, requestId: string, verdict: ErrorReply) {
  const { code, fields } = verdict;
  const answer: ErrorBody = { error: { code, requestId, ...(fields && { fields }) } };
  return reply
    .code(errorTable[code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(answer);
}

/** Of a refusal that is an event of security: its name and facts. */
function eventFacts(code: ErrorCode, error: unknown, request: FastifyRequest) {
  const event = eventsOfErrors[code];
  if (!event) return undefined;
  const about = error instanceof RequestError ? error.facts : undefined;
  return { ...event, network: networkOf(request.ip), ...about };
}

/**
 * Logs why a request is refused and sets the retry hint. Messages of 4xx are never logged: parsers quote
 * the body in them.
 */
export function logError(error: unknown, request: FastifyRequest, reply: FastifyReply): ErrorReply {
  const verdict = verdictOn(error);
  const { status, level } = errorTable[verdict.code];
  const event = eventFacts(verdict.code, error, request);
  const fields = verdict.fields && Object.keys(verdict.fields);
  const about = { ...event, code: verdict.code, fields };
  const says = event ? securityEvents[event.event].message : 'refused';
  if (error instanceof RequestError && error.alreadyLogged) request.log.debug(about, 'refused');
  // where we are too busy is no secret of the code: no stack, there will be many of these
  else if (status >= 500 && verdict.code !== 'busy')
    request.log[level]({ ...about, err: error }, 'failed');
  else request.log[level](about, says);
  if (verdict.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(verdict.retryAfterSeconds));
  return verdict;
}

type ErrorHandlers = {
  handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  /** For requests whose address the router cannot read: no hook has run for them. */
  handleUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
};

export type ErrorPages = {
  /** What people get instead of JSON; without it everybody gets JSON. */
  errorPage?: TroublePage | undefined;
  /** Answers a navigation to an address that cannot be decoded as to any unknown one. */
  badUrlPage?: ((request: FastifyRequest, reply: FastifyReply) => unknown) | undefined;
};

/** `headers` are those of every answer. */
export function createErrorHandlers(
  headers: Record<string, string>,
  { errorPage, badUrlPage }: ErrorPages,
): ErrorHandlers {
  function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const verdict = logError(error, request, reply);
    if (errorPage && wantsPage(request)) return errorPage(request, reply, verdict.code);
    return sendError(reply, request.id, verdict);
  }
  return {
    handleError,
    handleUnroutable(error, request, reply) {
      reply.headers({ ...headers, 'x-request-id': request.id });
      const { code } = error as Partial<FastifyError>;
      const forPeople =
        code === 'FST_ERR_BAD_URL' && wantsPage(request) && !isApiOrFilePath(pathOf(request.url));
      if (badUrlPage && forPeople) return badUrlPage(request, reply);
      return handleError(error, request, reply);
    },
  };
}
