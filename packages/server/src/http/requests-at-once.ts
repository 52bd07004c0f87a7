// How many requests one connection may have under way. Node hands over all that came in one piece, thousands of
// short ones, and keeps every answer until it is its turn: they would hold up everybody else.

import type { FastifyInstance } from 'fastify';

/** No browser and no proxy sends a second one before the first is answered; some clients of others do. */
const most = 16;

export function limitRequestsAtOnce(server: FastifyInstance) {
  const underWay = new WeakMap<object, number>();

  // the first hook of all: what is too much costs next to nothing
  server.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    reply.raw.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (count <= most) return done();
    reply.hijack();
    socket.destroy();
  });
}
