// What the server must know about the build: hashes of inline scripts and styles for its Content-Security-Policy,
// the screens, the names of the translation files.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Site, siteSchema } from '@brama/contract/pages/web-build';
import type { BuiltButton } from '@brama/manual/content/snippets';
import { screens } from '../src/app/screens.ts';
import { namespaces } from '../src/i18n/namespaces.ts';

function hashesOf(found: Iterable<RegExpExecArray>): string[] {
  return [...found].map(([, code]) => {
    const hash = createHash('sha256').update(`${code}`).digest('base64');
    return `'sha256-${hash}'`;
  });
}

/** CSP source expressions of the scripts written into a page; inline JSON needs none. */
export function inlineScriptHashes(html: string): string[] {
  return hashesOf(
    html.matchAll(/<script(?![^>]*(?:\ssrc=|application\/json))[^>]*>([\s\S]*?)<\/script>/g),
  );
}

/** CSP source expressions of the styles written into a page. */
export function inlineStyleHashes(html: string): string[] {
  return hashesOf(html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g));
}

export async function describeSite(dist: string, button: BuiltButton): Promise<Site> {
  const files = (await readdir(dist)).filter((file) => /^(login|page)\..*\.html$/.test(file));
  const pages = await Promise.all(files.map((file) => readFile(join(dist, file), 'utf8')));
  return siteSchema.parse({
    scriptHashes: [...new Set(pages.flatMap(inlineScriptHashes))],
    styleHashes: [...new Set(pages.flatMap(inlineStyleHashes))],
    screens: screens.map(({ path, access }) => ({ path, access })),
    namespaces,
    button,
  });
}
