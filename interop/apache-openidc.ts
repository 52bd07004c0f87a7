// Two sites behind one Apache, protected by mod_auth_openidc with the settings that docs/integrate/recipes.md prints.

import { randomBytes } from 'node:crypto';
import { freePort } from '../e2e/support/processes.ts';
import { findApache } from '../scripts/environment/apache.ts';
import { prepareApache, type Site } from './apache.ts';
import { blockOf } from './recipe.ts';

const heading = 'mod_auth_openidc';

/** What an application behind Apache learns. */
const variables = ['REMOTE_USER', 'OIDC_CLAIM_name', 'OIDC_CLAIM_groups', 'OIDC_CLAIM_sub'];

/** In place of every secret that is to be made. */
const secret = randomBytes(32).toString('base64');

/** The recipe, for a site on this computer. Hosts differ, for cookies of a browser know no ports. */
async function siteOf(clientId: string, host: string, id: string, issuer: string) {
  const origin = `http://${host}:${await freePort()}`;
  const here = (text: string) =>
    text
      .replaceAll('…', secret)
      .replaceAll('https://wiki.campus.example', origin)
      .replaceAll('https://id.campus.example', issuer);
  return {
    origin,
    settings: here(blockOf(heading, 'apache')).replace(
      'OIDCClientID wiki',
      `OIDCClientID ${clientId}`,
    ),
    manifest: here(blockOf(heading, 'yaml'))
      .replace('client_id: wiki', `client_id: ${clientId}`)
      .replace('name: wiki', `name: ${clientId}`)
      .replace(/ id: \S+/, ` id: ${id}`),
  } satisfies Site & { manifest: string };
}

export async function prepareSites(issuer: string) {
  const sites = [
    await siteOf('wiki', '127.0.0.1', '2f6a2a0e-6a55-4c8e-9a0b-6d1f0a6f7c11', issuer),
    await siteOf('lab', '127.0.0.2', '9d2c1f7e-0b3a-4e52-8f64-3c5b7a1e8d20', issuer),
  ] as const;
  const apache = prepareApache({
    apache: findApache('auth_openidc'),
    module: 'auth_openidc',
    variables,
    sitesIn: () => sites,
  });
  return { sites, ...apache };
}
