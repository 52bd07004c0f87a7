// The built web application: its description, its translations, and the bundle that renders its pages. The bundle loads
// after the start, because programs need no pages.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Instance } from '@brama/contract/instance';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { PageRenderer, RendererModule } from '@brama/contract/pages/renderer';
import { type WebBuild, webBuildSchema } from '@brama/contract/pages/web-build';
import { type Language, languages } from '@brama/contract/paths';
import type { PageCache } from './send-page.ts';
import { createTranslate, type Translate } from './translate.ts';
import { WebBuildMissing } from './web-build-missing.ts';

export type Site = PageRenderer & {
  /** Loads the renderer once; returns undefined when it is loaded. Before that, no page can be rendered. */
  load(): Promise<void> | undefined;
  folder: string;
  description: Pick<WebBuild, 'scriptHashes' | 'styleHashes' | 'screens' | 'namespaces' | 'button'>;
  instance: Record<Language, Instance>;
  /** The enabled sign-in methods. */
  methods: readonly MethodId[];
  translate: Translate;
  /** For pages that are the same for every user. */
  cache: PageCache;
};

function readWords(folder: string, namespaces: readonly string[]) {
  const all = new Map<string, unknown>();
  for (const language of languages)
    for (const namespace of namespaces) {
      const file = join(folder, `locales/${language}/${namespace}.json`);
      all.set(`${language} ${namespace}`, JSON.parse(readFileSync(file, 'utf8')));
    }
  return (language: Language, namespace: string) => all.get(`${language} ${namespace}`);
}

/**
 * Reads the folder `dist` of the web application. `load` loads the server bundle next to it.
 * @throws {WebBuildMissing}
 */
export function readSite(
  folder: string,
  { origin, ...own }: Pick<Site, 'methods' | 'instance'> & { origin: string },
): Site {
  const bundle = join(folder, '../dist-ssr/server.js');
  const file = join(folder, 'site.json');
  if (!existsSync(file) || !existsSync(bundle)) throw new WebBuildMissing();
  const build = webBuildSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  const words = readWords(folder, build.namespaces);
  let renderer: PageRenderer | undefined;
  let loading: Promise<void> | undefined;
  async function loadRenderer() {
    const { createRenderer }: RendererModule = await import(pathToFileURL(bundle).href);
    renderer = await createRenderer({ build, origin, instance: own.instance, words });
  }
  function loaded(): PageRenderer {
    if (!renderer) throw new Error('the renderer of pages is not loaded yet');
    return renderer;
  }
  return {
    load() {
      if (renderer) return undefined;
      loading ??= loadRenderer();
      return loading;
    },
    renderPage: (...page) => loaded().renderPage(...page),
    renderScreen: (...screen) => loaded().renderScreen(...screen),
    renderParts: (...parts) => loaded().renderParts(...parts),
    renderConsole: (...page) => loaded().renderConsole(...page),
    renderAccountMenu: (...menu) => loaded().renderAccountMenu(...menu),
    folder,
    description: build,
    ...own,
    translate: createTranslate(words),
    cache: new Map(),
  };
}
