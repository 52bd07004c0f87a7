// Parts of the URL of a request, as the browser sent them.

import type { PageAddress } from '@brama/contract/pages/renderer';
import { isLanguage } from '@brama/contract/paths';
import { signInQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';

/** Returns the query string with its `?`, or an empty string. */
export function rawQuery({ url }: Pick<FastifyRequest, 'url'>): string {
  const at = url.indexOf('?');
  return at < 0 || at === url.length - 1 ? '' : url.slice(at);
}

/** Returns the path below the language segment, not decoded. */
export function rawPathBelowLanguage({ url }: Pick<FastifyRequest, 'url'>): string {
  // a request may contain the absolute URL (RFC 9112 §3.2.2); only the path is needed
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\?.*$/s, '');
  return path.split('/').slice(2).join('/');
}

/**
 * Splits a URL of this site into path and query, without the language at its beginning. The language switch joins
 * them again.
 */
export function pathAndQuery(address: string): { path: string; query: string } {
  const [, first = ''] = address.split(/[/?]/);
  const path = (address.split('?', 1)[0] ?? '').slice(1);
  const below = isLanguage(first) ? path.slice(first.length + 1) : path;
  return { path: below, query: rawQuery({ url: address }) };
}

/** Returns the address of the requested page, with the parameters that its links must keep. */
export function pageAddress(request: Pick<FastifyRequest, 'url'>): PageAddress {
  const query = rawQuery(request);
  return { query, carried: signInQuery(query), path: rawPathBelowLanguage(request) };
}
