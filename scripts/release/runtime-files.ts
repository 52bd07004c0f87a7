// Copies what the server needs at run time from a built checkout into a folder: Node, both builds, packages with machine
// code. The Dockerfile runs this file; `npm run release` imports it.

import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from '../children.ts';

export const architectures = ['x64', 'arm64'] as const;
export type Architecture = (typeof architectures)[number];

/** The packages that `packages/server/build.ts` leaves out of the bundle, and the package with Node. */
export const machineCodePackages = (arch: Architecture) => ({
  node: `node-linux-${arch}`,
  portable: ['better-sqlite3', '@node-rs/argon2', '@resvg/resvg-js'],
  forLinux: [`@node-rs/argon2-linux-${arch}-gnu`, `@resvg/resvg-js-linux-${arch}-gnu`],
});

const builds = [
  'packages/server/dist',
  'packages/web/dist',
  'packages/web/dist-ssr',
  'packages/web/package.json',
];

/** `e_machine` in the header of a program for Linux (ELF). */
const machines: Record<Architecture, number> = { x64: 62, arm64: 183 };

const starter = `#!/bin/sh
# Runs the server and its commands with the Node in this folder.
bin=$(dirname "$(readlink -f "$0")")
# Node trusts its own list of authorities; this adds those of the system, such as one of the university
export NODE_USE_SYSTEM_CA="\${NODE_USE_SYSTEM_CA:-1}"
exec "$bin/node" "$bin/../packages/server/dist/main.cjs" "$@"
`;

type Options = {
  arch: Architecture;
  /** Returns the folder of an installed package. */
  folderOf: (packageName: string) => string | Promise<string>;
  /** Whether to copy compiled code, which Node uses only for the system user that built it. */
  compileCache: boolean;
};

/** Returns what of a package is not used at run time: sources, and machine code for other systems. */
function isUnused(packageName: string, path: string, arch: Architecture): boolean {
  if (packageName !== 'better-sqlite3') return false;
  const [top, file] = path.split('/');
  if (top === 'prebuilds') return file !== undefined && file !== `linux-${arch}.node`;
  return !['', 'lib', 'package.json', 'LICENSE'].includes(top ?? '');
}

/** Fills a folder, in which none of these files exist yet. */
export async function copyRuntimeFiles(target: string, { arch, folderOf, compileCache }: Options) {
  const copy = async (from: string, to: string, keeps: (path: string) => boolean = () => true) => {
    await mkdir(dirname(join(target, to)), { recursive: true });
    await cp(from, join(target, to), {
      recursive: true,
      filter: (path) => keeps(path.slice(from.length + 1)),
    });
  };
  const packages = machineCodePackages(arch);
  const node = await folderOf(packages.node);
  await copy(join(node, 'bin/node'), 'bin/node');
  await copy(join(node, 'LICENSE'), 'LICENSE.node');
  await copy(join(root, 'LICENSE'), 'LICENSE');
  for (const name of [...packages.portable, ...packages.forLinux])
    await copy(await folderOf(name), `node_modules/${name}`, (path) => !isUnused(name, path, arch));
  for (const build of builds)
    await copy(join(root, build), build, (path) => compileCache || path !== 'compile-cache');
  await writeFile(join(target, 'bin/brama'), starter, { mode: 0o755 });
  await makeReadable(target);
  await checkMachine(target, arch);
}

/** Lets every user read the files and enter the folders, and only their owner write. */
async function makeReadable(target: string) {
  const paths = await readdir(target, { recursive: true });
  for (const path of [target, ...paths.map((one) => join(target, one))]) {
    const { mode } = await stat(path);
    await chmod(path, mode & 0o100 ? 0o755 : 0o644);
  }
}

/** Throws if a file with machine code is for another processor, or if none is found. */
async function checkMachine(target: string, arch: Architecture) {
  const paths = await readdir(target, { recursive: true });
  const files = paths.filter((path) => /^bin\/node$|^node_modules\/.*\.node$/.test(path));
  if (files.length !== 4) throw new Error(`files with machine code: ${files.join(', ')}`);
  for (const file of files) {
    const header = (await readFile(join(target, file))).subarray(0, 20);
    if (header.toString('latin1', 1, 4) !== 'ELF' || header.readUInt16LE(18) !== machines[arch])
      throw new Error(`${file} is not for Linux on ${arch}`);
  }
}

if (import.meta.main) {
  const [target, ...options] = process.argv.slice(2);
  const arch = architectures.find((one) => one === process.arch);
  if (!target || !arch || options.some((option) => option !== '--compile-cache')) {
    console.error('usage: node scripts/release/runtime-files.ts FOLDER [--compile-cache]');
    process.exit(2);
  }
  await copyRuntimeFiles(target, {
    arch,
    folderOf: (name) => join(root, 'node_modules', name),
    compileCache: options.length > 0,
  });
}
