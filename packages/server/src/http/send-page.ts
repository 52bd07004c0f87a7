// Sends one HTML page, compressed as the browser accepts, never stored.

import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

// pages without a query differ by language and notice only
const mostKept = 64;
const compressed = new Map<string, Buffer>();

function compressOnce(encoding: 'br' | 'gzip', html: string): Buffer {
  const key = `${encoding} ${html}`;
  const known = compressed.get(key);
  if (known) return known;
  const bytes =
    encoding === 'br'
      ? brotliCompressSync(html, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      : gzipSync(html);
  if (compressed.size >= mostKept) compressed.delete(compressed.keys().next().value ?? '');
  compressed.set(key, bytes);
  return bytes;
}

/** `keep`: the page is the same for many, so it is compressed once and kept; others go as they are. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  html: string,
  { status = 200, keep = true }: { status?: number; keep?: boolean } = {},
) {
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, cookie');
  const [encoding] = new Negotiator(request.raw).encodings(['br', 'gzip', 'identity']);
  if (!keep || (encoding !== 'br' && encoding !== 'gzip')) return reply.send(html);
  return reply.header('content-encoding', encoding).send(compressOnce(encoding, html));
}
