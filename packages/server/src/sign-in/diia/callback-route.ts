// POST /api/diia/callback, which the servers of Diia call. A callback is verified by its signature and by our own pending
// request: the caller's address and headers prove nothing. All refusals have the same response.

import { createHash } from 'node:crypto';
import { errorTable } from '@brama/contract/errors';
import { paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply } from 'fastify';
import { logSecurityEvent } from '../../audit/security-events.ts';
import { networkOf } from '../../http/limits/client-network.ts';
import { logError, sendError } from '../../http/replies.ts';
import { maxCallbackBytes, readCallback } from './callback-body.ts';
import { type CallbackRefusal, CallbackRefused, refuse } from './refusal.ts';
import type { DiiaRequests, StoredRequest } from './request-store.ts';
import type { Verifier } from './signature/verify.ts';

type CallbackDeps = { requests: DiiaRequests; verify: Verifier; now: () => number };

type CallbackOutcome = 'finished' | 'repeated' | { refused: CallbackRefusal };

const maxFailures = 20;

type Failures = { count: number; until: number };

/**
 * Limits how many wrong signatures of one request are verified. Each node counts for itself, because verification costs each
 * node. Only the browser and Diia know the request id, so an attacker cannot use up the limit of another user.
 */
function createFailedSignatureLimit() {
  const failures = new Map<string, Failures>();

  /** The oldest come first, because all requests last equally long. */
  function deleteExpired(now: number) {
    for (const [requestId, { until }] of failures) {
      if (until > now) return;
      failures.delete(requestId);
    }
  }

  return {
    isReached: (requestId: string) => (failures.get(requestId)?.count ?? 0) >= maxFailures,
    /** `until` is the expiry of the request, in epoch milliseconds. */
    count(requestId: string, until: number, now: number) {
      deleteExpired(now);
      failures.set(requestId, { count: (failures.get(requestId)?.count ?? 0) + 1, until });
    },
  };
}

/** Diia repeats a callback without a response. Another signature for the same request is refused. */
function isRepeated({ signatureHash }: StoredRequest, hash: string): boolean {
  if (signatureHash === undefined) return false;
  return signatureHash === hash || refuse('request-used');
}

function createCallbackProcessor({ requests, verify, now }: CallbackDeps) {
  const failedSignatures = createFailedSignatureLimit();

  /** Synchronous, so that no two signatures are verified at the same time. */
  function verifyFor(requestId: string, { expiresAt }: StoredRequest, signature: Buffer) {
    const at = now();
    if (at >= expiresAt) refuse('request-expired');
    if (failedSignatures.isReached(requestId)) refuse('request-refused-too-often');
    const result = verify(signature, Buffer.from(requestId, 'base64'), at);
    if ('refused' in result) failedSignatures.count(requestId, expiresAt, at);
    return result;
  }

  async function process(body: Buffer, contentType: string): Promise<CallbackOutcome> {
    const { requestId, signature } = await readCallback(body, contentType);
    const hash = createHash('sha256').update(signature).digest('base64url');
    // before the signature, whose verification costs milliseconds: anybody may send callbacks
    const pending = (await requests.pending(requestId)) ?? refuse('request-unknown');
    if (isRepeated(pending, hash)) return 'repeated';
    const result = verifyFor(requestId, pending, signature);
    if ('refused' in result) return result;
    if (await requests.finish(requestId, hash, result.taxId)) return 'finished';
    // a simultaneous callback was faster
    const current = await requests.pending(requestId);
    return current && isRepeated(current, hash) ? 'repeated' : refuse('request-expired');
  }

  return async function processCallback(
    body: Buffer,
    contentType: string,
  ): Promise<CallbackOutcome> {
    try {
      return await process(body, contentType);
    } catch (error) {
      if (error instanceof CallbackRefused) return { refused: error.reason };
      throw error;
    }
  };
}

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
        request.log.info({ outcome }, 'Diia callback accepted');
        return answer(reply, 200);
      },
    );
  };
  await server.register(route);
}
