// `npm run release`: writes Debian packages, archives that need no build, the bill of materials and their hashes into the
// folder release/. It does not publish them.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../children.ts';
import { buildDebianPackage } from './debian-package.ts';
import { folderOfLocked } from './locked-package.ts';
import { readJson } from './npm-package.ts';
import { type Architecture, architectures, copyRuntimeFiles } from './runtime-files.ts';

const target = join(root, 'release');
const { version, description } = await readJson(join(root, 'package.json'));

/** The time of the commit in seconds, which all packed files get. */
const time = Number(
  process.env['SOURCE_DATE_EPOCH'] ??
    execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' }),
);

const run = (command: string, args: readonly string[]) =>
  execFileSync(command, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** Packs a folder with its name. The archive names no user and no time of this computer. */
function archive(parent: string, name: string): string {
  const file = `${name}.tar.gz`;
  const tar = join(parent, `${name}.tar`);
  const same = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];
  run('tar', [...same, `--mtime=@${time}`, '--create', '--file', tar, '--directory', parent, name]);
  run('gzip', ['--no-name', tar]);
  run('mv', [`${tar}.gz`, join(target, file)]);
  return file;
}

async function release(arch: Architecture, folder: string, sbom: string): Promise<string[]> {
  const name = `brama-${version}-linux-${arch}`;
  const runtime = join(folder, name);
  await mkdir(runtime);
  await writeFile(join(runtime, 'sbom.cdx.json'), sbom);
  for await (const document of glob('docs/**/*.{md,json,png,svg}', { cwd: root }))
    await cp(join(root, document), join(runtime, document));
  await copyRuntimeFiles(runtime, { arch, folderOf: folderOfLocked, compileCache: false });
  if (arch === process.arch) {
    const printed = run(join(runtime, 'bin/brama'), ['--version']).trim();
    if (printed !== version) throw new Error(`the copied server reports version ${printed}`);
  }
  const tree = join(folder, `debian-${arch}`);
  const packed = { tree, runtime, arch, version, description, target, time };
  const debian = await buildDebianPackage(packed);
  await cp(join(root, 'deploy/archive/README.md'), join(runtime, 'README.md'));
  return [debian, archive(folder, name)];
}

await rm(target, { recursive: true, force: true });
await mkdir(target);
const folder = await mkdtemp(join(tmpdir(), 'brama-release-'));
try {
  const sbomFile = `brama-${version}.cdx.json`;
  const sbom = run(process.execPath, [join(root, 'scripts/release/sbom.ts')]);
  await writeFile(join(target, sbomFile), sbom);
  const files = [sbomFile];
  for (const arch of architectures) files.push(...(await release(arch, folder, sbom)));
  const lines = files.map(async (file) => {
    const hash = createHash('sha256').update(await readFile(join(target, file)));
    return `${hash.digest('hex')}  ${file}\n`;
  });
  await writeFile(join(target, 'SHA256SUMS'), (await Promise.all(lines)).sort().join(''));
  console.log(`release/: ${[...files, 'SHA256SUMS'].join(', ')}`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
