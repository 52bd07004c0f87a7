// Builds the server for production: `dist/main.cjs`, the parts that it loads on demand (`dist/chunks/`), and source maps.
// Development and unit tests run the sources.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';

const root = import.meta.dirname;
const dist = join(root, 'dist');

/** Packages with machine code, which stay in `node_modules`, and an optional one that is not installed. */
const external = ['better-sqlite3', '@node-rs/argon2', '@resvg/resvg-js', 'pg-native'];

/** The file of a worker thread becomes an entry of its own: `new URL('./name.ts', import.meta.url)`. */
const workerUrl = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)/g;

const bundleWorkers: Plugin = {
  name: 'bundle-workers',
  transform: {
    filter: { id: /\.ts$/, code: workerUrl },
    handler(code, id) {
      const bundled = code.replaceAll(workerUrl, (_found, name: string) => {
        this.emitFile({
          type: 'chunk',
          id: join(id, '..', `${name}.ts`),
          fileName: `chunks/${name}.cjs`,
        });
        return `new URL('./${name}.cjs', import.meta.url)`;
      });
      return { code: bundled, map: null };
    },
  },
};

const unused = (name: string) =>
  `module.exports = () => { throw new Error('the bundle leaves out ${name}') };`;

/** What is loaded in place of libraries that others load but do not need here. */
const replaced: Record<string, string> = {
  // zod does their work
  '@fastify/ajv-compiler': unused('@fastify/ajv-compiler'),
  '@fastify/fast-json-stringify-compiler': unused('@fastify/fast-json-stringify-compiler'),
  // our list of files does
  glob: unused('glob'),
  // It warns of outdated calls. For that it reads stack traces at the start, and V8 keeps the line ends of whole chunks: 0.4 MiB
  depd: `module.exports = () =>
    Object.assign(() => undefined, { function: (called) => called, property: () => undefined });`,
};

const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId(source) {
    return Object.hasOwn(replaced, source) ? `\0${source}` : undefined;
  },
  load(id) {
    return id.startsWith('\0') ? replaced[id.slice(1)] : undefined;
  },
};

/**
 * Koa tests each body with `instanceof Response`, and reading the global `Response` loads the whole HTTP client of Node:
 * 25 ms and 4 MiB. The library never sets such a body.
 */
const avoidHttpClient: Plugin = {
  name: 'avoid-http-client',
  transform: {
    filter: { id: /[\\/]koa[\\/]lib[\\/](?:response|application)\.js$/ },
    handler(code) {
      const test = /(\w+) instanceof Response\b/;
      if (!test.test(code)) throw new Error(`koa has changed: it has no ${test.source}`);
      return { code: code.replace(test, "$1[Symbol.toStringTag] === 'Response'"), map: null };
    },
  },
};

/** Before any other file is loaded. Without the folder, or if it is read-only, the server starts without a cache. */
const useCompileCache = `require('node:module').enableCompileCache({
  directory: require('node:path').join(__dirname, 'compile-cache'),
  portable: true,
});`;

await rm(dist, { recursive: true, force: true });
const bundle = await rolldown({
  cwd: root,
  input: { main: 'src/main.ts' },
  platform: 'node',
  external,
  // its module for Node loads its parts by names that only the original place has
  resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
  plugins: [bundleWorkers, leaveOut, avoidHttpClient],
});
const { output } = await bundle.write({
  dir: dist,
  // Node loads CommonJS faster: its own modules need no namespace, which would load parts that are not used
  format: 'cjs',
  entryFileNames: ({ name }) => (name === 'main' ? 'main.cjs' : 'chunks/[name].cjs'),
  chunkFileNames: 'chunks/[name]-[hash].cjs',
  banner: ({ name }) => (name === 'main' ? useCompileCache : ''),
  // a database that lacks one migration usually lacks several
  codeSplitting: { groups: [{ name: 'migrations', test: /[\\/]database[\\/]migrations[\\/]/ }] },
  sourcemap: true,
  sourcemapExcludeSources: true,
  // V8 keeps sources in memory: one byte for each character, and no comments but licences
  charset: 'ascii',
  comments: { legal: true, annotation: false, jsdoc: false },
  // oidc-provider names its models after their classes
  keepNames: true,
});
await bundle.close();

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, 'localhost');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/**
 * Starts the built server once and requests what every server serves first, and the administration. Node then keeps the compiled code for
 * this system user. A bundle that cannot start fails the build.
 */
async function fillCompileCache() {
  const folder = await mkdtemp(join(tmpdir(), 'brama-build-'));
  const child = fork(join(dist, 'main.cjs'), ['serve'], {
    env: { DATA_DIR: folder, PORT: `${await freePort()}` },
    execArgv: [],
  });
  // the start takes a second
  const giveUp = setTimeout(() => child.kill('SIGKILL'), 60_000);
  const [message] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => [undefined]),
  ]);
  clearTimeout(giveUp);
  if (!message) throw new Error('the built server does not start; see above');
  for (const path of ['/.well-known/openid-configuration', '/uk/', '/healthz', '/api/admin/me'])
    await (await fetch(`${message.ready}${path}`)).text();
  const exited = once(child, 'exit');
  // the server stops when its parent is gone
  child.disconnect();
  await exited;
  await rm(folder, { recursive: true });
}

// without the web application the server cannot start; then its first start fills the cache
const isWebBuilt = ['dist/site.json', 'dist-ssr/server.js'].every((file) =>
  existsSync(join(root, '../web', file)),
);
if (isWebBuilt) await fillCompileCache();
console.log(`Server: ${output.filter(({ type }) => type === 'chunk').length} files.`);
