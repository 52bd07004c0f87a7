// Parts of a request's address as the browser sent them.

import type { PageAddress } from '@brama/contract/pages/renderer';
import { isLanguage } from '@brama/contract/paths';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import type { FastifyRequest } from 'fastify';

/** The query string with its `?`, or nothing. */
export function rawQuery({ url }: Pick<FastifyRequest, 'url'>): string {
  const at = url.indexOf('?');
  return at < 0 || at === url.length - 1 ? '' : url.slice(at);
}

/** The path below the language segment, not decoded. */
export function rawPathBelowLanguage({ url }: Pick<FastifyRequest, 'url'>): string {
  // a request may carry the whole address (RFC 9112 §3.2.2); only its path is wanted
  const path = url.replace(/^[a-z]+:\/\/[^/]*/i, '').replace(/\?.*$/s, '');
  return path.split('/').slice(2).join('/');
}

/**
 * Returns the two parts of an address of ours as they stand below a language: the language switch puts them together
 * again. A language at its beginning is left out.
 */
export function pathAndQuery(address: string): { path: string; query: string } {
  const [, first = ''] = address.split(/[/?]/);
  const path = (address.split('?', 1)[0] ?? '').slice(1);
  const below = isLanguage(first) ? path.slice(first.length + 1) : path;
  return { path: below, query: rawQuery({ url: address }) };
}

/** The address of the requested page: its links keep what must stay with the user. */
export function pageAddress(request: Pick<FastifyRequest, 'url'>): PageAddress {
  const query = rawQuery(request);
  return { query, carried: returnQuery(query), path: rawPathBelowLanguage(request) };
}
