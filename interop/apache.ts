// Apache with a module that signs users in, in front of sites on this computer. It runs from its own folder, as an
// unprivileged account, and is no service of the system.

import { spawn } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Apache } from '../scripts/environment/apache.ts';

/** `settings`: those of the module, for the whole site. */
export type Site = { origin: string; settings: string };

type Options = {
  apache: Apache;
  /** The module that signs users in. */
  module: string;
  /** The variables of a request that each page prints. */
  variables: readonly string[];
  /** `folder`: where the module may write. */
  sitesIn(folder: string): readonly Site[];
};

const modules = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'dir',
  'mime',
  'filter',
  'include',
];

/** `none`: the page has the value as it is. */
const pageOf = (variables: readonly string[]) =>
  variables.map((name) => `${name}=<!--#echo encoding="none" var="${name}" -->;`).join('\n');

function virtualHost(folder: string, { origin, settings }: Site): string {
  const { host } = new URL(origin);
  return `Listen ${host}
<VirtualHost ${host}>
ServerName ${origin}
DocumentRoot ${folder}/pages
${settings}
</VirtualHost>`;
}

function configurationOf(folder: string, { apache, module }: Options, sites: readonly Site[]) {
  const loaded = [...modules, module].map(
    (name) => `LoadModule ${name}_module ${apache.modules}/mod_${name}.so`,
  );
  return `ServerRoot ${folder}
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
LogLevel warn
${loaded.join('\n')}
ServerName localhost
TypesConfig /dev/null
AddType "text/html; charset=utf-8" .html
DirectoryIndex index.html
<Directory ${folder}/pages>
Options +Includes
SetOutputFilter INCLUDES
</Directory>
${sites.map((site) => virtualHost(folder, site)).join('\n')}
`;
}

/** An unprivileged account; Apache as root would change to its own. */
const account = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

function prepareFolder(page: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'brama-apache-'));
  for (const path of ['', 'staff', 'signed-out']) {
    const place = join(folder, 'pages', path);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'index.html'), path === 'signed-out' ? 'signed out here' : page);
  }
  const cache = join(folder, 'cache');
  mkdirSync(cache);
  for (const place of [folder, cache]) {
    chmodSync(place, 0o700);
    if (account.uid !== undefined) chownSync(place, account.uid, account.gid);
  }
  return folder;
}

const answers = (address: string) =>
  fetch(address, { redirect: 'manual' }).then(
    () => true,
    () => false,
  );

const retryMs = 50;

/** Runs a program until its standard input closes, because the parent closed it or died. */
const untilLetGo = 'exec 3<&0; (read -r _ <&3; kill $$) & exec "$@" 3<&-';

export function prepareApache(options: Options) {
  const { binary } = options.apache;
  const folder = prepareFolder(pageOf(options.variables));
  const sites = options.sitesIn(join(folder, 'cache'));
  const file = join(folder, 'httpd.conf');
  writeFileSync(file, configurationOf(folder, options, sites), { mode: 0o644 });

  return {
    /** Resolves with how it is stopped. @throws with what Apache said when it ends before it listens. */
    async start() {
      const child = spawn('sh', ['-c', untilLetGo, 'sh', binary, '-D', 'FOREGROUND', '-f', file], {
        cwd: folder,
        // a proxy of this machine has no business here
        env: { PATH: process.env['PATH'], TMPDIR: folder },
        stdio: ['pipe', 'ignore', 'pipe'],
        ...account,
      });
      let said = '';
      child.stderr.on('data', (chunk) => {
        said += chunk;
      });
      const ended = new Promise((resolve) => child.once('exit', resolve));
      for (const { origin } of sites)
        while (!(await answers(`${origin}/signed-out/`))) {
          if (child.exitCode !== null) throw new Error(`Apache ended: ${said}`);
          await setTimeout(retryMs);
        }
      return async () => {
        child.stdin.end();
        await ended;
      };
    },

    /** What Apache complained about. */
    complaints: () => readFileSync(join(folder, 'error.log'), 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
