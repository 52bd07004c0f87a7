// Sends one HTML page, compressed as the browser accepts. Browsers and proxies must not store it.

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { PagePart } from '@brama/contract/pages/renderer';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { SignedIn } from '../sessions/store.ts';
import { splitAtMenu } from './account-menu.ts';
import { gzipParts } from './gzip-parts.ts';

/**
 * A page that is the same for every user. `key` names everything that the page depends on, and no value that a request
 * can choose freely, so the cache stays small.
 */
export type CacheablePage = { cache: PageCache; key: string; render(): string };

/** Encoded bodies. They are promises, so that simultaneous requests render a page once. */
export type PageCache = Map<string, Promise<Buffer>>;

type Encoding = 'br' | 'gzip' | 'identity';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Levels = { brotliQuality: number; gzipLevel: number };
const once: Levels = { brotliQuality: 9, gzipLevel: 6 };
const perRequest: Levels = { brotliQuality: 4, gzipLevel: 4 };

async function encode(encoding: Encoding, html: string, { brotliQuality, gzipLevel }: Levels) {
  if (encoding === 'gzip') return zip(html, { level: gzipLevel });
  if (encoding === 'identity') return Buffer.from(html);
  return brotli(html, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
}

const unchanged = (html: string) => html;

/**
 * Marks the page for browsers that ask to save data (Save-Data, Client Hints): it then loads none of our pictures and
 * fonts.
 */
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

function cached(
  { cache, render }: CacheablePage,
  key: string,
  encoded: (html: string) => Promise<Buffer>,
): Promise<Buffer> {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const body = encoded(render());
  cache.set(key, body);
  body.catch(() => cache.delete(key));
  return body;
}

const isParts = (page: Page): page is readonly PagePart[] => Array.isArray(page);

/** A page as a whole, one that is the same for every user, or one in parts. */
type Page = string | CacheablePage | readonly PagePart[];

/** The parts of cached pages around the account menu. */
const splitPages = new WeakMap<PageCache, Map<string, readonly PagePart[]>>();

/** Returns the parts of a page, with those of a page that is the same for every user marked as shared. */
function partsOf(page: Page): readonly PagePart[] {
  if (typeof page === 'string') return [{ html: page, isShared: false }];
  if (isParts(page)) return page;
  const { cache, key, render } = page;
  const pages = splitPages.get(cache) ?? new Map<string, readonly PagePart[]>();
  splitPages.set(cache, pages);
  const known = pages.get(key);
  if (known) return known;
  const html = render();
  const parts = splitAtMenu(html, true) ?? [{ html, isShared: true }];
  pages.set(key, parts);
  return parts;
}

/** Returns the page with the account menu, or undefined for a visitor and for a page without a place for it. */
async function withAccountMenu(
  request: FastifyRequest,
  page: Page,
  { status, signedIn }: { status: number; signedIn: SignedIn | undefined },
) {
  // the cause may be the database, which must not delay the error page again
  if (status >= 500) return undefined;
  const addMenu = await request.server.findAccountMenu?.(request, signedIn);
  return addMenu?.(partsOf(page));
}

function encodingOf(request: FastifyRequest, page: Page, personal: boolean): Encoding {
  if (!personal) return encodingFor(request);
  const accepted = isParts(page) ? new Negotiator(request.raw).encodings(['gzip']) : [];
  return accepted.length > 0 ? 'gzip' : 'identity';
}

type SendOptions = {
  status?: number;
  personal?: boolean;
  /** The session of the request, if the caller has read it. */
  signedIn?: SignedIn;
};

/**
 * Sends a page, with the account menu if the user is signed in. A `personal` page contains user data, which is not
 * compressed, because its compressed size would reveal something about it. If the page comes in parts, those without
 * user data are compressed.
 */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  given: Page,
  { status = 200, personal: isGivenPersonal = isParts(given), signedIn }: SendOptions = {},
) {
  const withMenu = await withAccountMenu(request, given, { status, signedIn });
  const page = withMenu ?? given;
  const personal = isGivenPersonal || withMenu !== undefined;
  const isSaving = request.headers['save-data'] === 'on';
  const encoding = encodingOf(request, page, personal);
  const forBrowser = isSaving ? savingData : unchanged;
  const encoded = (html: string, levels: Levels) => encode(encoding, forBrowser(html), levels);
  async function bodyOf(): Promise<Buffer> {
    if (typeof page === 'string') return encoded(page, perRequest);
    if (!isParts(page))
      return cached(page, `${encoding} ${isSaving} ${page.key}`, (html) => encoded(html, once));
    return encoding === 'gzip'
      ? gzipParts(page, forBrowser)
      : encoded(page.map(({ html }) => html).join(''), perRequest);
  }
  const body = await bodyOf();
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', personal ? 'private, no-store' : 'no-store')
    .header('vary', 'accept-encoding, cookie, save-data');
  return encoding === 'identity'
    ? reply.send(body)
    : reply.header('content-encoding', encoding).send(body);
}
