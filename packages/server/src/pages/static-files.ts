// Serves files that are the same for every user: those of the built web application, and the logos of the operator.

import { createHash } from 'node:crypto';
import { sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { allowAllOrigins } from '../http/cors.ts';

/** The script that third-party pages include, and its compressed copies. */
const button = /[\\/]kpi-id-signin(?:\.[\da-f]+)?\.m?js(?:\.br|\.gz)?$/;
const hashedButton = /[\\/]kpi-id-signin\.[\da-f]{12}\.m?js/;

/** The manual for integrators, which third-party pages may link to and show. */
const manual = /[\\/]integration_manual(?:_[a-z]{2})?\.pdf$/;

/** Files with a hash in their name never change. Browsers revalidate most others, and usually receive 304. */
function cachingOf(isHashed: boolean, isForOthers: boolean): string {
  if (isHashed) return 'public, max-age=31536000, immutable';
  return isForOthers ? 'public, max-age=300' : 'no-cache';
}

/** Registers one route for each existing file, so that an unknown file is handled as an unknown path. */
export async function registerStaticFiles(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    preCompressed: true,
    cacheControl: false,
    // the plugin omits files whose names begin with a dot
    globIgnore: ['**/*.html', '**/*.br', '**/*.gz', 'site.json'],
    setHeaders(reply, path) {
      const isForOthers = button.test(path) || manual.test(path);
      const isHashed = path.includes(`${sep}assets${sep}`) || hashedButton.test(path);
      reply.header('cache-control', cachingOf(isHashed, isForOthers));
      if (isForOthers) allowAllOrigins(reply);
    },
  });
}

export type Logo = { bytes: Buffer; type: string; path: string };

const logoTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
};

/** Reads a logo. The served name begins with `name`. @throws an Error that describes the problem with the file. */
export function readLogo(name: string, file: string, read: (path: string) => Buffer): Logo {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const type = logoTypes[extension];
  if (!type) throw new Error('must be the path of an .svg, .png or .webp file');
  const bytes = read(file);
  if (bytes.length > 200 * 1024)
    throw new Error('must be at most 200 KiB: pages show it to everybody');
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return { bytes, type, path: `/assets/${name}-${hash}.${extension}` };
}

export function registerLogo(server: FastifyInstance, { bytes, type, path }: Logo) {
  server.get(path, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
  );
}
