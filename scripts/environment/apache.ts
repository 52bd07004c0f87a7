// Finds Apache with mod_auth_openidc, which the interoperability tests use. Both come from packages of the Linux
// distribution.

import { existsSync } from 'node:fs';
import { installPackages } from './debian.ts';

/** Without the service that the package `apache2` brings: nothing of ours should start by itself. */
const packages = ['apache2-bin', 'libapache2-mod-auth-openidc'];

export type Apache = { binary: string; modules: string };

const places: Apache = { binary: '/usr/sbin/apache2', modules: '/usr/lib/apache2/modules' };

/** Installs them where that is possible. @throws one clear line when they are not there. */
export function findApache(): Apache {
  const isThere = () =>
    existsSync(places.binary) && existsSync(`${places.modules}/mod_auth_openidc.so`);
  if (isThere()) return places;
  if (installPackages(packages, 'Apache and mod_auth_openidc') && isThere()) return places;
  throw new Error(
    `Apache with mod_auth_openidc is needed: \`apt-get install ${packages.join(' ')}\` on Debian.`,
  );
}
