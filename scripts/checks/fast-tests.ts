// Finds the unit tests for `npm run check`: those that import no slow module. The rule reads imports, so that no list
// has to be maintained.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Modules that open databases, sockets, processes or threads, or that take a second to load. */
const slowModules =
  /^(better-sqlite3|pg|fastify|vite|unpdf|redos-detector|node:(child_process|worker_threads|https?|http2|net|tls))$/;

/** Imports that remain at run time; the formatter keeps their form. */
const importPattern =
  /^(?:import|export)\s(?!type\b)[^;]*?from '([^']+)'|^import '([^']+)'|\bimport\(\s*'([^']+)'|new URL\('([^']+\.tsx?)', import\.meta/gm;

type Exports = Record<string, string | Record<string, string>>;

/** Returns the own packages: name → folder and its `exports`. */
function readPackages(root: string) {
  const packages = new Map<string, { folder: string; exports: Exports }>();
  for (const file of globSync('packages/*/package.json', { cwd: root })) {
    const { name, exports = {} } = JSON.parse(readFileSync(join(root, file), 'utf8'));
    packages.set(name, { folder: join(root, dirname(file)), exports });
  }
  return packages;
}

/** Returns the file behind an import of an own package, such as `@brama/contract/paths`. */
function packageFile(packages: ReturnType<typeof readPackages>, specifier: string) {
  const [, name = '', rest = ''] = /^(@[^/]+\/[^/]+)(.*)$/.exec(specifier) ?? [];
  const found = packages.get(name);
  if (!found) return undefined;
  for (const [key, target] of Object.entries(found.exports)) {
    const path = typeof target === 'string' ? target : (target['default'] ?? '');
    const [start = '', end] = key.slice(1).split('*');
    if (end === undefined ? rest === start : rest.startsWith(start) && rest.endsWith(end))
      return join(found.folder, path.replace('*', rest.slice(start.length)));
  }
  return undefined;
}

/** Returns the tests (paths from the root) from which no import leads to a slow module. */
export function findFastTests(root: string, tests: string[]): string[] {
  const packages = readPackages(root);
  const importsByFile = new Map<string, string[]>();

  function importsOf(file: string): string[] {
    const known = importsByFile.get(file);
    if (known) return known;
    const isCode = /\.(tsx?|m?js)$/.test(file) && existsSync(file);
    const matches = isCode ? readFileSync(file, 'utf8').matchAll(importPattern) : [];
    const imports = [...matches].map((groups) => {
      const specifier = groups.slice(1).find((group) => group !== undefined) ?? '';
      return specifier.startsWith('.')
        ? join(dirname(file), specifier.replace(/\?.*$/, ''))
        : (packageFile(packages, specifier) ?? specifier);
    });
    importsByFile.set(file, imports);
    return imports;
  }

  function isFast(test: string): boolean {
    const seen = new Set([join(root, test)]);
    for (const module of seen) {
      if (slowModules.test(module)) return false;
      for (const imported of importsOf(module)) seen.add(imported);
    }
    return true;
  }

  return tests.filter(isFast).map((test) => relative(root, join(root, test)));
}
