// Finds what each page of the console loads: its code and its texts. The document names these files, so that a browser asks for them
// before the router has started. The route tables of packages/console (area.ts) say it.
import { glob, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { WebBuild } from '@brama/contract/pages/web-build';
import { type Language, languages } from '@brama/contract/paths';
import { type ESTree, parseSync, Visitor } from 'vite';
import { filesOfPage, type Manifest } from './manifest.ts';

type Argument = ESTree.Argument;
type Route = { path: string; screen: string; words: readonly string[] };
type Found = { path?: string; screen?: string; words: string[]; isShared: boolean };

/** Returns the routes in the text of an area.ts. A `loader` outside of a route is shared by the routes that name it. */
export function routesIn(source: string): Route[] {
  const shared: string[] = [];
  const found: Found[] = [];
  let current: Found | undefined;
  const enter: Record<string, (given: readonly Argument[]) => void> = {
    createRoute() {
      current = { words: [], isShared: false };
    },
    loader() {
      if (current) current.isShared = true;
    },
    loadWords(given) {
      const names = given.flatMap((one) => (one.type === 'Literal' ? `${one.value}` : []));
      (current?.words ?? shared).push(...names);
    },
  };
  new Visitor({
    CallExpression({ callee, arguments: given }) {
      if (callee.type === 'Identifier') enter[callee.name]?.(given);
    },
    'CallExpression:exit'({ callee }) {
      if (callee.type !== 'Identifier' || callee.name !== 'createRoute' || !current) return;
      found.push(current);
      current = undefined;
    },
    Property({ key, value, shorthand }) {
      if (!current || key.type !== 'Identifier') return;
      if (key.name === 'path' && value.type === 'Literal') current.path ??= `${value.value}`;
      if (key.name === 'loader' && shorthand) current.isShared = true;
    },
    ImportExpression({ source: named }) {
      if (current && named.type === 'Literal') current.screen = `${named.value}`;
    },
  }).visit(parseSync('area.ts', source).program);
  return found.flatMap(({ path, screen, words, isShared }) =>
    path && screen ? [{ path, screen, words: isShared ? [...shared, ...words] : words }] : [],
  );
}

/** Returns the scripts of each page besides those that every page of the console loads. */
export async function describeConsoleRoutes(
  root: string,
  manifest: Manifest,
): Promise<WebBuild['consoleRoutes']> {
  const isKnown = new Set(filesOfPage(manifest, 'console.html'));
  const wordsKey = (language: Language, name: string) =>
    ['locales', '../web/locales']
      .map((folder) => `${folder}/${language}/${name}.json`)
      .find((key) => key in manifest);
  const described: WebBuild['consoleRoutes'] = [];
  for await (const file of glob('src/*/area.ts', { cwd: root })) {
    const routes = routesIn(await readFile(join(root, file), 'utf8'));
    if (routes.length === 0) throw new Error(`${file} has no route`);
    for (const { path, screen, words } of routes) {
      const scripts = languages.map((language) => {
        const texts = ['shell', ...words].flatMap((name) => wordsKey(language, name) ?? []);
        const files = [join(dirname(file), screen), ...texts].flatMap((key) =>
          filesOfPage(manifest, key),
        );
        const own = [...new Set(files)].filter((one) => one.endsWith('.js') && !isKnown.has(one));
        return [language, own.map((one) => `/${one}`)] as const;
      });
      described.push({ path, scripts: Object.fromEntries(scripts) as Record<Language, string[]> });
    }
  }
  return described;
}
