// Serves files that are the same for every user: those of the built web application, and the logos and colours of the operator.

import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { allowAllOrigins } from '../http/headers.ts';

/** The script that third-party pages include, and its compressed copies. */
const button = /[\\/]kpi-id-signin(?:\.[\da-f]+)?\.m?js(?:\.br|\.gz)?$/;
const hashedButton = /[\\/]kpi-id-signin\.[\da-f]{12}\.m?js/;

/** The manual for integrators, which third-party pages may link to and show. */
const manual = /[\\/]integration_manual(?:_[a-z]{2})?\.pdf$/;

/** A page shows many of them. */
const campusIcon = /[\\/]campus-icons[\\/]/;

/** Files with a hash in their name never change. Browsers revalidate most others, and usually receive 304. */
function cachingOf(path: string, isForOthers: boolean): string {
  const isHashed = path.includes(`${sep}assets${sep}`) || hashedButton.test(path);
  if (isHashed) return 'public, max-age=31536000, immutable';
  if (campusIcon.test(path)) return 'public, max-age=86400';
  return isForOthers ? 'public, max-age=300' : 'no-cache';
}

const notServed = /(?:^|[\\/])(?:\.|site\.json$)|\.(?:html|br|gz)$/;

/** Returns the paths of the files that the server serves, below the folder, with `/`. */
function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .filter((path) => !notServed.test(path))
    .map((path) => path.split(sep).join('/'));
}

/** Returns the files by the pattern of their route: each file of the top folder, and each folder in it. */
function routesOf(files: readonly string[]): Map<string, Set<string>> {
  const routes = new Map<string, Set<string>>();
  for (const file of files) {
    const end = file.indexOf('/');
    const url = end < 0 ? `/${file}` : `/${file.slice(0, end)}/*`;
    routes.set(url, (routes.get(url) ?? new Set()).add(`/${file}`));
  }
  return routes;
}

/**
 * Serves the files that exist now. An unknown file is handled as an unknown path. One route for each folder instead of
 * each file saves a tenth of the start.
 */
export async function registerStaticFiles(server: FastifyInstance, folder: string) {
  await server.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const isForOthers = button.test(path) || manual.test(path);
      reply.header('cache-control', cachingOf(path, isForOthers));
      if (isForOthers) allowAllOrigins(reply);
    },
  });
  for (const [url, paths] of routesOf(listFiles(folder))) {
    const start = url.slice(0, -1);
    server.route<{ Params: { '*'?: string } }>({
      method: ['GET', 'HEAD'],
      url,
      config: { paths },
      // the browser has closed the connection
      errorHandler(error, request, reply) {
        if (error.code === 'ERR_STREAM_PREMATURE_CLOSE') request.raw.destroy();
        else server.errorHandler(error, request, reply);
      },
      handler(request, reply) {
        const { '*': rest } = request.params;
        const path = rest === undefined ? url : start + rest;
        return paths.has(path) ? reply.sendFile(path) : reply.callNotFound();
      },
    });
  }
}

/** A file of the operator, with a hash in its path. */
export type OwnFile = { bytes: Buffer; type: string; path: string };

const logoTypes: Record<string, string> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
};

function hashedPath(name: string, bytes: Buffer, extension: string): string {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
  return `/assets/${name}-${hash}.${extension}`;
}

/** Reads a logo. The served name begins with `name`. @throws an Error that describes the problem with the file. */
export function readLogo(name: string, file: string, read: (path: string) => Buffer): OwnFile {
  const extension = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const type = logoTypes[extension];
  if (!type) throw new Error('must be the path of an .svg, .png or .webp file');
  const bytes = read(file);
  if (bytes.length > 200 * 1024)
    throw new Error('must be at most 200 KiB: pages show it to everybody');
  return { bytes, type, path: hashedPath(name, bytes, extension) };
}

/** Returns the style sheet as a file that pages name. */
export function styleFile(name: string, styles: string): OwnFile {
  const bytes = Buffer.from(styles);
  return { bytes, type: 'text/css; charset=utf-8', path: hashedPath(name, bytes, 'css') };
}

export function registerOwnFile(server: FastifyInstance, { bytes, type, path }: OwnFile) {
  server.get(path, (_request, reply) =>
    reply.type(type).header('cache-control', 'public, max-age=31536000, immutable').send(bytes),
  );
}
