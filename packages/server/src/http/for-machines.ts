// Which unknown paths belong to programs: there a page would be no answer, nor a redirect to one.

import { machinePrefixes } from '@brama/contract/paths';

/** Asked for by clients that guess: /favicon.ico, /sitemap.xml. */
const isFile = /^\/[^/]+\.(ico|png|jpe?g|gif|svg|webp|webmanifest|xml|txt|js|css|map|json|pdf)$/i;

export function isForMachines(path: string): boolean {
  return (
    machinePrefixes.some((prefix) => path === prefix || path.startsWith(`${prefix}/`)) ||
    isFile.test(path)
  );
}
