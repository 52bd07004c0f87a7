// Finds the CAS clients of the Linux distribution, which the interoperability tests use.

import { spawnSync } from 'node:child_process';
import { providePackages } from './debian.ts';

const succeeds = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;

/** Installs phpCAS if possible. @throws an Error with one line if it is still missing. */
export const requirePhpCas = () =>
  providePackages('phpCAS', {
    packages: ['php-cli', 'php-cas', 'php-curl', 'php-xml'],
    isThere: () =>
      succeeds(
        'php',
        '-r',
        `exit((@include 'CAS.php') && extension_loaded('curl') && extension_loaded('dom') ? 0 : 1);`,
      ),
  });

/** The interpreter of the distribution, which finds its packages. */
export const systemPython = '/usr/bin/python3';

/** Installs Django with a client of python-cas if possible. @throws an Error with one line if it is still missing. */
export const requireDjangoCas = () =>
  providePackages('Django with python-cas', {
    packages: ['python3-django-cas-server'],
    isThere: () => succeeds(systemPython, '-c', 'import django, lxml, cas_server'),
  });
