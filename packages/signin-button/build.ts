// Builds the npm package of the button: `node build.ts [FOLDER]` (default `dist`) writes modules, types and
// package.json, and packs them. Code in this repository imports the sources directly.

import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const root = import.meta.dirname;
const target = resolve(process.argv[2] ?? join(root, 'dist'));
const folder = join(target, 'package');

/** The name of each import path of the package, and its module. */
const entries = {
  '.': 'load',
  './react': 'react',
  './options': 'options',
  './snippets': 'snippets',
};

function run(command: string, args: readonly string[], shell = false): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

function compile() {
  const typescript = createRequire(import.meta.url).resolve('typescript/package.json');
  const compiler = join(dirname(typescript), 'bin/tsc');
  run(process.execPath, [compiler, '-p', join(root, 'tsconfig.package.json'), '--outDir', folder]);
}

/** Packs the package and returns the path of the archive. */
function pack(): string {
  const args = ['pack', folder, '--pack-destination', target, '--silent'];
  return join(target, run('npm', args, process.platform === 'win32').trim());
}

/** Replaces `./x.ts` in types by `./x.js`: the compiler keeps the former, which not every tool resolves. */
async function nameModulesInTypes() {
  const all = await readdir(folder, { recursive: true });
  const files = all.filter((file) => file.endsWith('.d.ts'));
  for (const file of files) {
    const code = await readFile(join(folder, file), 'utf8');
    await writeFile(join(folder, file), code.replace(/(from '\.\.?\/[\w/-]+)\.tsx?'/g, "$1.js'"));
  }
}

async function describePackage() {
  const { name, version, type } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const exports = Object.entries(entries).map(([called, module]) => [
    called,
    { types: `./${module}.d.ts`, default: `./${module}.js` },
  ]);
  return {
    name,
    version,
    description:
      'The button that signs people in with Brama: a loader, a React component, its options',
    license: 'MIT',
    type,
    sideEffects: false,
    exports: { ...Object.fromEntries(exports), './package.json': './package.json' },
    files: ['**/*.js', '**/*.d.ts'],
    peerDependencies: { react: '>=18' },
    peerDependenciesMeta: { react: { optional: true } },
  };
}

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
compile();
await nameModulesInTypes();
await writeFile(
  join(folder, 'package.json'),
  `${JSON.stringify(await describePackage(), null, 2)}\n`,
);
await cp(join(root, 'README.md'), join(folder, 'README.md'));
await cp(join(root, '../../LICENSE'), join(folder, 'LICENSE'));
console.log(`The package of the button: ${pack()}`);
