// Vite for the console. Its files stand beside those of the other pages, because the server serves one folder; names with a hash
// cannot collide. packages/web/build.ts runs this build.
import { join } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const own =
  'console/src/(?:api/|i18n/|storage/|shell/|sign-in-problems/attempt-text|users/(?:list-)?queries|events/queries|[^/]+$)';
const ownParts =
  'console/src/ui/(?:page|problem-text|not-found-text|focus-search|search-params|user-filters|use-found|query-state)';
const parts =
  'ui/src/(?:alert|announcements|button|dialog|page-head|reference-code|session-ended|side-navigation|text-link|command/|hooks/|icons/|loading/)';

/** What the first screen needs of our own code. */
const frame = new RegExp(`/packages/(?:contract/|${own}|${ownParts}|${parts})`);

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
              priority: 3,
            },
            { name: 'console-frame', test: frame, minShareCount: 2, priority: 2 },
            // parts of lists and forms: one file for all screens but the first
            { name: 'console-pages', minShareCount: 2, maxModuleSize: 8000, priority: 1 },
          ],
        },
      },
    },
  },
});
