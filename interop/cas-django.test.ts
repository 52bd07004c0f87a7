// Two sites with django-cas-server in federated mode, which signs users in with python-cas and SAML 1.1. They use HTTPS,
// without which they would get no attributes.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../e2e/support/processes.ts';
import { requireDjangoCas, systemPython } from '../scripts/environment/cas-clients.ts';
import { describeCas, entryOf, type SecureBrama } from './cas.ts';
import { startCommand } from './sites.ts';
import { startTlsProxy } from './tls.ts';

const script = join(import.meta.dirname, 'cas-django.py');

async function startSite({ issuer, ...certificate }: SecureBrama, host: string) {
  const [port, target] = [await freePort(), await freePort()];
  const folder = mkdtempSync(join(tmpdir(), 'brama-django-'));
  const program = await startCommand(
    folder,
    [systemPython, script, host, `${target}`, folder, `${issuer}/cas/`],
    { SSL_CERT_FILE: certificate.certificateFile, HTTPS: 'on' },
  );
  const stopProxy = await startTlsProxy({ host, port, target, ...certificate });
  const home = `https://${host}:${port}/`;
  return {
    home,
    manifest: entryOf(home),
    hasAttributes: true,
    async stop() {
      await stopProxy();
      await program.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

describeCas('django-cas-server', async (brama) => {
  requireDjangoCas();
  const [first, second] = [
    await startSite(brama, '127.0.0.1'),
    await startSite(brama, '127.0.0.2'),
  ];
  return {
    sites: [first, second],
    // a page of its own, which a script would send
    async enter(person, page) {
      const { url } = await person.submit(page);
      return person.go(new URL('/', url));
    },
    leave: (person) => person.go(new URL('/logout', first.home)),
    left: `${brama.issuer}/uk/?signed-out`,
    async stop() {
      await first.stop();
      await second.stop();
    },
  };
});
