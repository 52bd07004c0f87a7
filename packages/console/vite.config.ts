// Vite for the console. Its files stand beside those of the other pages, because the server serves one folder; names with a hash
// cannot collide. packages/web/build.ts runs this build.
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const isOfPages = (id: string) =>
  /\/(?:ui\/src\/(?:table|field\.|definition-rows|status-chip|reference-code)|console\/src\/ui\/(?:act-button|confirm-dialog|conflict|fields|filter-bar|form|moment|pager|query-state|search-params|secret|user-field))/.test(
    id,
  );

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    outDir: join(import.meta.dirname, '../web/dist'),
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    manifest: '.vite/console.json',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: 'console.html',
      checks: { pluginTimings: false },
      output: {
        codeSplitting: {
          groups: [
            // the first screen needs all of these, so they are one request
            {
              name: 'console-base',
              test: /\/node_modules\/(?:react|react-dom|scheduler|@tanstack)\//,
              priority: 2,
            },
            // parts of lists and forms, which the first screen does not need
            { name: 'console-pages', test: isOfPages, minShareCount: 2, priority: 2 },
            // small modules of several areas, instead of a file for each
            { name: 'console-parts', minShareCount: 2, maxModuleSize: 6000, priority: 1 },
          ],
        },
      },
    },
  },
});
