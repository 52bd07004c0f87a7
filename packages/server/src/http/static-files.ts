// Serves the files of the built web application that are the same for everybody.

import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** One route for every file present, so that an unknown file is an ordinary unknown path. */
export async function registerStaticFiles(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', '**/.*', 'site.json'],
    setHeaders(reply, path) {
      // hashed names never change; everything else is asked for anew and usually answered with 304
      const immutable = path.includes(`${sep}assets${sep}`);
      reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
}
