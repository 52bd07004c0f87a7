// Installs packages of the Linux distribution. Works only as root on Debian.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Prints what is installed. Returns whether an installation was attempted. */
export function installPackages(packages: readonly string[], what: string): boolean {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  console.error(`Installing ${what}…`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
    spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  return true;
}

type Needed = { packages: readonly string[]; isThere(): boolean };

/** Installs packages if `what` is missing. @throws an Error with one line if it is still missing. */
export function providePackages(what: string, { packages, isThere }: Needed): void {
  if (isThere()) return;
  if (installPackages(packages, what) && isThere()) return;
  throw new Error(`${what} is needed: \`apt-get install ${packages.join(' ')}\` on Debian.`);
}
