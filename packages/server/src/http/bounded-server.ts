// Node's server beneath the framework: how long a connection may be held, how many there may be, and how many requests
// each may have under way.

import { createServer, type RequestListener } from 'node:http';
import type { ConnectionLimits } from './connection-limits.ts';

/** Longer than proxies keep theirs, so that they are the ones who close. */
const keptOpenMs = 72_000;

/**
 * Node hands over all requests that came in one piece, thousands of short ones, and keeps every answer until it is
 * its turn: they would hold up everybody else. What is too much is dropped before anything is done for it.
 */
function limited(handle: RequestListener, most: number): RequestListener {
  const underWay = new WeakMap<object, number>();
  return (request, response) => {
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    if (count > most) return void socket.destroy();
    response.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    handle(request, response);
  };
}

export function createBoundedServer(handle: RequestListener, limits: ConnectionLimits) {
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    limited(handle, limits.requestsAtOnce),
  );
  server.keepAliveTimeout = keptOpenMs;
  server.requestTimeout = limits.requestMs;
  server.maxConnections = limits.most;
  return server.setTimeout(limits.silentMs);
}
