// Finds the files of a page or screen in Vite's manifest.

type Chunk = {
  file: string;
  imports?: string[];
  css?: string[];
};
export type Manifest = Record<string, Chunk>;

/** Returns the keys of an entry and of all its static imports. */
function withImports(manifest: Manifest, key: string, seen = new Set<string>()): Set<string> {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const imported of manifest[key]?.imports ?? []) withImports(manifest, imported, seen);
  return seen;
}

function chunksOf(manifest: Manifest, key: string): Chunk[] {
  if (!manifest[key]) throw new Error(`the build has no ${key}`);
  return [...withImports(manifest, key)].flatMap((found) => manifest[found] ?? []);
}

/** Returns the files that a page loads before it can be used. */
export function filesOfPage(manifest: Manifest, entry: string): string[] {
  const chunks = chunksOf(manifest, entry);
  return [...new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css]))];
}

/** Returns the addresses of all files of a screen: its own and those of its page. */
export function filesOfScreen(manifest: Manifest, entry: string, screen: string): string[] {
  const files = [entry, screen].flatMap((key) => filesOfPage(manifest, key));
  return [...new Set(files)].map((file) => `/${file}`);
}

export function scriptsOfScreen(manifest: Manifest, entry: string, screen: string): string[] {
  return filesOfScreen(manifest, entry, screen).filter((file) => file.endsWith('.js'));
}

/** Returns the address of one of the two font files of Onest. */
export function fontHref(manifest: Manifest, script: 'cyrillic' | 'latin'): string {
  const key = Object.keys(manifest).find((name) =>
    name.endsWith(`onest-${script}-wght-normal.woff2`),
  );
  const font = key === undefined ? undefined : manifest[key];
  if (!font) throw new Error(`the build has no font for ${script}`);
  return `/${font.file}`;
}
