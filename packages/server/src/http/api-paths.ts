// Which unknown paths belong to programs: there a page would be no answer, nor a redirect to one.

import { apiPrefixes } from '@brama/contract/paths';

/** Included by other pages, or asked for by clients that guess: /favicon.ico, /sitemap.xml. */
const isFile = /\.(ico|png|jpe?g|gif|svg|webp|webmanifest|xml|txt|m?js|css|map|json|pdf)$/i;

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

export function isApiOrFilePath(path: string): boolean {
  return apiPrefixes.some((prefix) => isBelow(path, prefix)) || isFile.test(path);
}

/** What pages of others may have included: they are let see that it is not there. */
export function isCrossOriginFile(path: string): boolean {
  const isOurs = apiPrefixes.some((prefix) => prefix !== '/v1' && isBelow(path, prefix));
  return !isOurs && isApiOrFilePath(path);
}
