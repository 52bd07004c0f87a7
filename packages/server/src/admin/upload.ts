// Files in requests of the administration API. Memory never holds a whole file: the handler reads it while it comes.

import { Readable } from 'node:stream';
import type { AdminRoute } from '@brama/contract/admin/route';
import { type AdminRouteId, adminRoutes } from '@brama/contract/admin/routes';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors.ts';
import { allowLongBody } from '../http/limits/bounded-server.ts';

/** @throws `request.too-large` before a byte of the file is read, if the request says how long it is */
export function admitFile(route: AdminRoute, request: FastifyRequest, reply: FastifyReply): void {
  if (!route.upload) return;
  if (Number(request.headers['content-length'] ?? 0) > route.upload.maxBytes) {
    // the rest is not received
    reply.header('connection', 'close');
    fail('request.too-large');
  }
  allowLongBody(request.raw);
}

/** @throws `request.unsupported-type` for a file that is no body of the route, and for another body in place of a file */
export function checkFile(id: AdminRouteId, body: unknown): void {
  const route: AdminRoute = adminRoutes[id];
  const isFile = body instanceof Readable;
  if (isFile !== (route.upload !== undefined)) fail('request.unsupported-type');
}

/** Yields the bytes of the file. @throws `request.too-large`, `request.malformed` for a file that breaks off */
export async function* bytesOf(
  file: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const part of file) {
      received += part.length;
      if (received > maxBytes) break;
      yield part;
    }
  } catch (cause) {
    fail('request.malformed', { cause });
  }
  if (received > maxBytes) fail('request.too-large');
}
