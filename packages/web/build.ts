// Builds the web application into dist: the browser's files, the sign-in page prerendered for every
// language, set of methods and notice, the words, compressed copies, and site.json for the server.
import { cp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { describeBudget } from './build/budget.ts';
import { compressAll } from './build/compress.ts';
import { type Manifest, scriptsOfScreen } from './build/manifest.ts';
import { prerenderLogin } from './build/prerender-login.ts';
import { describeSite } from './build/site.ts';
import { withFonts } from './build/template.ts';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const options = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const;

await build(options);
await build({ ...options, build: { ssr: 'src/login-prerender.tsx' } });

const manifest: Manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8'));
const template = await readFile(join(dist, 'login.html'), 'utf8');
const next = scriptsOfScreen(manifest, 'index.html', 'src/portal/apps-screen.tsx');
const pages = await prerenderLogin({ root, template, manifest, next });
await Promise.all(pages.map(({ file, html }) => writeFile(join(dist, file), html)));
await rm(join(dist, 'login.html'));

const index = join(dist, 'index.html');
await writeFile(index, withFonts(await readFile(index, 'utf8'), manifest, ['cyrillic', 'latin']));

await cp(join(root, 'locales'), join(dist, 'locales'), { recursive: true });
await rm(join(dist, '.vite'), { recursive: true });
await writeFile(join(dist, 'site.json'), JSON.stringify(await describeSite(dist)));
await compressAll(dist);
console.log(await describeBudget(dist, manifest, pages));
