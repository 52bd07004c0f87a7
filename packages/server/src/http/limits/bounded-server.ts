// The HTTP server of Node below Fastify, with connection limits. Rejects requests that a proxy might read differently.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { ConnectionLimits } from './connection-limits.ts';

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
