// Two sites behind one Apache, protected by mod_auth_openidc with the settings that docs/integrate.md prints.
// Runs from its own folder, as an unprivileged account, and is no service of the system.

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
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
import { freePort } from '../e2e/support/processes.ts';
import { findApache } from '../scripts/environment/apache.ts';
import { blockOf } from './recipe.ts';

const heading = 'mod_auth_openidc';

const modules = [
  'mpm_event',
  'authn_core',
  'authz_core',
  'authz_user',
  'dir',
  'mime',
  'filter',
  'include',
  'auth_openidc',
];

/** What an application behind Apache learns; `none`: as it is, for the tests read it. */
const page = ['REMOTE_USER', 'OIDC_CLAIM_name', 'OIDC_CLAIM_groups', 'OIDC_CLAIM_sub']
  .map((name) => `${name}=<!--#echo encoding="none" var="${name}" -->;`)
  .join('\n');

export type Site = { origin: string; clientId: string; settings: string; manifest: string };

/** In place of every secret that is to be made. */
const secret = randomBytes(32).toString('base64');

/** The recipe, for a site on this computer. Hosts differ, for cookies of a browser know no ports. */
async function siteOf(clientId: string, host: string, id: string, issuer: string): Promise<Site> {
  const origin = `http://${host}:${await freePort()}`;
  const here = (text: string) =>
    text
      .replaceAll('…', secret)
      .replaceAll('https://wiki.campus.example', origin)
      .replaceAll('https://id.campus.example', issuer);
  return {
    origin,
    clientId,
    settings: here(blockOf(heading, 'apache')).replace(
      'OIDCClientID wiki',
      `OIDCClientID ${clientId}`,
    ),
    manifest: here(blockOf(heading, 'yaml'))
      .replace('client_id: wiki', `client_id: ${clientId}`)
      .replace('name: wiki', `name: ${clientId}`)
      .replace(/ id: \S+/, ` id: ${id}`),
  };
}

function virtualHost(folder: string, { origin, settings }: Site): string {
  const { host } = new URL(origin);
  return `Listen ${host}
<VirtualHost ${host}>
ServerName ${origin}
DocumentRoot ${folder}/pages
${settings}
</VirtualHost>`;
}

function configurationOf(folder: string, modulesFolder: string, sites: readonly Site[]): string {
  return `ServerRoot ${folder}
DefaultRuntimeDir ${folder}
Mutex file:${folder} default
PidFile ${folder}/pid
ErrorLog ${folder}/error.log
LogLevel warn
${modules.map((name) => `LoadModule ${name}_module ${modulesFolder}/mod_${name}.so`).join('\n')}
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

function prepareFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'brama-apache-'));
  for (const path of ['', 'staff', 'signed-out']) {
    const place = join(folder, 'pages', path);
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'index.html'), path === 'signed-out' ? 'signed out here' : page);
  }
  chmodSync(folder, 0o700);
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
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

export async function prepareSites(issuer: string) {
  const { binary, modules: modulesFolder } = findApache();
  const sites = [
    await siteOf('wiki', '127.0.0.1', '2f6a2a0e-6a55-4c8e-9a0b-6d1f0a6f7c11', issuer),
    await siteOf('lab', '127.0.0.2', '9d2c1f7e-0b3a-4e52-8f64-3c5b7a1e8d20', issuer),
  ] as const;
  const folder = prepareFolder();
  const file = join(folder, 'httpd.conf');
  writeFileSync(file, configurationOf(folder, modulesFolder, sites), { mode: 0o644 });

  return {
    sites,

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
