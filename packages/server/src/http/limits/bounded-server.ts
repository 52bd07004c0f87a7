// The HTTP server of Node below Fastify, with connection limits, so that slow clients leave room for others (Slowloris).
// Rejects requests that a proxy might read differently.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';

export type ConnectionLimits = {
  /** Connections of one node. Further ones are closed at once. */
  maxConnections: number;
  /** Concurrent requests of one connection. Browsers and proxies wait for a response before they send the next request. */
  maxConcurrentRequests: number;
  /** The interval at which the times below are checked. */
  checkMs: number;
  /** From the first byte of a request to the end of its headers. */
  headersMs: number;
  /** From the end of the headers of a request to the end of its body. */
  requestMs: number;
  /** The same for a file that the caller may send: 100 MB by a slow line. */
  uploadMs: number;
  /** Without a byte in either direction, also while the client does not read a response. Longer than keep-alive. */
  idleMs: number;
};

/** Even slow phones send 16 KiB of headers within ten seconds. */
export const connectionLimits: ConnectionLimits = {
  maxConnections: 20_000,
  maxConcurrentRequests: 16,
  checkMs: 5_000,
  headersMs: 10_000,
  requestMs: 30_000,
  uploadMs: 15 * 60_000,
  idleMs: 90_000,
};

/** Longer than proxies keep connections open, so that the proxies close them. */
const keepAliveMs = 72_000;

/**
 * Limits pipelined requests. Node handles all requests of one packet at once, which may be thousands of short ones, and
 * buffers their responses. Excess requests close the connection before any work is done for them.
 */
function limitPipelining(handle: RequestListener, most: number): RequestListener {
  const running = new WeakMap<object, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (running.get(socket) ?? 0) + 1;
    running.set(socket, count);
    if (count > most) return void socket.destroy();
    response.once('close', () => running.set(socket, (running.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}

type Deadline = { timer: NodeJS.Timeout; uploadMs: number; end(): void };

const deadlines = new WeakMap<IncomingMessage, Deadline>();

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/** Calls `end` if the body has not come to its end in time. The check of Node knows one time for all requests. */
function limitBody(request: IncomingMessage, limits: ConnectionLimits, end: () => void): void {
  if (!hasBody(request)) return;
  const { requestMs, uploadMs } = limits;
  const timer = setTimeout(end, requestMs).unref();
  deadlines.set(request, { timer, uploadMs, end });
  const stop = () => clearTimeout(deadlines.get(request)?.timer);
  request.once('end', stop).once('close', stop);
}

/** Gives the body the time of a file. */
export function allowLongBody(request: IncomingMessage): void {
  const deadline = deadlines.get(request);
  if (!deadline) return;
  clearTimeout(deadline.timer);
  deadline.timer = setTimeout(deadline.end, deadline.uploadMs).unref();
}

class BodyTimeout extends Error {
  readonly code = 'ERR_HTTP_REQUEST_TIMEOUT';
}

/** Node reads the first Host header, a proxy may read the last (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

export function createBoundedServer(handle: RequestListener, limits: ConnectionLimits) {
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    limitPipelining((request, response) => {
      const { socket } = request;
      // later requests of the same packet are not served either
      if (!socket.writable) return;
      if (hasTwoHosts(request)) server.emit('clientError', new Error('two hosts'), socket);
      else {
        limitBody(request, limits, () => server.emit('clientError', new BodyTimeout(), socket));
        handle(request, response);
      }
    }, limits.maxConcurrentRequests),
  );
  server.keepAliveTimeout = keepAliveMs;
  // the times of bodies are limited above
  server.requestTimeout = limits.headersMs + limits.uploadMs;
  server.maxConnections = limits.maxConnections;
  return server.setTimeout(limits.idleMs);
}
