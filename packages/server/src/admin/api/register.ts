// Registers the routes of the administration API: checks the caller, runs the handler, for changes in one transaction.

import { setTimeout } from 'node:timers/promises';
import { type AdminRoute, adminPath } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { Waiting } from '@brama/contract/admin/user-access/approvals';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { logSecurityEvent } from '../../audit/security-events.ts';
import type { Queries } from '../../database/connect.ts';
import { isDeadlock } from '../../database/errors.ts';
import { fail } from '../../errors.ts';
import type { EventStore } from '../../events/store.ts';
import { eventOriginOf } from '../../http/limits/event-origin.ts';
import { pathOf } from '../../http/log.ts';
import { watchRoutes } from '../../http/not-found.ts';
import { runAfterCommit } from './after-commit.ts';
import { type AuthorizeDeps, authorize, authorizeAgain, extentFor } from './authorize.ts';
import { etagOf, hasVersion, versionFrom } from './conditional.ts';
import { checkDepth } from './depth.ts';
import type {
  Actor,
  AdminEvent,
  Call,
  Handlers,
  Preparations,
  ReplayChecks,
  Undo,
} from './handler.ts';
import type { IdempotentRequests } from './idempotency.ts';
import { createProblemHandler, type DescribeError } from './problem.ts';

export type AdminApiDeps = AuthorizeDeps & {
  events: Pick<EventStore, 'record'>;
  idempotentRequests: Pick<IdempotentRequests, 'once'>;
  describeError: DescribeError;
  handlers: Handlers;
  preparations: Preparations;
  replayChecks: ReplayChecks;
};

/** Larger than the body of any request: an application with its icon is the largest. */
const maxBodyBytes = 128 * 1024;

/** Returns the event with who caused it, and from where. */
function eventOf(event: AdminEvent, actor: Actor, request: FastifyRequest) {
  const token = 'token' in actor ? { byToken: actor.token.id } : undefined;
  return {
    ...event,
    ...{ actor: 'administrator' as const, actorId: actor.user.id },
    sessionUid: 'session' in actor ? actor.session.uid : undefined,
    ...eventOriginOf(request),
    ...((event.details || token) && { details: { ...event.details, ...token } }),
  };
}

type Run = {
  route: AdminRoute;
  prepare:
    | ((call: Pick<Call, 'actor' | 'params' | 'body'>) => Promise<Undo | undefined>)
    | undefined;
  handle: (call: Call) => Promise<unknown>;
  checkReplay: (call: Call) => Promise<unknown>;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

function callOf(
  { events }: AdminApiDeps,
  { route, actor, request, reply }: Run,
  queries: Queries,
): { call: Call; recorded: AdminEvent[]; later: (() => unknown)[] } {
  const recorded: AdminEvent[] = [];
  const later: (() => unknown)[] = [];
  const { params, query, body } = request;
  const isConditional = route.versioned && route.method !== 'GET';
  const call = {
    ...{ actor, params, query, body, queries, request, reply },
    extent: extentFor(actor, route),
    version: isConditional ? versionFrom(request.headers['if-match']) : 0,
    async record(...some: readonly AdminEvent[]) {
      recorded.push(...some);
      await events.record(queries, ...some.map((event) => eventOf(event, actor, request)));
    },
    afterCommit: (work: () => unknown) => void later.push(work),
  } as Call;
  return { call, recorded, later };
}

function logChanges(recorded: readonly AdminEvent[], { actor, request }: Run) {
  for (const { type, userId, applicationId } of recorded)
    logSecurityEvent(request.log, 'administration.changed', {
      ...{ how: type, administrator: actor.user.id },
      ...(userId !== undefined && { user: userId }),
      ...(applicationId !== undefined && { application: applicationId }),
    });
}

/** Two administrators who act on each other wait for each other. */
const maxAttempts = 3;
const retryMs = 200;

/** Runs it again after a deadlock, which has undone it, at another time than the other one. */
async function withRetries<Result>(run: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1)
    try {
      return await run();
    } catch (error) {
      if (attempt === maxAttempts || !isDeadlock(error)) throw error;
      await setTimeout(Math.random() * retryMs);
    }
}

/** Runs the handler of a change in one transaction, with the rights that the caller has by then. */
async function change(deps: AdminApiDeps, run: Run): Promise<unknown> {
  const { route, prepare, handle, checkReplay, actor: caller, request } = run;
  const { params, body } = request as Pick<Call, 'params' | 'body'>;
  const undo = await prepare?.({ actor: caller, params, body });
  const transact = async (queries: Queries) => {
    const actor = await authorizeAgain(queries, caller, route, params);
    const prepared = callOf(deps, { ...run, actor }, queries);
    const work = () => handle(prepared.call);
    const actorId = 'token' in actor ? actor.token.id : actor.user.id;
    const response = route.idempotent
      ? await deps.idempotentRequests.once(queries, { request, actorId }, work, () =>
          checkReplay(prepared.call),
        )
      : await work();
    return { response, ...prepared };
  };
  const { response, recorded, later } = await withRetries(() =>
    deps.db.transaction().execute(transact),
  ).catch(async (error: unknown) => {
    await undo?.();
    throw error;
  });
  logChanges(recorded, run);
  await runAfterCommit(later, request.log);
  return response;
}

/** An action waits if its result is an approval. */
const waits = (route: AdminRoute, result: unknown) =>
  route.waiting !== undefined && (result as Partial<Waiting> | undefined)?.approval !== undefined;

async function respond(deps: AdminApiDeps, run: Run): Promise<unknown> {
  const { route, handle, reply } = run;
  const isChange = route.method !== 'GET';
  const result = await (isChange ? change(deps, run) : handle(callOf(deps, run, deps.db).call));
  if (waits(route, result)) return reply.code(202).send(result);
  if (!route.response) return reply.code(204).send();
  if (hasVersion(route)) reply.header('etag', etagOf((result as { version: number }).version));
  if (route.createdPath) {
    const created = String((result as Record<string, unknown>)[route.createdPath]);
    reply.header('location', `${pathOf(run.request.url)}/${encodeURIComponent(created)}`);
  }
  return reply.code(route.status ?? 200).send(result);
}

function registerRoute(server: FastifyInstance, deps: AdminApiDeps, id: AdminRouteId) {
  const route: AdminRoute = adminRoutes[id];
  const handle = deps.handlers[id] as Run['handle'];
  const prepare = deps.preparations[id] as Run['prepare'];
  const checkReplay = (deps.replayChecks[id] ?? (async () => undefined)) as Run['checkReplay'];
  server.route({
    method: route.method,
    url: route.path.slice(adminPath.length),
    bodyLimit: maxBodyBytes,
    config: { acceptsTokens: true },
    schema: {
      ...(route.params && { params: route.params }),
      querystring: route.query ?? z.strictObject({}),
      ...(route.body && { body: route.body }),
      response: {
        ...(route.response && { [route.status ?? 200]: route.response }),
        ...(route.waiting && { 202: route.waiting }),
      },
    },
    // before the input is checked, so that others learn nothing from it
    onRequest: async (request) => {
      request.adminActor = await authorize(deps, request, route);
    },
    preValidation: async ({ body }) => checkDepth(body),
    handler: (request, reply) => {
      const actor = request.adminActor ?? fail('session.required');
      return respond(deps, { route, prepare, handle, checkReplay, actor, request, reply });
    },
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller of the administration API. */
    adminActor: Actor | undefined;
  }
}

export async function registerAdminApi(server: FastifyInstance, deps: AdminApiDeps): Promise<void> {
  const routes: FastifyPluginAsync = async (scope) => {
    const methodsAt = watchRoutes(scope);
    scope.decorateRequest('adminActor', undefined);
    scope.setErrorHandler(createProblemHandler(deps.describeError));
    for (const id of Object.keys(adminRoutes) as AdminRouteId[]) registerRoute(scope, deps, id);
    scope.setNotFoundHandler((request, reply) => {
      const methods = methodsAt(pathOf(request.url));
      if (methods.length === 0) fail('request.not-found');
      reply.header('allow', methods.join(', '));
      fail('request.method-not-allowed');
    });
  };
  await server.register(routes, { prefix: adminPath });
}
