// POST /api/diia/callback, which the servers of Diia call. All refusals have the same response.

import { errorTable } from '@brama/contract/errors';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { logError, sendError } from '../../http/replies.ts';
import { maxCallbackBytes } from './callback-body.ts';
import { type CallbackDeps, createCallbackProcessor } from './callback-processor.ts';

function answer(reply: FastifyReply, status: number) {
  return reply.code(status).send({ success: status === 200 });
}

export async function registerCallback(server: FastifyInstance, deps: CallbackDeps) {
  const processCallback = createCallbackProcessor(deps);
  const route: FastifyPluginAsync = async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      /^multipart\/(mixed|form-data)\b/i,
      { parseAs: 'buffer' },
      (_request, body, done) => done(null, body),
    );
    // errors of ours have the usual form, so that Diia repeats the callback
    scope.setErrorHandler((error, request, reply) => {
      const result = logError(error, request, reply);
      const { status } = errorTable[result.code];
      return status < 500 ? answer(reply, status) : sendError(reply, request.id, result);
    });
    scope.post(
      paths.diiaCallback,
      { config: { forServers: true }, bodyLimit: maxCallbackBytes },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const outcome = await processCallback(body, request.headers['content-type'] ?? '');
        if (typeof outcome !== 'string') {
          const facts = { reason: outcome.refused, network: networkOf(request.ip) };
          logSecurityEvent(request.log, 'diia.callback-refused', facts);
          return answer(reply, 400);
        }
        request.log.info({ outcome }, 'a callback of Diia is accepted');
        return answer(reply, 200);
      },
    );
  };
  await server.register(route);
}
