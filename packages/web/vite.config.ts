// Vite for development (build/dev-pages.ts), for the browser bundles, and for the bundle that renders pages on the
// server. build.ts runs both builds.
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { createChunkOf, isMyData, isOfForms, isOfPasskeys, isOfQr } from './build/chunks.ts';
import { contentsPlugin } from './build/contents-plugin.ts';
import { devPages } from './build/dev-pages.ts';
import { sonnerPlugin } from './build/sonner-plugin.ts';

const port = Number(process.env['PORT'] ?? 3000);
const backend = process.env['BRAMA_BACKEND'] ?? 'http://localhost:3100';
const proxied = [
  '/api',
  '/(?:uk|en)/admin',
  '/user',
  '/google/auth',
  '/locales/add',
  '/oidc',
  '/.well-known',
  '/healthz',
  '/readyz',
  '/kpi-id-signin.m?js',
  '/v1',
  '/button.svg',
  '/application-icons',
  '/campus-icons',
  '/integration_manual(?:_[a-z]+)?.pdf',
];

/** `renderToString`, without the streams. */
const legacyRenderer = join(
  dirname(fileURLToPath(import.meta.resolve('react-dom/server'))),
  'cjs/react-dom-server-legacy.node.production.js',
);

export default defineConfig(({ isSsrBuild }) => ({
  root: import.meta.dirname,
  appType: 'mpa',
  plugins: [react(), tailwind(), devPages(backend), sonnerPlugin(), contentsPlugin()],
  server: {
    host: 'localhost',
    port,
    strictPort: true,
    // below `/user` and `/api` only whole segments: `/uk/user…` is a page
    proxy: Object.fromEntries(proxied.map((path) => [`^${path}(?=[/?]|$)`, { target: backend }])),
  },
  resolve: {
    alias: [
      {
        find: /^\.\.\/createLucideIcon\.mjs$/,
        replacement: join(import.meta.dirname, 'src/ui/pictures/lucide-icon.ts'),
      },
      // The package also loads its renderer of streams: 0.5 MB of code that the server would keep in memory
      ...(isSsrBuild ? [{ find: /^react-dom\/server$/, replacement: legacyRenderer }] : []),
    ],
  },
  // whole, with React as for production: the server needs none of its packages and no environment variable
  ssr: { noExternal: true },
  ...(isSsrBuild && { define: { 'process.env.NODE_ENV': '"production"' } }),
  build: isSsrBuild
    ? {
        outDir: 'dist-ssr',
        copyPublicDir: false,
        // V8 keeps sources in memory: one byte for each character, and no comments
        rolldownOptions: {
          output: { entryFileNames: 'server.js', charset: 'ascii', comments: false },
        },
      }
    : {
        outDir: 'dist',
        assetsInlineLimit: 0,
        manifest: true,
        modulePreload: {
          polyfill: false,
          // the server names the scripts of a page in its head; only styles are left to a dynamic import
          resolveDependencies: (_file, files, { hostType }) =>
            hostType === 'js' ? files.filter((file) => file.endsWith('.css')) : files,
        },
        // plugin timings are of no interest to users who start the product
        rolldownOptions: {
          // no module defines a getter that acts
          treeshake: { propertyReadSideEffects: false },
          input: ['login.html', 'public.html'],
          checks: { pluginTimings: false },
          output: {
            codeSplitting: {
              groups: [
                { name: createChunkOf(), priority: 3 },
                // small modules of several pages: two files instead of twenty
                {
                  name: 'common',
                  test: (id) => !isMyData(id) && !isOfForms(id) && !isOfPasskeys(id) && !isOfQr(id),
                  minShareCount: 2,
                  maxModuleSize: 3000,
                  priority: 2,
                },
                {
                  name: 'forms',
                  test: isOfForms,
                  minShareCount: 2,
                  maxModuleSize: 3000,
                  priority: 1,
                },
                { name: 'my-data', test: isMyData, minShareCount: 2 },
                { name: 'passkeys', test: isOfPasskeys, minShareCount: 2 },
                { name: 'qr', test: isOfQr, minShareCount: 2 },
              ],
            },
          },
        },
      },
}));
