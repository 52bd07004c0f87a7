// Recognises unknown paths that programs request. Programs receive JSON, never a page or a redirect to one.

import { apiPrefixes } from '@brama/contract/paths';

/** Files that other pages include or that clients guess, such as /favicon.ico and /sitemap.xml. */
const isFile = /\.(ico|png|jpe?g|gif|svg|webp|webmanifest|xml|txt|m?js|css|map|json|pdf)$/i;

const isBelow = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`);

export function isApiOrFilePath(path: string): boolean {
  return apiPrefixes.some((prefix) => isBelow(path, prefix)) || isFile.test(path);
}

/** Returns whether pages of other origins may have included the path. They may read the 404. */
export function isCrossOriginFile(path: string): boolean {
  const isApi = apiPrefixes.some((prefix) => prefix !== '/v1' && isBelow(path, prefix));
  return !isApi && isApiOrFilePath(path);
}
