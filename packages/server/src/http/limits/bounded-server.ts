// Node's server beneath the framework: how long a connection may be held, how many there may be, how many requests each
// may have under way, and what Node lets through that two programs might read in two ways.

import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
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

/** Node takes the first, a proxy perhaps the last (RFC 9112 §3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  const isHost = (text: string, at: number) => at % 2 === 0 && text.toLowerCase() === 'host';
  return rawHeaders.findIndex(isHost) !== rawHeaders.findLastIndex(isHost);
}

export function createBoundedServer(handle: RequestListener, limits: ConnectionLimits) {
  const server = createServer(
    { headersTimeout: limits.headersMs, connectionsCheckingInterval: limits.checkMs },
    limited((request, response) => {
      const { socket } = request;
      // what came behind it in the same piece is not served either
      if (!socket.writable) return;
      if (hasTwoHosts(request)) server.emit('clientError', new Error('two hosts'), socket);
      else handle(request, response);
    }, limits.requestsAtOnce),
  );
  server.keepAliveTimeout = keptOpenMs;
  server.requestTimeout = limits.requestMs;
  server.maxConnections = limits.most;
  return server.setTimeout(limits.silentMs);
}
