// The site in examples/cas, twice. Hosts differ, because cookies of a browser do not know ports.

import { join } from 'node:path';
import { freePort } from '../e2e/support/processes.ts';
import { root } from '../scripts/children.ts';
import { describeCas, entryOf, type SecureBrama } from './cas.ts';
import { startCommand } from './sites.ts';

const folder = join(root, 'examples/cas');

async function startSite({ issuer, certificateFile }: SecureBrama, host: string) {
  const port = `${await freePort()}`;
  const home = `http://${host}:${port}/`;
  const program = await startCommand(folder, [process.execPath, 'server.mjs'], {
    BRAMA_URL: issuer,
    HOST: host,
    PORT: port,
    NODE_EXTRA_CA_CERTS: certificateFile,
  });
  return { home, manifest: entryOf(home), hasAttributes: true, ...program };
}

describeCas('examples/cas', async (brama) => {
  const [first, second] = [
    await startSite(brama, '127.0.0.1'),
    await startSite(brama, '127.0.0.2'),
  ];
  return {
    sites: [first, second],
    leave: async (person) => person.submit(await person.go(first.home)),
    left: `${first.home}signed-out`,
    async stop() {
      await first.stop();
      await second.stop();
    },
  };
});
