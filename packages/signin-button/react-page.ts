// Bundles a React application for browser tests. Standard input is JSON ({ name: text }); the first file is the entry.
// The script is written to standard output. The component comes from the packed package.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { build, type Plugin, type Rolldown } from 'vite';

const root = import.meta.dirname;
const files: Record<string, string> = JSON.parse(await text(process.stdin));
/** The files do not exist on disk: only the bundler gets these paths. */
const placeOf = (name: string) => join(root, 'src', `application-${name}`);
const places = new Map(Object.entries(files).map(([name, code]) => [placeOf(name), code]));

const target = mkdtempSync(join(tmpdir(), 'brama-button-'));
const packed = join(target, 'package');
const { status, stderr } = spawnSync(process.execPath, [join(root, 'build.ts'), target]);
if (status !== 0) throw new Error(`${stderr}`);
const { name: packageName, exports } = JSON.parse(
  readFileSync(join(packed, 'package.json'), 'utf8'),
);

const installed: Plugin = {
  name: 'brama-installed',
  enforce: 'pre',
  resolveId(id) {
    const entry = exports[id.replace(packageName, '.')];
    return entry && join(packed, entry.default);
  },
};

const handedIn: Plugin = {
  name: 'brama-handed-in',
  enforce: 'pre',
  resolveId(id) {
    if (places.has(id)) return id;
    const name = id.replace('./', '');
    return [name, `${name}.ts`, `${name}.tsx`].map(placeOf).find((place) => places.has(place));
  },
  load: (id) => places.get(id),
};

const [built] = (await build({
  root,
  configFile: false,
  logLevel: 'error',
  plugins: [installed, handedIn],
  // the packed package is in a folder without React
  resolve: { dedupe: ['react'] },
  // in development mode StrictMode runs every effect twice
  mode: 'development',
  define: { 'process.env.NODE_ENV': '"development"' },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    write: false,
    minify: false,
    lib: { entry: [...places.keys()][0] ?? '', formats: ['iife'], name: 'page' },
    rolldownOptions: { checks: { pluginTimings: false } },
  },
})) as Rolldown.RolldownOutput[];
process.stdout.write(built?.output[0].code ?? '');
rmSync(target, { recursive: true });
