// Finds a package of the lock file: the installed one, or for another processor a download with the locked hash.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../children.ts';
import { readJson } from './npm-package.ts';

type LockFile = { packages: Record<string, { version: string; integrity?: string }> };

const downloads = join(root, 'node_modules/.cache/release');

function npm(args: readonly string[]): string {
  const script = process.env['npm_execpath'];
  const isScript = script?.endsWith('.js') ?? false;
  const command = isScript ? process.execPath : 'npm';
  return execFileSync(command, isScript ? [`${script}`, ...args] : args, {
    encoding: 'utf8',
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  }).trim();
}

/** Returns the folder of the package. Throws if the download has another hash than the lock file. */
export async function folderOfLocked(name: string): Promise<string> {
  const installed = join(root, 'node_modules', name);
  if (existsSync(installed)) return installed;
  const lock: LockFile = await readJson(join(root, 'package-lock.json'));
  const locked = lock.packages[`node_modules/${name}`];
  if (!locked?.integrity) throw new Error(`the lock file has no hash of ${name}`);
  const folder = join(downloads, `${name.replace('/', '-')}-${locked.version}`);
  if (existsSync(folder)) return folder;
  const unpacked = `${folder}.part`;
  await rm(unpacked, { recursive: true, force: true });
  await mkdir(unpacked, { recursive: true });
  const args = ['pack', `${name}@${locked.version}`, '--pack-destination', downloads, '--silent'];
  const archive = join(downloads, npm(args));
  const hash = createHash('sha512').update(await readFile(archive));
  if (`sha512-${hash.digest('base64')}` !== locked.integrity)
    throw new Error(`${name}: the download does not have the hash of the lock file`);
  execFileSync('tar', ['-xzf', archive, '--strip-components=1', '-C', unpacked]);
  await rename(unpacked, folder);
  await rm(archive);
  return folder;
}
