// Turns errors into responses. Clients receive only the error code; the cause is in the log.

import type { ErrorBody, ErrorCode } from '@brama/contract/errors';
import { errorTable } from '@brama/contract/errors';
import { eventTable } from '@brama/contract/events/event-table';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { eventsOfErrors } from '../audit/security-events.ts';
import { isDatabaseUnavailable } from '../database/errors.ts';
import { type FieldIssue, fieldsOf, firstOfEach, type Refusal, RequestError } from '../errors.ts';
import { networkOf } from './limits/client-network.ts';
import { pathOf } from './log.ts';
import { isApiOrFilePath, wantsPage } from './request-kind.ts';

const fastifyCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported-type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too-large',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_BAD_URL: 'request.malformed',
  FST_ERR_ASYNC_CONSTRAINT: 'request.malformed',
};

/** An answer names at most so many fields: a longer one helps no reader, and costs more than the mistake. */
const maxFields = 50;

/** The part of an error that clients may see. */
type PublicError = {
  code: ErrorCode;
  /** Path of each refused field → reason; at most `maxFields`. */
  fields?: Record<string, string> | undefined;
  /** The same. */
  issues?: readonly FieldIssue[] | undefined;
  /** How many more fields are refused. */
  omittedFields?: number | undefined;
  /** What the caller lacks. */
  refusal?: Refusal | undefined;
  retryAfterSeconds?: number | undefined;
};

/** Returns an issue for each refused field. Unknown fields are named themselves, not the object around them. */
function validationIssues(error: unknown): FieldIssue[] | undefined {
  if (!hasZodFastifySchemaValidationErrors(error)) return undefined;
  return error.validation.flatMap(({ instancePath, message = 'is not valid', params }) => {
    const path = instancePath.split('/').filter(Boolean);
    const { keys } = params as { keys?: readonly string[] };
    const reason = message.endsWith('received undefined') ? 'is missing' : message;
    if (!keys) return [{ path, reason }];
    return keys.map((key) => ({ path: [...path, key], reason: 'is unknown' }));
  });
}

function limited(given: readonly FieldIssue[] | undefined) {
  if (!given) return {};
  const all = firstOfEach(given);
  const issues = all.slice(0, maxFields);
  const omittedFields = all.length > maxFields ? all.length - maxFields : undefined;
  return { issues, fields: fieldsOf(issues), omittedFields };
}

function publicError(error: unknown): PublicError {
  if (error instanceof RequestError) {
    const { code, issues, refusal, retryAfterSeconds } = error;
    return { code, ...limited(issues), refusal, retryAfterSeconds };
  }
  const issues = validationIssues(error);
  if (issues) return { code: 'request.invalid', ...limited(issues) };
  if (isDatabaseUnavailable(error)) return { code: 'unavailable', retryAfterSeconds: 5 };
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  const known = fastifyCodes[code];
  if (known) return { code: known };
  return { code: statusCode >= 400 && statusCode < 500 ? 'request.malformed' : 'internal' };
}

/** Sends `{ error: { code, requestId, fields? } }` with the status of the code. */
export function sendError(reply: FastifyReply, requestId: string, { code, fields }: PublicError) {
  const body: ErrorBody = { error: { code, requestId, ...(fields && { fields }) } };
  return reply
    .code(errorTable[code].status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(body);
}

/** Returns the name and facts of the security event that the error is, if it is one. */
function eventFacts(code: ErrorCode, error: unknown, request: FastifyRequest) {
  const event = eventsOfErrors[code];
  if (!event) return undefined;
  const facts = error instanceof RequestError ? error.facts : undefined;
  return { ...event, network: networkOf(request.ip), ...facts };
}

/**
 * Logs an error and sets `Retry-After`. Does not log messages of 4xx errors, because parsers quote the request body in
 * them. Returns what clients may see.
 */
export function logError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): PublicError {
  const shown = publicError(error);
  const { status, level } = errorTable[shown.code];
  const event = eventFacts(shown.code, error, request);
  const facts = { ...event, code: shown.code, fields: shown.fields && Object.keys(shown.fields) };
  if (error instanceof RequestError && error.alreadyLogged) request.log.debug(facts, 'refused');
  // `busy` comes in floods and its stack trace says nothing
  else if (status >= 500 && shown.code !== 'busy')
    request.log[level]({ ...facts, err: error }, 'failed');
  else request.log[level](facts, event ? eventTable[event.event].log.message : 'refused');
  if (shown.retryAfterSeconds !== undefined)
    reply.header('retry-after', String(shown.retryAfterSeconds));
  return shown;
}

/** Sends a page that explains the error. */
export type ErrorPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  code: ErrorCode,
) => Promise<FastifyReply>;

export type ErrorPages = {
  /** Without it browsers receive JSON as well. */
  errorPage?: ErrorPage | undefined;
  /** Sends the not-found page for an address that cannot be decoded. */
  badUrlPage?: ((request: FastifyRequest, reply: FastifyReply) => unknown) | undefined;
  /** For paths below `prefix`, whose errors have a form of their own. */
  ownErrors?: { prefix: string; handle: ErrorHandlers['handleError'] } | undefined;
};

type ErrorHandlers = {
  handleError(error: unknown, request: FastifyRequest, reply: FastifyReply): unknown;
  /** Handles requests whose address the router cannot decode. No hook has run for them. */
  handleUnroutable(error: unknown, request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

/** `headers` are the headers of every response. */
export function createErrorHandlers(
  headers: Record<string, string>,
  { errorPage, badUrlPage, ownErrors }: ErrorPages,
): ErrorHandlers {
  function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const shown = logError(error, request, reply);
    if (errorPage && wantsPage(request)) return errorPage(request, reply, shown.code);
    return sendError(reply, request.id, shown);
  }
  return {
    handleError,
    async handleUnroutable(error, request, reply) {
      reply.headers({ ...headers, 'x-request-id': request.id });
      request.cookies = request.server.parseCookie(request.headers.cookie ?? '');
      const { code } = error as Partial<FastifyError>;
      const isPage =
        code === 'FST_ERR_BAD_URL' && wantsPage(request) && !isApiOrFilePath(pathOf(request.url));
      try {
        if (ownErrors && pathOf(request.url).startsWith(ownErrors.prefix))
          return await ownErrors.handle(error, request, reply);
        if (badUrlPage && isPage) return await badUrlPage(request, reply);
        return await handleError(error, request, reply);
      } catch (failure) {
        // the framework ignores what this function throws, and the request would never end
        return sendError(reply, request.id, logError(failure, request, reply));
      }
    },
  };
}
