// Finds Apache with mod_auth_openidc, which the interoperability tests use. Both come from packages of the Linux
// distribution.

import { existsSync } from 'node:fs';
import { installPackages } from './debian.ts';

/** Not the package `apache2`, which would start a system service. */
const packages = ['apache2-bin', 'libapache2-mod-auth-openidc'];

export type Apache = { binary: string; modules: string };

const places: Apache = { binary: '/usr/sbin/apache2', modules: '/usr/lib/apache2/modules' };

/** Installs Apache if possible. @throws an Error with one line if it is still missing. */
export function findApache(): Apache {
  const isThere = () =>
    existsSync(places.binary) && existsSync(`${places.modules}/mod_auth_openidc.so`);
  if (isThere()) return places;
  if (installPackages(packages, 'Apache and mod_auth_openidc') && isThere()) return places;
  throw new Error(
    `Apache with mod_auth_openidc is needed: \`apt-get install ${packages.join(' ')}\` on Debian.`,
  );
}
