// The HTTP server without any route of the product: limits, parsing, headers, origin rule, log, errors.

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@brama/contract/errors';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import { errorTable } from '../errors.ts';
import { createOriginCheck } from './csrf.ts';
import { type InlineHashes, registerHeaders, securityHeaders } from './headers.ts';
import { createBoundedServer } from './limits/bounded-server.ts';
import { type ConnectionLimits, connectionLimits } from './limits/connection-limits.ts';
import { shownPathOf } from './log.ts';
import { createNotFound, watchRoutes } from './not-found.ts';
import { createErrorHandlers, type ErrorPages } from './replies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Our address is https: cookies are `Secure`, under names with `__Host-`. */
    secureCookies: boolean;
  }
}

/** 16 KiB holds every JSON body and form of the API with room to spare. */
const maxBodyBytes = 16 * 1024;

/** The same server with requests and answers typed by their zod schemas. */
export function typed(server: FastifyInstance) {
  return server.withTypeProvider<ZodTypeProvider>();
}

const clientFaults: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.too-large',
};

/** Answers what Node could not even parse as HTTP, before any hook runs. */
function createBrokenRequestAnswer(fixed: Record<string, string>) {
  return (error: { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const code = clientFaults[error.code ?? ''] ?? 'request.malformed';
    const requestId = randomUUID();
    const body = JSON.stringify({ error: { code, requestId } });
    const { status } = errorTable[code];
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
      'cache-control': 'no-store',
      'x-request-id': requestId,
      ...fixed,
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  };
}

/** JSON only; an empty body is an absent one, so that sign-out may send none. */
function acceptJson(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** A number means: believe so many proxies in front of us, nearest first. */
function trusted(proxies: Options['trustProxy']) {
  if (typeof proxies !== 'number') return proxies;
  return (_address: string, hop: number) => hop < proxies;
}

type Options = InlineHashes &
  ErrorPages & {
    ownOrigin: string;
    secure: boolean;
    trustProxy: false | number | string[];
    logger: Logger;
    /** How long anybody may hold a connection, and how many there may be. */
    connections?: ConnectionLimits;
  };

export async function buildServer(options: Options): Promise<FastifyInstance> {
  const headers = securityHeaders(options);
  const { handleError, handleUnroutable } = createErrorHandlers(headers, options);
  const limits = options.connections ?? connectionLimits;
  const server = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // one line of our own per answer instead, without the query
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted(options.trustProxy),
    bodyLimit: maxBodyBytes,
    serverFactory: (handle) => createBoundedServer(handle, limits),
    clientErrorHandler: createBrokenRequestAnswer(headers),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: (error, request, reply) => void handleUnroutable(error, request, reply),
  });
  server.decorate('secureCookies', options.secure);
  server.setValidatorCompiler(validatorCompiler);
  server.setSerializerCompiler(serializerCompiler);
  server.setErrorHandler(handleError);
  server.setNotFoundHandler(createNotFound(watchRoutes(server), options.errorPage));
  acceptJson(server);
  registerHeaders(server, headers);
  await server.register(cookie);
  server.addHook('onRequest', createOriginCheck(options.ownOrigin));
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    // a kept connection would hold up a graceful stop until it times out
    if (closing) reply.header('connection', 'close');
    // what does not say otherwise is personal
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  server.addHook('onResponse', async (request, reply) => {
    if (!options.logger.isLevelEnabled('info')) return;
    request.log.info(
      {
        method: request.method,
        path: shownPathOf(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
  return server;
}
