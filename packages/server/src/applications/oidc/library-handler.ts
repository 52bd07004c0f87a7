// Passes requests to oidc-provider with their public address. Sends the errors that occur outside the library.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/errors.ts';
import { RequestError } from '../../errors.ts';
import { logError } from '../../http/replies.ts';
import { sendPage } from '../../pages/send-page.ts';
import { createRequestContext, requestLanguage, startKinds } from './authorization/route-steps.ts';
import type { OidcDeps } from './deps.ts';
import {
  endpoints,
  retryAfterSeconds,
  tooManyRequestsResponse,
  unavailableResponse,
} from './endpoints.ts';
import { tryAgainPage } from './refused-request-page.ts';
import { type RouteStep, setRequestContext } from './request-context.ts';

/** The server stores these requests until a user opens the page for them. */
const storedEndpoints: string[] = [
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
];

/**
 * Sets the origin that the library puts into its own URLs. Replaces the Host header and the host in the request line
 * (RFC 9112 §3.2.2), because the client chooses them.
 */
function setPublicAddress(request: IncomingMessage, baseUrl: string) {
  const { protocol, host } = new URL(baseUrl);
  const { headers, url = '/' } = request;
  request.url = url.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?]*/i, '');
  headers['x-forwarded-proto'] = protocol.slice(0, -1);
  headers['x-forwarded-host'] = host;
  headers.host = host;
}

/** The library writes the response itself. It gets the headers that our server adds to every response. */
async function handToLibrary(deps: OidcDeps, request: FastifyRequest, reply: FastifyReply) {
  const { handle } = await deps.current();
  reply.header('cache-control', 'no-store');
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  setPublicAddress(request.raw, deps.settings.baseUrl);
  reply.hijack();
  await handle(request.raw, reply.raw);
}

/** Handles a request of a browser by the steps, until one sends the response, and then by the library. */
export function browserHandler(deps: OidcDeps, steps: readonly RouteStep[]) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    for (const step of steps) {
      await step(request, reply);
      if (reply.sent) return reply;
    }
    await handToLibrary(deps, request, reply);
    return reply;
  };
}

/** Handles a request of a client's server. */
export function apiHandler(deps: OidcDeps) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const isTokenRequest = request.method === 'POST' && request.raw.url === endpoints.token;
    const records = isTokenRequest && (await deps.stores.records.ofTokenRequest(request.raw));
    // the client has closed the connection before it sent the body
    if (request.raw.destroyed) return reply.hijack();
    setRequestContext(
      request.raw,
      createRequestContext(deps, request, { records: records || undefined }),
    );
    if (storedEndpoints.includes(`${request.routeOptions.url}`))
      await deps.limits.requests.countStart(request, startKinds.pushed);
    await handToLibrary(deps, request, reply);
    return reply;
  };
}

type ErrorHandler = (error: unknown, request: FastifyRequest, reply: FastifyReply) => unknown;

/** Sends a page from which the user can repeat the request if the database is unavailable. */
export function pageErrorHandler({ pages }: OidcDeps): ErrorHandler {
  return (error, request, reply) => {
    if (!isDatabaseUnavailable(error)) throw error;
    request.log.error({ err: error }, 'database unavailable');
    const target = { href: request.raw.url ?? '/', reference: request.id };
    const page = tryAgainPage(pages, requestLanguage(request), 'unavailable', target);
    reply.header('retry-after', `${retryAfterSeconds}`);
    return sendPage(request, reply, page, { status: 503, personal: true });
  };
}

/** Sends errors to a client's server in the format of RFC 6749 §5.2. */
export const handleApiError: ErrorHandler = (error, request, reply) => {
  const isThrottled = error instanceof RequestError && error.code === 'request.too-many';
  if (!isThrottled && !isDatabaseUnavailable(error)) throw error;
  if (isThrottled) logError(error, request, reply);
  else request.log.error({ err: error }, 'database unavailable');
  const waitSeconds = (isThrottled && error.retryAfterSeconds) || retryAfterSeconds;
  reply.code(isThrottled ? 429 : 503).header('retry-after', `${waitSeconds}`);
  return reply.send(isThrottled ? tooManyRequestsResponse : unavailableResponse);
};
