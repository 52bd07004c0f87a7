// Builds an npm package from TypeScript sources: modules, types and package.json in a folder, and its archive.

import { spawnSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../children.ts';

function run(command: string, args: readonly string[], shell = false): string {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', shell });
  if (status !== 0) throw new Error(`${command} ended with ${status}:\n${stdout}${stderr}`);
  return stdout;
}

export const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));

/** Replaces `./x.ts` in types by `./x.js`: the compiler keeps the former, which not every tool resolves. */
async function nameModulesInTypes(folder: string) {
  const all = await readdir(folder, { recursive: true });
  for (const file of all.filter((name) => name.endsWith('.d.ts'))) {
    const code = await readFile(join(folder, file), 'utf8');
    const named = code.replace(/((?:from |import\()['"]\.\.?\/[\w/-]+)\.tsx?(?=['"])/g, '$1.js');
    await writeFile(join(folder, file), named);
  }
}

/**
 * Compiles the package in `home` as its `tsconfig.package.json` says, into `target/package`. Returns the path of the archive.
 * `description` has the fields of package.json besides name, version, licence and type.
 */
export async function buildPackage(
  home: string,
  target: string,
  description: Record<string, unknown>,
): Promise<string> {
  const folder = join(target, 'package');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  run(process.execPath, [compiler, '-p', join(home, 'tsconfig.package.json'), '--outDir', folder]);
  await nameModulesInTypes(folder);
  const { name, version, type } = await readJson(join(home, 'package.json'));
  const described = { name, version, license: 'MIT', type, sideEffects: false, ...description };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  await cp(join(home, 'README.md'), join(folder, 'README.md'));
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  const args = ['pack', folder, '--pack-destination', target, '--silent'];
  return join(target, run('npm', args, process.platform === 'win32').trim());
}
