// The HTTP server without routes: limits, parsing, headers, origin check, log and errors.

import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorCode } from '@brama/contract/errors';
import { errorTable } from '@brama/contract/errors';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import {
  serializerCompiler,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import type { Logger } from 'pino';
import type { z } from 'zod';
import { createOriginCheck } from './csrf.ts';
import { type InlineHashes, registerHeaders, securityHeaders } from './headers.ts';
import {
  type ConnectionLimits,
  connectionLimits,
  createBoundedServer,
} from './limits/bounded-server.ts';
import { shownPathOf } from './log.ts';
import { createNotFound, watchRoutes } from './not-found.ts';
import { createErrorHandlers, type ErrorPages } from './replies.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The public address is https: cookies are `Secure` and their names begin with `__Host-`. */
    secureCookies: boolean;
  }
}

/** Larger than any JSON body or form of the API. */
const maxBodyBytes = 16 * 1024;

/** Returns the server with requests and responses typed by their zod schemas. */
export function typed(server: FastifyInstance) {
  return server.withTypeProvider<ZodTypeProvider>();
}

/** Returns the schema of a route that returns this. Errors have one form, which `sendError` writes. */
export function returns<Answer extends z.ZodType>(answer: Answer) {
  return { schema: { response: { 200: answer } } };
}

const clientErrorCodes: Record<string, ErrorCode> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'request.timeout',
  HPE_HEADER_OVERFLOW: 'request.too-large',
};

/** Responds to requests that Node cannot parse as HTTP. No hook runs for them. */
function createClientErrorHandler(fixed: Record<string, string>) {
  return (error: { code?: string }, socket: Socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const code = clientErrorCodes[error.code ?? ''] ?? 'request.malformed';
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

/** Accepts JSON only. An empty body counts as none, because sign-out sends none. */
function acceptJson(server: FastifyInstance) {
  const parse = server.getDefaultJsonParser('error', 'error');
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}

/** A number is how many proxies in front of the server are trusted, nearest first. */
function trustedProxies(proxies: Options['trustProxy']) {
  if (typeof proxies !== 'number') return proxies;
  return (_address: string, hop: number) => hop < proxies;
}

/** Headers that describe or replace a body, or carry secrets: an error that replaces the response must not have them. */
const headersOfBody = ['set-cookie', 'location', 'content-encoding', 'etag', 'last-modified'];

function prepareResponses(server: FastifyInstance, untilDurable: Options['untilDurable']) {
  let closing = false;
  server.addHook('preClose', async () => {
    closing = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    // a server error acknowledges nothing
    if (reply.statusCode < 500)
      await untilDurable?.()?.catch((error: unknown) => {
        for (const name of headersOfBody) reply.removeHeader(name);
        throw error;
      });
    // an idle connection would delay a graceful shutdown until it times out
    if (closing) reply.header('connection', 'close');
    // responses are personal unless they say otherwise
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}

/** Logs one line per response, without the query. */
function logResponses(server: FastifyInstance, logger: Logger) {
  server.addHook('onResponse', async (request, reply) => {
    if (!logger.isLevelEnabled('info')) return;
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
}

type Options = InlineHashes &
  ErrorPages & {
    ownOrigin: string;
    secure: boolean;
    trustProxy: false | number | string[];
    logger: Logger;
    /** Waits until the disk has all writes so far. Not needed by servers without a database. */
    untilDurable?(): Promise<void> | undefined;
    connections?: ConnectionLimits;
  };

function useZodInstead(): never {
  throw new Error('zod compiles all schemas');
}

/** Without these, Fastify would load compilers of its own at start: 35 ms and 3 MiB. */
const unusedCompilers = {
  buildValidator: () => useZodInstead,
  buildSerializer: () => useZodInstead,
};

export async function buildServer(options: Options): Promise<FastifyInstance> {
  const headers = securityHeaders(options);
  const { handleError, handleUnroutable } = createErrorHandlers(headers, options);
  const limits = options.connections ?? connectionLimits;
  const server = Fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    // logResponses logs one line per response instead
    logController: new LogController({
      disableRequestLogging: true,
      requestIdLogLabel: 'requestId',
    }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trustedProxies(options.trustProxy),
    bodyLimit: maxBodyBytes,
    serverFactory: (handle) => createBoundedServer(handle, limits),
    clientErrorHandler: createClientErrorHandler(headers),
    routerOptions: { maxParamLength: 256 },
    schemaController: { compilersFactory: unusedCompilers },
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
  prepareResponses(server, options.untilDurable);
  logResponses(server, options.logger);
  return server;
}
