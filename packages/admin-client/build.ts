// Builds the npm package of the client: `node build.ts [FOLDER]` (default `dist`) writes the module, its types and those of the
// route table, and packs them. Code in this repository imports `@brama/contract/admin/client`.

import { join, resolve } from 'node:path';
import { buildPackage, readJson } from '../../scripts/release/npm-package.ts';

const root = import.meta.dirname;
const { dependencies } = await readJson(join(root, '../contract/package.json'));
const entry = { types: './admin/client.d.ts', default: './admin/client.js' };

const archive = await buildPackage(root, resolve(process.argv[2] ?? join(root, 'dist')), {
  description: 'The typed client of the administration API of Brama',
  exports: { '.': entry, './package.json': './package.json' },
  // the types are those of the schemas; the module imports nothing
  files: ['admin/client.js', '**/*.d.ts'],
  dependencies,
});
console.log(`The package of the client: ${archive}`);
