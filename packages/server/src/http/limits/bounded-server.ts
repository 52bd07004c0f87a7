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
  /** From the first byte of a request to the last, including the body. */
  requestMs: number;
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
      else handle(request, response);
    }, limits.maxConcurrentRequests),
  );
  server.keepAliveTimeout = keepAliveMs;
  server.requestTimeout = limits.requestMs;
  server.maxConnections = limits.maxConnections;
  return server.setTimeout(limits.idleMs);
}
