// Hands requests to the library: runs the steps of the route and sets the public address. Responds itself if the database is
// unavailable or a rate limit applies.

import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '../../database/errors.ts';
import { RequestError } from '../../errors.ts';
import { logError } from '../../http/replies.ts';
import { sendPage } from '../../pages/send-page.ts';
import {
  createRequestContext,
  type RouteStep,
  requestLanguage,
} from './authorization/route-steps.ts';
import type { OidcDeps } from './deps.ts';
import {
  endpoints,
  retryAfterSeconds,
  tooManyRequestsResponse,
  unavailableResponse,
} from './endpoints.ts';
import { tryAgainPage } from './error-pages.ts';
import { setRequestContext } from './request-context.ts';

type Handler<R extends FastifyRequest> = (request: R, reply: FastifyReply) => Promise<unknown>;

/** These requests are stored until a user comes. */
const storedEndpoints: string[] = [
  endpoints.pushed_authorization_request,
  endpoints.device_authorization,
];

/**
 * Sets the address from which the library makes its own addresses. The Host header and the host in the request line
 * (RFC 9112 §3.2.2) come from the client and are replaced.
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
  setPublicAddress(request.raw, deps.baseUrl);
  reply.hijack();
  await handle(request.raw, reply.raw);
}

/** Runs the steps until one sends the response. Returns no reply: awaiting one would wait for the response. */
async function runEach(
  steps: readonly RouteStep[],
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  for (const step of steps) {
    await step(request, reply);
    if (reply.sent) return;
  }
}

/** Handles a request by steps of which one sends the response. */
export function runSteps(steps: readonly RouteStep[]): Handler<FastifyRequest> {
  return async (request, reply) => {
    await runEach(steps, request, reply);
    return reply;
  };
}

/** Shows a page from which the user can repeat the request if the database is unavailable. */
export function withUnavailablePage<R extends FastifyRequest>(
  deps: OidcDeps,
  handler: Handler<R>,
): Handler<R> {
  return async (request, reply) => {
    try {
      await handler(request, reply);
      return reply;
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
      request.log.error({ err: error }, 'database unavailable');
      const target = { href: request.raw.url ?? '/', reference: request.id };
      const page = tryAgainPage(deps.pages, requestLanguage(request), 'unavailable', target);
      reply.header('retry-after', `${retryAfterSeconds}`);
      return sendPage(request, reply, page, { status: 503, personal: true });
    }
  };
}

/** Handles a request of a browser: the steps, then the library. */
export function browserHandler(
  deps: OidcDeps,
  steps: readonly RouteStep[],
): Handler<FastifyRequest> {
  return withUnavailablePage(deps, async (request, reply) => {
    await runEach(steps, request, reply);
    if (!reply.sent) await handToLibrary(deps, request, reply);
  });
}

/** Handles a request of a client's server. Errors have the format of RFC 6749 §5.2. */
export function apiHandler(deps: OidcDeps): Handler<FastifyRequest> {
  return async (request, reply) => {
    setRequestContext(request.raw, createRequestContext(deps, request));
    try {
      if (storedEndpoints.includes(`${request.routeOptions.url}`))
        await deps.limits.requests.countStart(request, 'pushed');
      await handToLibrary(deps, request, reply);
    } catch (error) {
      if (error instanceof RequestError && error.code === 'request.too-many') {
        logError(error, request, reply);
        const waitSeconds = error.retryAfterSeconds ?? retryAfterSeconds;
        return reply
          .code(429)
          .header('retry-after', `${waitSeconds}`)
          .send(tooManyRequestsResponse);
      }
      if (!isDatabaseUnavailable(error)) throw error;
      request.log.error({ err: error }, 'database unavailable');
      reply.code(503).header('retry-after', `${retryAfterSeconds}`);
      return reply.send(unavailableResponse);
    }
    return reply;
  };
}
