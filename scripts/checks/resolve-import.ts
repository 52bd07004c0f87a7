// Finds the file that an import of this repository means.

import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { root } from '../children.ts';

const packages = [
  'admin-client',
  'contract',
  'manual',
  'server',
  'signin-button',
  'simulators',
  'ui',
  'web',
];
const require = createRequire(import.meta.url);
const exportsOf = new Map(
  packages.map((name) => [
    name,
    (require(join(root, `packages/${name}/package.json`)).exports ?? {}) as Record<string, string>,
  ]),
);

/** Returns the repository path of an import, or undefined for a package from npm or Node. */
export function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const parts = /^@brama\/([\w-]+)(?:\/(.+))?$/.exec(specifier);
  if (!parts) return undefined;
  const [, name = '', rest] = parts;
  const entries = exportsOf.get(name) ?? {};
  const exact = entries[rest ? `./${rest}` : '.'];
  const target = exact ?? entries['./*']?.replace('*', rest ?? '');
  return posix.join(`packages/${name}`, typeof target === 'string' ? target : 'not-exported');
}
