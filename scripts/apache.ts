// Where Apache and its module mod_auth_openidc are, which the tests with other people's clients drive. They
// come from the distribution.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Without the service that the package `apache2` brings: nothing of ours should start by itself. */
const packages = ['apache2-bin', 'libapache2-mod-auth-openidc'];

export type Apache = { binary: string; modules: string };

const places: Apache = { binary: '/usr/sbin/apache2', modules: '/usr/lib/apache2/modules' };

/** Installs them where that is possible. @throws one clear line when they are not there. */
export function findApache(): Apache {
  const isThere = () =>
    existsSync(places.binary) && existsSync(`${places.modules}/mod_auth_openidc.so`);
  if (isThere()) return places;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Apache and mod_auth_openidc…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]])
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    if (isThere()) return places;
  }
  throw new Error(
    `Apache with mod_auth_openidc is needed: \`apt-get install ${packages.join(' ')}\` on Debian.`,
  );
}
