// Apache's mod_auth_cas before two sites, configured as in docs/integrate/recipes.md: one with CAS 3.0, one with SAML 1.1.

import { freePort } from '../e2e/support/processes.ts';
import { findApache } from '../scripts/environment/apache.ts';
import { prepareApache } from './apache.ts';
import { describeCas, entryFrom, type SecureBrama } from './cas.ts';
import { blockOf } from './recipe.ts';

const heading = 'mod_auth_cas';

/** What an application behind Apache learns. */
const variables = ['REMOTE_USER', 'HTTP_CAS_DISPLAYNAME', 'HTTP_CAS_MAIL', 'HTTP_CAS_MEMBEROF'];

const withSaml = (settings: string) =>
  settings.replace('/cas/p3/serviceValidate', '/cas/samlValidate\nCASValidateSAML On');

async function siteOf({ issuer, certificateFile }: SecureBrama, host: string) {
  const origin = `http://${host}:${await freePort()}`;
  const here = (text: string) =>
    text
      .replaceAll('https://wiki.campus.example', origin)
      .replaceAll('https://id.campus.example', issuer);
  return {
    origin,
    home: `${origin}/`,
    manifest: entryFrom(here(blockOf(heading, 'yaml')), host),
    settingsIn: (folder: string) =>
      `${here(blockOf(heading, 'apache')).replace('/var/cache/apache2/mod_auth_cas', folder)}
CASCertificatePath ${certificateFile}`,
  };
}

describeCas('mod_auth_cas', async (brama) => {
  const [first, second] = [await siteOf(brama, '127.0.0.1'), await siteOf(brama, '127.0.0.2')];
  const apache = prepareApache({
    apache: findApache('auth_cas'),
    module: 'auth_cas',
    variables,
    sitesIn: (folder) => [
      { origin: first.origin, settings: first.settingsIn(folder) },
      { origin: second.origin, settings: withSaml(second.settingsIn(folder)) },
    ],
  });
  const stop = await apache.start();
  return {
    sites: [
      // for employees only, which an attribute says
      { ...first, home: `${first.origin}/staff/`, hasAttributes: true },
      // SAML releases attributes only to sites with HTTPS
      { ...second, hasAttributes: false },
    ],
    leave: (person) => person.go(`${brama.issuer}/cas/logout?service=${first.origin}/signed-out/`),
    left: `${first.origin}/signed-out/`,
    staff: `${first.origin}/staff/`,
    async stop() {
      await stop();
      apache.remove();
    },
  };
});
