// Sends one HTML page, compressed as the browser accepts. Browsers and proxies must not store it.

import { promisify } from 'node:util';
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { CacheablePage } from './page-cache.ts';

type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const quality = (value: number) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: value } });

function encodeOnce(encoding: Encoding, html: string): Buffer {
  if (encoding === 'identity') return Buffer.from(html);
  return encoding === 'br' ? brotliCompressSync(html, quality(9)) : gzipSync(html);
}

async function encodeNow(encoding: Encoding, html: string): Promise<Buffer | string> {
  if (encoding === 'identity') return html;
  return encoding === 'br' ? brotli(html, quality(4)) : zip(html, { level: 4 });
}

/** Marks the page for browsers that ask to save data (Save-Data, Client Hints): they load no picture or font of ours. */
function savingData(html: string): string {
  return html
    .replace('<html ', '<html data-save-data ')
    .replaceAll(/<link rel="preload" as="font"[^>]*>/g, '');
}

function encodingFor(request: FastifyRequest): Encoding {
  const accepted = new Negotiator(request.raw).encodings(['br', 'gzip', 'identity']);
  // browsers accept both equally; Brotli is smaller
  if (accepted.includes('br')) return 'br';
  return accepted[0] === 'gzip' ? 'gzip' : 'identity';
}

/**
 * Sends a page. A `personal` page contains user data and is not compressed, because its compressed size would reveal
 * something about the data.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string | CacheablePage,
  { status = 200, personal = false }: { status?: number; personal?: boolean } = {},
) {
  const isSaving = request.headers['save-data'] === 'on';
  const adapted = (html: string) => (isSaving ? savingData(html) : html);
  const encoding = personal ? 'identity' : encodingFor(request);
  const body =
    typeof page === 'string'
      ? await encodeNow(encoding, adapted(page))
      : page.cache.get(`${encoding} ${isSaving} ${page.key}`, () =>
          encodeOnce(encoding, adapted(page.render())),
        );
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding, cookie, save-data');
  return encoding === 'identity'
    ? reply.send(body)
    : reply.header('content-encoding', encoding).send(body);
}
