// Builds the component page alone, for browser tests: `node component-page.ts FOLDER`. Beside it stands as a
// module of its own, in entries/, what a test calls by itself.
import { resolve } from 'node:path';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { writeCampusIcons } from './build/campus-icons.ts';
import { sonnerPlugin } from './build/sonner-plugin.ts';

const folder = process.argv[2];
if (!folder) throw new Error('usage: node component-page.ts FOLDER');

await build({
  root: import.meta.dirname,
  // not the product's: that one refuses these files
  configFile: false,
  logLevel: 'warn',
  plugins: [react(), tailwind(), sonnerPlugin()],
  build: {
    outDir: resolve(folder),
    emptyOutDir: true,
    copyPublicDir: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['components.html', 'src/ui/toast/toast.ts'],
      preserveEntrySignatures: 'strict',
      checks: { pluginTimings: false },
      output: { entryFileNames: 'entries/[name].js' },
    },
  },
});
await writeCampusIcons(resolve(folder));
