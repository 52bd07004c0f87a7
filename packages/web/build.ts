// Builds the web application. The browser's files, words, icons, compressed copies and site.json go into dist, the bundle that
// renders pages on the server into dist-ssr.
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { languages } from '@brama/contract/paths';
import { buildManual } from '@brama/manual/manual';
import { build } from 'vite';
import { describeBudget } from './build/budget.ts';
import { buildButton } from './build/button.ts';
import { writeCampusIcons } from './build/campus-icons.ts';
import { compressAll } from './build/compress.ts';
import { buildConsole } from './build/console.ts';
import type { Manifest } from './build/manifest.ts';
import { renderSamples } from './build/sample-pages.ts';
import { describeSite } from './build/site.ts';
import { readWords } from './build/words.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const options = {
  root,
  configFile: join(root, 'vite.config.ts'),
  // by Node itself: the list of screens is part of it, and a bundler would follow that to every screen
  configLoader: 'native',
  logLevel: 'warn',
} as const;

await build(options);
await build({ ...options, build: { ssr: 'src/ssr/renderer.tsx' } });

const administration = await buildConsole(dist);
const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const button = await buildButton(root, dist);
// the description says whether it is there
await buildManual(dist, button);
for (const language of languages) {
  await mkdir(join(dist, 'locales', language), { recursive: true });
  for (const [namespace, words] of Object.entries(readWords(language)))
    await writeFile(join(dist, `locales/${language}/${namespace}.json`), JSON.stringify(words));
}
await writeCampusIcons(dist);
const site = await describeSite(dist, manifest, button, administration);
await writeFile(join(dist, 'site.json'), JSON.stringify(site));
for (const template of ['login.html', 'public.html']) await rm(join(dist, template));
await rm(join(dist, '.vite'), { recursive: true });
await compressAll(dist);
const pages = await renderSamples(root, site);
console.log(
  await describeBudget({ dist, manifest, pages, consoleManifest: administration.manifest }),
);
