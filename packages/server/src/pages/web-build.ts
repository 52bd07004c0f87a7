// The built web application: its description, its translations, and the bundle that renders its pages. Read once at
// start.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Instance } from '@brama/contract/instance';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { PageRenderer, RendererModule } from '@brama/contract/pages/renderer';
import { type WebBuild, webBuildSchema } from '@brama/contract/pages/web-build';
import { type Language, languages } from '@brama/contract/paths';
import { createPageCache, type PageCache } from './page-cache.ts';
import { createTranslate, type Translate } from './translate.ts';

export type Site = PageRenderer & {
  folder: string;
  description: Pick<WebBuild, 'scriptHashes' | 'styleHashes' | 'screens' | 'namespaces' | 'button'>;
  instance: Record<Language, Instance>;
  /** The enabled sign-in methods. */
  methods: readonly MethodId[];
  translate: Translate;
  /** For pages that are the same for every user. */
  cache: PageCache;
};

export type SiteOptions = {
  methods: readonly MethodId[];
  /** Public origin of this instance. */
  origin: string;
  instance: Record<Language, Instance>;
};

function readWords(folder: string, namespaces: readonly string[]) {
  const read = (language: Language, namespace: string): unknown =>
    JSON.parse(readFileSync(join(folder, `locales/${language}/${namespace}.json`), 'utf8'));
  const all = new Map(
    languages.flatMap((language) =>
      namespaces.map((one) => [`${language} ${one}`, read(language, one)] as const),
    ),
  );
  return (language: Language, namespace: string) => all.get(`${language} ${namespace}`);
}

/**
 * Reads the folder `dist` of the web application, and loads the server bundle next to it.
 * @throws an Error with a one-line message if the web application has not been built.
 */
export async function loadSite(
  folder: string,
  { methods, origin, instance }: SiteOptions,
): Promise<Site> {
  const bundle = join(folder, '../dist-ssr/server.js');
  const file = join(folder, 'site.json');
  if (!existsSync(file) || !existsSync(bundle))
    throw new Error('The web application is not built yet: start with `npm start`.');
  const build = webBuildSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const words = readWords(folder, build.namespaces);
  const { createRenderer }: RendererModule = await import(pathToFileURL(bundle).href);
  const renderer = await createRenderer({ build, origin, instance, words });
  return {
    ...renderer,
    folder,
    description: build,
    instance,
    methods,
    translate: createTranslate(words),
    cache: createPageCache(),
  };
}
