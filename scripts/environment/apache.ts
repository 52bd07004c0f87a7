// Finds Apache with a module that signs users in, which the interoperability tests use. Both come from packages of the
// Linux distribution.

import { existsSync } from 'node:fs';
import { providePackages } from './debian.ts';

export type Apache = { binary: string; modules: string };

const places: Apache = { binary: '/usr/sbin/apache2', modules: '/usr/lib/apache2/modules' };

/** Installs Apache and its module `mod_…` if possible. @throws an Error with one line if one is still missing. */
export function findApache(module: 'auth_openidc' | 'auth_cas'): Apache {
  const { binary, modules } = places;
  providePackages(`Apache with mod_${module}`, {
    // not the package `apache2`, which would start a system service
    packages: ['apache2-bin', `libapache2-mod-${module.replaceAll('_', '-')}`],
    isThere: () => existsSync(binary) && existsSync(`${modules}/mod_${module}.so`),
  });
  return places;
}
