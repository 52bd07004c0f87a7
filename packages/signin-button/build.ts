// Builds the npm package of the button: `node build.ts [FOLDER]` (default `dist`) writes modules, types and
// package.json, and packs them. Code in this repository imports the sources directly.

import { join, resolve } from 'node:path';
import { buildPackage } from '../../scripts/release/npm-package.ts';

const root = import.meta.dirname;

/** The name of each import path of the package, and its module. */
const entries = {
  '.': 'load',
  './react': 'react',
  './options': 'options',
  './snippets': 'snippets',
};

const exports = Object.entries(entries).map(([called, module]) => [
  called,
  { types: `./${module}.d.ts`, default: `./${module}.js` },
]);
const archive = await buildPackage(root, resolve(process.argv[2] ?? join(root, 'dist')), {
  description:
    'The button that signs people in with Brama: a loader, a React component, its options',
  exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
  files: ['**/*.js', '**/*.d.ts'],
  peerDependencies: { react: '>=18' },
  peerDependenciesMeta: { react: { optional: true } },
});
console.log(`The package of the button: ${archive}`);
