// Registers the administration API. Its code and schemas are loaded with the first request: most processes serve users only.

import { adminPath } from '@brama/contract/admin/paths';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import type { Site } from '../pages/web-build.ts';
import { acceptFiles, acceptStrictJson } from './json-body.ts';
import { createProblemHandler } from './problem.ts';

/** What is done with a request, in this order. */
export type AdminApi = {
  /** Before the input is parsed and checked, so that others learn nothing from it. @throws `request.not-found` and others */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void>;
  /** @throws the error of a body, query or path that the route refuses */
  checkInput(request: FastifyRequest): Promise<void>;
  respond(request: FastifyRequest, reply: FastifyReply): Promise<unknown>;
};

/** Larger than the body of any request: an application with its icon is the largest. */
const maxBodyBytes = 128 * 1024;

/** Returns the result of `load`, which runs once, and again after a failure. */
function once<Result>(load: () => Promise<Result>): () => Promise<Result> {
  let loading: Promise<Result> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

export async function registerAdminApi(
  server: FastifyInstance,
  { load, site }: { load: () => Promise<AdminApi>; site: Site },
): Promise<void> {
  const api = once(load);
  const routes: FastifyPluginAsync = async (scope) => {
    scope.setErrorHandler(createProblemHandler(site));
    acceptStrictJson(scope);
    acceptFiles(scope);
    scope.route({
      method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
      url: '/*',
      bodyLimit: maxBodyBytes,
      config: { acceptsTokens: true },
      onRequest: async (request, reply) => {
        await (await api()).admit(request, reply);
        const isEncoded = request.headers['content-encoding'] !== undefined;
        // no body is decompressed
        if (isEncoded && request.method !== 'GET') fail('request.unsupported-type');
      },
      preValidation: async (request) => (await api()).checkInput(request),
      handler: async (request, reply) => (await api()).respond(request, reply),
    });
    // other methods, and the path without `/`
    scope.setNotFoundHandler(async (request, reply) => (await api()).admit(request, reply));
  };
  await server.register(routes, { prefix: adminPath });
}
