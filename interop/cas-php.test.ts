// phpCAS on two sites, configured as in docs/integrate/recipes.md: one with CAS 3.0, one with SAML 1.1.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/support/processes.ts';
import { requirePhpCas } from '../scripts/environment/cas-clients.ts';
import { describeCas, entryFrom, type SecureBrama } from './cas.ts';
import { blockOf } from './recipe.ts';
import { startCommand } from './sites.ts';

const heading = 'phpCAS';

/** What the page of an application prints. */
const page = `
echo "<p>$username; $name; $email; ", implode(',', $groups), '</p>';
`;

type Given = { host: string; version: 'CAS_VERSION_3_0' | 'SAML_VERSION_1_1'; folder: string };

async function startSite(brama: SecureBrama, { host, version, folder }: Given) {
  const port = await freePort();
  const origin = `http://${host}:${port}`;
  const here = (text: string) => text.replaceAll('https://library.campus.example', origin);
  const php = here(blockOf(heading, 'php'))
    .replace('CAS_VERSION_3_0', version)
    .replace("'id.campus.example', 443", `'localhost', ${new URL(brama.issuer).port}`)
    .replace('/etc/ssl/certs/ca-certificates.crt', brama.certificateFile)
    .replace('192.0.2.10', '127.0.0.1');
  const place = join(folder, host);
  mkdirSync(place);
  writeFileSync(join(place, 'index.php'), php + page);
  writeFileSync(join(place, 'signed-out.php'), 'signed out here');
  const program = await startCommand(
    place,
    ['php', '-d', `session.save_path=${place}`, '-S', `${host}:${port}`, '-t', place],
    {},
  );
  const hasAttributes = version === 'CAS_VERSION_3_0';
  return {
    home: `${origin}/`,
    manifest: entryFrom(here(blockOf(heading, 'yaml')), host),
    // SAML releases attributes only to sites with HTTPS
    hasAttributes,
    ...program,
  };
}

describeCas('phpCAS', async (brama) => {
  requirePhpCas();
  const folder = mkdtempSync(join(tmpdir(), 'brama-php-'));
  const first = await startSite(brama, { host: '127.0.0.1', version: 'CAS_VERSION_3_0', folder });
  const second = await startSite(brama, { host: '127.0.0.2', version: 'SAML_VERSION_1_1', folder });
  return {
    sites: [first, second],
    leave: (person) => person.go(`${first.home}?sign-out`),
    left: `${first.home}signed-out.php`,
    async stop() {
      await first.stop();
      await second.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
});
