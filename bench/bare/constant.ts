// Fastify that returns the same bytes on every path: the lowest cost of a document. Arguments: the port, a file with
// the bytes.

import { readFileSync } from 'node:fs';
import { Fastify } from './library.ts';

const [port = '0', file = ''] = process.argv.slice(2);
const bytes = readFileSync(file);
const server = Fastify();
server.get('/readyz', async () => 'ready');
server.get('/*', async (_request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return bytes;
});
await server.listen({ port: Number(port), host: '127.0.0.1' });
