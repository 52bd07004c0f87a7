// Builds a Debian package from a folder with the run-time files and from deploy/debian. `dpkg-deb` must be installed.

import { execFileSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { completionScript } from '../../packages/server/src/commands/line/completion.ts';
import { root } from '../children.ts';
import type { Architecture } from './runtime-files.ts';

const source = join(root, 'deploy/debian');

const debianArchitectures: Record<Architecture, string> = { x64: 'amd64', arm64: 'arm64' };

/** Files of deploy/debian → their places and modes. */
export const debianFiles = {
  brama: { place: 'usr/bin/brama', mode: 0o755 },
  'brama.service': { place: 'usr/lib/systemd/system/brama.service', mode: 0o644 },
  'brama-backup.service': {
    place: 'usr/lib/systemd/system/brama-backup.service',
    mode: 0o644,
  },
  'brama-backup.timer': { place: 'usr/lib/systemd/system/brama-backup.timer', mode: 0o644 },
  'brama-import@.service': {
    place: 'usr/lib/systemd/system/brama-import@.service',
    mode: 0o644,
  },
  'brama-import@.timer': { place: 'usr/lib/systemd/system/brama-import@.timer', mode: 0o644 },
  'defaults.env': { place: 'usr/lib/brama/defaults.env', mode: 0o644 },
  // the script postinst gives it to the group brama
  'brama.env': { place: 'etc/brama/brama.env', mode: 0o640 },
};
/** Shell → the place where it looks for the completion of commands. */
export const completionFiles = {
  bash: 'usr/share/bash-completion/completions/brama',
  zsh: 'usr/share/zsh/vendor-completions/_brama',
  fish: 'usr/share/fish/vendor_completions.d/brama.fish',
} as const;
export const shells = ['bash', 'zsh', 'fish'] as const;
export const maintainerScripts = ['postinst', 'prerm', 'postrm'] as const;

type Fields = { version: string; description: string; architecture: string; size: string };

/** Returns the version of npm as one of Debian: `1.0.0-rc.1` is older than `1.0.0` only as `1.0.0~rc.1`. */
export const debianVersion = (version: string) => version.replace('-', '~');

/** Replaces `${name}` in the template of the control file. Throws if a field is missing. */
export function controlFile(template: string, fields: Fields): string {
  return template.replaceAll(/\$\{(\w+)\}/g, (_found, name: string) => {
    if (!Object.hasOwn(fields, name)) throw new Error(`the control file has no value for ${name}`);
    return fields[name as keyof Fields];
  });
}

/** Returns the size of all files in KiB, each rounded up, as Debian counts it. */
async function installedSize(folder: string): Promise<number> {
  let size = 0;
  for (const path of await readdir(folder, { recursive: true })) {
    const found = await stat(join(folder, path));
    size += found.isDirectory() ? 1 : Math.ceil(found.size / 1024);
  }
  return size;
}

type Package = {
  /** A folder for the tree of the package, which does not exist yet. */
  tree: string;
  /** The run-time files. */
  runtime: string;
  arch: Architecture;
  version: string;
  description: string;
  target: string;
  /** The time of all files, in seconds. */
  time: number;
};

/** Returns the name of the package in the folder `target`. */
export async function buildDebianPackage(options: Package): Promise<string> {
  const { tree, runtime, arch, target } = options;
  const version = debianVersion(options.version);
  const architecture = debianArchitectures[arch];
  const add = async (place: string, content: string | Uint8Array, mode = 0o644) => {
    await mkdir(dirname(join(tree, place)), { recursive: true });
    await writeFile(join(tree, place), content);
    await chmod(join(tree, place), mode);
  };

  await cp(runtime, join(tree, 'usr/lib/brama'), { recursive: true });
  for (const [name, { place, mode }] of Object.entries(debianFiles))
    await add(place, await readFile(join(source, name)), mode);
  for (const shell of shells) await add(completionFiles[shell], `${completionScript(shell)}\n`);
  const documents = 'usr/share/doc/brama';
  await cp(join(runtime, 'docs'), join(tree, documents), { recursive: true });
  await add(`${documents}/copyright`, await readFile(join(root, 'LICENSE')));
  const changes = await promisify(gzip)(await readFile(join(root, 'CHANGELOG.md')), { level: 9 });
  await add(`${documents}/changelog.gz`, changes);

  const template = await readFile(join(source, 'control'), 'utf8');
  const size = `${await installedSize(tree)}`;
  const { description } = options;
  await add('DEBIAN/control', controlFile(template, { version, description, architecture, size }));
  await add('DEBIAN/conffiles', `/${debianFiles['brama.env'].place}\n`);
  for (const name of maintainerScripts)
    await add(`DEBIAN/${name}`, await readFile(join(source, name)), 0o755);

  const file = `brama_${version}_${architecture}.deb`;
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '--build', tree, join(target, file)], {
    env: { ...process.env, SOURCE_DATE_EPOCH: `${options.time}` },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return file;
}
