// Requests of the administration API: finds the route, checks the caller, runs the handler, for changes in one transaction.

import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { Waiting } from '@brama/contract/admin/user-access/approvals';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import createRouter, { type HTTPMethod, type HTTPVersion } from 'find-my-way';
import { z } from 'zod';
import type { Queries } from '../database/connect.ts';
import { isDeadlock } from '../database/errors.ts';
import { type FieldIssue, fail, RequestError } from '../errors.ts';
import { type Cause, Change, type ChangeDeps } from '../events/change.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import { pathOf } from '../http/log.ts';
import { type AuthorizeDeps, authorize, authorizeAgain, extentFor } from './authorize.ts';
import { etagOf, hasVersion, versionFrom } from './conditional.ts';
import { checkDepth } from './depth.ts';
import type {
  Actor,
  Call,
  FileContent,
  Handlers,
  InputChecks,
  Preparations,
  ReplayChecks,
  Undo,
  UploadReports,
} from './handler.ts';
import type { IdempotentRequests } from './idempotency.ts';
import { isAboutFields } from './refusals.ts';
import type { AdminApi } from './routes.ts';
import { admitFile, bytesOf, checkFile } from './upload.ts';
import { validate } from './validate.ts';

export type AdminApiDeps = AuthorizeDeps &
  Required<ChangeDeps> & {
    idempotentRequests: IdempotentRequests;
    handlers: Handlers;
    preparations: Preparations;
    inputChecks: InputChecks;
    replayChecks: ReplayChecks;
    /** Returns whether the object of this id belongs to the user. */
    isOwn: Readonly<
      Record<
        NonNullable<AdminRoute['owned']>,
        (queries: Queries, id: string, userId: string) => Promise<boolean>
      >
    >;
  };

/** The administrator who has called, or the command. */
function causeOf(actor: Actor, request: FastifyRequest): Cause {
  if ('systemUser' in actor)
    return { actor: 'server', systemUser: actor.systemUser, log: request.log };
  return {
    actor: 'administrator',
    actorId: actor.user.id,
    byToken: 'token' in actor ? actor.token.id : undefined,
    sessionUid: 'session' in actor ? actor.session.uid : undefined,
    origin: eventOriginOf(request),
    log: request.log,
  };
}

/** @throws `admin.not-found` for an object of others. */
async function checkOwn(
  { isOwn }: AdminApiDeps,
  { owned }: AdminRoute,
  { actor, extent, params, queries }: Pick<Call, 'actor' | 'extent' | 'params' | 'queries'>,
): Promise<void> {
  if (!owned || extent !== 'own') return;
  const { id = '' } = (params ?? {}) as { id?: string };
  if (!(await isOwn[owned](queries, id, actor.user.id))) fail('admin.not-found');
}

type Run = {
  route: AdminRoute;
  prepare:
    | ((call: Pick<Call, 'actor' | 'params' | 'body'>) => Promise<Undo | undefined>)
    | undefined;
  handle: (call: Call) => Promise<unknown>;
  /** Of routes with `idempotent`. */
  checkReplay: ((call: Call, response: unknown) => Promise<unknown>) | undefined;
  actor: Actor;
  request: FastifyRequest;
  reply: FastifyReply;
};

function callOf(
  deps: AdminApiDeps,
  { route, actor, request, reply }: Run,
  queries: Queries,
): { call: Call; change: Change } {
  const change = new Change(deps, queries, causeOf(actor, request));
  const { record, sessionsEnded, notify, afterCommit } = change;
  const { params, query, body } = request;
  const isConditional = route.versioned && route.method !== 'GET';
  const call = {
    actor,
    params,
    query,
    body,
    queries,
    request,
    reply,
    extent: extentFor(actor, route),
    version: isConditional ? versionFrom(request.headers['if-match']) : 0,
    record,
    sessionsEnded,
    notify,
    afterCommit,
  } as Call;
  return { call, change };
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
async function runChange(deps: AdminApiDeps, run: Run): Promise<unknown> {
  const { route, prepare, handle, checkReplay, actor: caller, request } = run;
  const { params, body } = request as Pick<Call, 'params' | 'body'>;
  const undo = await prepare?.({ actor: caller, params, body });
  const transact = async (queries: Queries) => {
    const actor = await authorizeAgain(queries, caller, route, deps.now(), params);
    const { call, change } = callOf(deps, { ...run, actor }, queries);
    const work = () => handle(call);
    const actorId = 'token' in actor ? actor.token.id : actor.user.id;
    const response = checkReplay
      ? await deps.idempotentRequests.once(queries, { request, actorId }, work, (stored) =>
          checkReplay(call, stored),
        )
      : await work();
    return { response, change };
  };
  const { response, change } = await withRetries(() =>
    deps.db.transaction().execute(transact),
  ).catch(async (error: unknown) => {
    await undo?.();
    throw error;
  });
  await change.committed();
  return response;
}

/** Runs the handler of a file, which opens transactions by itself: none waits for the file. */
function runUpload(deps: AdminApiDeps, run: Run, { maxBytes }: { maxBytes: number }) {
  const { route, handle, actor: caller, request } = run;
  const { call } = callOf(deps, run, deps.db);
  const body = bytesOf(request.body as AsyncIterable<Buffer>, maxBytes);
  const inChange: UploadReports['inChange'] = async (work) => {
    const { result, change } = await withRetries(() =>
      deps.db.transaction().execute(async (queries) => {
        const actor = await authorizeAgain(queries, caller, route, deps.now());
        const { change } = callOf(deps, { ...run, actor }, queries);
        return { change, result: await work(change) };
      }),
    );
    await change.committed();
    return result;
  };
  return handle({ ...call, body, inChange } as unknown as Call);
}

function runRoute(deps: AdminApiDeps, run: Run): Promise<unknown> {
  const { method, upload, reads } = run.route;
  if (upload) return runUpload(deps, run, upload);
  const isChange = method !== 'GET' && !reads;
  return isChange ? runChange(deps, run) : run.handle(callOf(deps, run, deps.db).call);
}

/** An action waits if its result is an approval. */
const waits = (route: AdminRoute, result: unknown) =>
  route.waiting !== undefined && (result as Partial<Waiting> | undefined)?.approval !== undefined;

const jsonOf = (request: FastifyRequest, schema: z.ZodType) =>
  serializerCompiler({ schema, method: request.method, url: pathOf(request.url) });

async function respond(deps: AdminApiDeps, run: Run): Promise<unknown> {
  const { route, request, reply } = run;
  const result = await runRoute(deps, run);
  const send = (status: number, schema: z.ZodType) =>
    reply
      .code(status)
      .type('application/json; charset=utf-8')
      .serializer(jsonOf(request, schema))
      .send(result);
  if (route.waiting && waits(route, result)) return send(202, route.waiting);
  if (route.file) {
    const { name, parts } = result as FileContent;
    return reply
      .type(`${route.file}; charset=utf-8`)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(parts));
  }
  if (!route.response) return reply.code(204).send();
  if (hasVersion(route)) reply.header('etag', etagOf((result as { version: number }).version));
  if (route.createdPath) {
    const created = String((result as Record<string, unknown>)[route.createdPath]);
    reply.header('location', `${pathOf(request.url)}/${encodeURIComponent(created)}`);
  }
  return send(route.status ?? 200, route.response);
}

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** Longer than any id or name in a path. */
const maxParamLength = 256;

/** Paths are matched as the server matches those of other routes. */
function createRoutes() {
  // admit() refuses longer parameters
  const router = createRouter<HTTPVersion.V1>({ maxParamLength: Number.MAX_SAFE_INTEGER });
  for (const [id, { method, path }] of Object.entries<AdminRoute>(adminRoutes))
    router.on(method, path, () => undefined, id);
  const methodOf = (method: string) => (method === 'HEAD' ? 'GET' : method) as HTTPMethod;
  return {
    find(method: string, url: string) {
      const found = router.find(methodOf(method), url);
      return found && { id: found.store as AdminRouteId, params: found.params };
    },
    methodsAt: (url: string): string[] =>
      methods
        .filter((method) => router.find(method, url))
        .flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : method))
        .sort(),
  };
}

const noParameters = z.strictObject({});

type CheckInput = (
  call: Pick<Call, 'actor' | 'extent' | 'params' | 'queries'> & {
    body: Record<string, unknown>;
    given: Readonly<Record<string, unknown>>;
  },
) => Promise<unknown>;

/**
 * Returns what else is wrong with a body that its schema refuses: forms of values, and what the database knows. Errors that are not
 * about fields stay out: the caller learns of them once the fields are right.
 */
async function furtherIssues(
  deps: AdminApiDeps,
  { id, actor, params, body }: { id: AdminRouteId; actor: Actor; params: unknown; body: unknown },
  refused: readonly FieldIssue[],
): Promise<readonly FieldIssue[]> {
  const check = deps.inputChecks[id] as CheckInput | undefined;
  const route: AdminRoute = adminRoutes[id];
  const { body: schema } = route;
  if (!check || !(schema instanceof z.ZodObject) || typeof body !== 'object' || body === null)
    return [];
  const names = new Set(refused.map(({ path: [name] }) => name));
  const given = Object.fromEntries(
    Object.entries(body).filter(([name]) => Object.hasOwn(schema.shape, name)),
  );
  const valid = Object.entries(given).filter(([name]) => !names.has(name));
  const parsed = schema.partial().safeParse(Object.fromEntries(valid));
  if (!parsed.success) return [];
  const call = {
    actor,
    extent: extentFor(actor, route),
    params: params as Call['params'],
    queries: deps.db,
  };
  try {
    await checkOwn(deps, route, call);
    await check({ ...call, body: parsed.data, given });
    return [];
  } catch (error) {
    if (isAboutFields(error)) return error.issues ?? [];
    if (error instanceof RequestError) return [];
    throw error;
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The route and the caller of a request of the administration API. */
    admin: { id: AdminRouteId; actor: Actor } | undefined;
  }
}

export function createRequestHandler(deps: AdminApiDeps): AdminApi {
  const routes = createRoutes();
  const admitted = (request: FastifyRequest) => request.admin ?? fail('session.required');
  return {
    async admit(request, reply) {
      const found = routes.find(request.method, request.url);
      if (!found) {
        const allowed = routes.methodsAt(request.url);
        if (allowed.length === 0) fail('request.not-found');
        reply.header('allow', allowed.join(', '));
        fail('request.method-not-allowed');
      }
      if (Object.values(found.params).some((one = '') => one.length > maxParamLength))
        fail('request.malformed');
      const actor = await authorize(deps, request, adminRoutes[found.id]);
      admitFile(adminRoutes[found.id], request, reply);
      request.admin = { id: found.id, actor };
      request.params = found.params;
    },
    async checkInput(request) {
      const { id, actor } = admitted(request);
      checkFile(id, request.body);
      const { params, body, query, upload }: AdminRoute = adminRoutes[id];
      if (!upload) checkDepth(request.body);
      const issues: FieldIssue[] = [];
      const parsed = (schema: z.ZodType, given: unknown) => {
        const result = validate(schema, given);
        if ('value' in result) return result.value;
        issues.push(...result.issues);
        return given;
      };
      if (params) request.params = parsed(params, request.params);
      request.query = parsed(query ?? noParameters, request.query);
      const areParametersValid = issues.length === 0;
      if (body) request.body = parsed(body, request.body);
      if (issues.length === 0) return;
      const input = { id, actor, params: request.params, body: request.body };
      const more = areParametersValid ? await furtherIssues(deps, input, issues) : [];
      fail('request.invalid', { issues: [...issues, ...more] });
    },
    respond(request, reply) {
      const { id, actor } = admitted(request);
      const route: AdminRoute = adminRoutes[id];
      const handleOwn = deps.handlers[id] as Run['handle'];
      const replay = (deps.replayChecks as Record<string, unknown>)[id] as Run['checkReplay'];
      const prepare = deps.preparations[id] as Run['prepare'];
      const handle: Run['handle'] = async (call) => {
        await checkOwn(deps, route, call);
        return handleOwn(call);
      };
      const checkReplay: Run['checkReplay'] =
        replay &&
        (async (call, response) => {
          await checkOwn(deps, route, call);
          return replay(call, response);
        });
      return respond(deps, { route, prepare, handle, checkReplay, actor, request, reply });
    },
  };
}
