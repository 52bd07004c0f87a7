// Builds the web application into dist: the browser's files, every page prerendered, the words,
// compressed copies, and site.json for the server.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildManual } from '@brama/manual/manual';
import { build } from 'vite';
import { describeBudget } from './build/budget.ts';
import { buildButton } from './build/button.ts';
import { compressAll } from './build/compress.ts';
import type { Manifest } from './build/manifest.ts';
import { buildPages } from './build/pages.ts';
import { describeSite } from './build/site.ts';

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
await build({ ...options, build: { ssr: 'src/entries/prerender.tsx' } });

const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const button = await buildButton(root, dist);
// the page of the button looks whether it is there
await buildManual(dist, button);
const pages = await buildPages({ root, dist, manifest, button });
await Promise.all(pages.map(({ file, html }) => writeFile(join(dist, file), html)));
for (const template of ['login.html', 'public.html', 'app.html']) await rm(join(dist, template));

await cp(join(root, 'locales'), join(dist, 'locales'), { recursive: true });
await rm(join(dist, '.vite'), { recursive: true });
await writeFile(join(dist, 'site.json'), JSON.stringify(await describeSite(dist, button)));
await compressAll(dist);
console.log(await describeBudget({ dist, manifest, pages }));
