// Sends one HTML page, compressed as the browser accepts, never stored.

import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { rawQuery } from './address.ts';

// pages without a query differ by language and notice only
const mostKept = 64;
const kept = new Map<string, Buffer>();
const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const quality = (value: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } });

function compressOnce(encoding: 'br' | 'gzip', html: string): Buffer {
  const key = `${encoding} ${html}`;
  const known = kept.get(key);
  if (known) return known;
  const bytes = encoding === 'br' ? brotliCompressSync(html, quality(9)) : gzipSync(html);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
  kept.set(key, bytes);
  return bytes;
}

function compressNow(encoding: 'br' | 'gzip', html: string): Promise<Buffer> {
  return encoding === 'br' ? brotli(html, quality(4)) : zip(html, { level: 4 });
}

/** For browsers that ask to save data (Save-Data, Client Hints): no font of ours, no picture. */
function savingData(html: string): string {
  return html
    .replace('<html ', '<html data-save-data ')
    .replaceAll(/<link rel="preload" as="font"[^>]*>/g, '');
}

/** `personal`: the page tells about a user; it goes as it is, for its size must tell nothing of them. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
  { status = 200, personal = false }: { status?: number; personal?: boolean } = {},
) {
  const html = request.headers['save-data'] === 'on' ? savingData(page) : page;
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, cookie, save-data');
  const accepted = new Negotiator(request.raw).encodings(['br', 'gzip', 'identity']);
  // browsers name both alike; the first is the smaller
  const encoding = accepted.includes('br') ? 'br' : accepted[0];
  if (personal || (encoding !== 'br' && encoding !== 'gzip')) return reply.send(html);
  const same =
    status === 200 && ['GET', 'HEAD'].includes(request.method) && rawQuery(request) === '';
  const compressed = same ? compressOnce(encoding, html) : await compressNow(encoding, html);
  return reply.header('content-encoding', encoding).send(compressed);
}
