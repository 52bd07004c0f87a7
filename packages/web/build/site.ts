// Describes the build for the server: documents, scripts of each page, hashes for the Content-Security-Policy, the
// screens, the names of the translation files.
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type WebBuild, webBuildSchema } from '@brama/contract/pages/web-build';
import { defaultLanguage, type Language, languages } from '@brama/contract/paths';
import type { BuiltButton } from '@brama/manual/content/snippets';
import { manualFile } from '@brama/manual/file';
import { publicPages } from '../src/app/public-pages.ts';
import { screens } from '../src/app/screens.ts';
import { inlineScriptOf } from '../src/ssr/page-scripts.ts';
import type { BuiltConsole } from './console.ts';
import { filesOfPage, fontHref, type Manifest, scriptsOfScreen } from './manifest.ts';
import { withInlineStyles, withLateScripts } from './template.ts';
import { readWords } from './words.ts';

function hashOf(code: string): string {
  return `'sha256-${createHash('sha256').update(code).digest('base64')}'`;
}

/** Returns CSP source expressions for the inline styles of a document. */
export function inlineStyleHashes(html: string): string[] {
  return [...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, code]) =>
    hashOf(`${code}`),
  );
}

/** Returns CSP source expressions for the inline scripts of all pages and of the documents. */
function inlineScriptHashes(documents: WebBuild['documents']): string[] {
  const inDocuments = Object.values(documents).flatMap((html) =>
    [...html.matchAll(/<script>(.*?)<\/script>/gs)].map(([, code]) => `${code}`),
  );
  const paths = ['', ...publicPages.map(({ path }) => path)];
  const scripts = paths.map(inlineScriptOf);
  return [...new Set([...inDocuments, ...scripts.filter(Boolean)])].map(hashOf);
}

/** Returns the scripts of each page, without those that its HTML document already names. */
function scriptsByPage(
  manifest: Manifest,
  documents: WebBuild['documents'],
): Record<string, string[]> {
  return Object.fromEntries(
    publicPages.map(({ path, file }) => {
      const scripts = scriptsOfScreen(manifest, 'public.html', file);
      return [path, scripts.filter((href) => !documents.public.includes(href))];
    }),
  );
}

async function readDocuments(
  dist: string,
  manifest: Manifest,
  consoleDocument: string,
): Promise<WebBuild['documents']> {
  const read = (file: string) => readFile(join(dist, file), 'utf8');
  /** Returns a document with inlined styles, for pages that users can read before scripts have loaded. */
  async function styled(entry: string): Promise<string> {
    const sheets = filesOfPage(manifest, entry).filter((file) => file.endsWith('.css'));
    const css = await Promise.all(sheets.map(read));
    return withLateScripts(withInlineStyles(await read(entry), css.join('').trim()));
  }
  return {
    login: await styled('login.html'),
    public: await styled('public.html'),
    console: consoleDocument,
  };
}

/** Returns the address and size of the manual, if the build contains it. */
export async function manualOf(dist: string, language: Language) {
  const path = manualFile(language);
  const found = await stat(join(dist, path)).catch(() => undefined);
  return found && { path: `/${path}`, kilobytes: Math.ceil(found.size / 1024) };
}

export async function describeSite(
  dist: string,
  manifest: Manifest,
  button: BuiltButton,
  administration: BuiltConsole,
): Promise<WebBuild> {
  const documents = await readDocuments(dist, manifest, administration.document);
  const manuals = languages.map(async (one) => [one, await manualOf(dist, one)]);
  return webBuildSchema.parse({
    scriptHashes: inlineScriptHashes(documents),
    styleHashes: [...new Set(Object.values(documents).flatMap(inlineStyleHashes))],
    screens: screens.map(({ path, access }) => ({ path, access })),
    namespaces: Object.keys(readWords(defaultLanguage)),
    button,
    manual: Object.fromEntries(await Promise.all(manuals)),
    documents,
    scripts: scriptsByPage(manifest, documents),
    next: scriptsOfScreen(manifest, 'public.html', 'src/portal/apps-screen.tsx'),
    consoleRoutes: administration.routes,
    fonts: { uk: fontHref(manifest, 'cyrillic'), en: fontHref(manifest, 'latin') },
  });
}
