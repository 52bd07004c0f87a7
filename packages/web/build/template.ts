// Fills the HTML that Vite has built. Each place must be there, once.
import { fontHref, type Manifest } from './manifest.ts';

/** Replaces the one occurrence of `place`. */
export function fill(html: string, place: string, content: string): string {
  const parts = html.split(place);
  if (parts.length !== 2) throw new Error(`expected one ${place}, found ${parts.length - 1}`);
  return parts.join(content);
}

/** Inline JSON: `<` must not end the element it stands in. */
export function inlineJson(id: string, value: unknown): string {
  const json = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${id}">${json}</script>`;
}

/** Asks for the fonts that the page surely needs, before its style sheet is read. */
export function withFonts(
  html: string,
  manifest: Manifest,
  scripts: readonly ('cyrillic' | 'latin')[],
): string {
  const links = scripts.map(
    (script) =>
      `<link rel="preload" as="font" type="font/woff2" crossorigin href="${fontHref(manifest, script)}">`,
  );
  return fill(html, '<!--head-->', links.join(''));
}
