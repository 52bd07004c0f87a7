// Logos that the operator supplies. Each is read once at start and served under a name with its hash.

import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

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
