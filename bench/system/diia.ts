// Starts the simulator of Diia as a separate process, and gives the settings for a server to use it.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keptAuthority, makeTelephone } from '../../packages/simulators/src/diia/authority.ts';
import { holders } from '../../packages/simulators/src/diia/cast.ts';
import { signDigest } from '../../packages/simulators/src/diia/cms.ts';
import { startChild, whenReady } from '../../scripts/children.ts';
import { freePort, type Settings } from './server.ts';

const shared = {
  DIIA_ACQUIRER_TOKEN: 'bench-acquirer',
  DIIA_AUTH_TOKEN: 'YmVuY2g=',
  DIIA_BRANCH_ID: 'bench-branch',
  DIIA_OFFER_ID: 'bench-offer',
};

export type RunningDiia = {
  settings: Settings;
  /** Signs a request as the phone of a user does. */
  sign(requestId: string): Buffer;
  stop(): Promise<void>;
};

export async function startDiia(): Promise<RunningDiia> {
  const folder = mkdtempSync(join(tmpdir(), 'brama-bench-diia-'));
  const port = await freePort();
  const env = { ...shared, DIIA_PORT: String(port), DIIA_FOLDER: folder };
  const child = startChild('packages/simulators/src/diia/main.ts', [], { env });
  const url = await whenReady(child);
  const settings = { DIIA_HOST: url, DIIA_LINK_ORIGIN: url, DIIA_CA_DIR: join(folder, 'ca') };
  const [holder] = holders;
  if (!holder) throw new Error('the simulator of Diia has no users');
  const telephone = makeTelephone(keptAuthority(folder), holder);
  return {
    sign: (requestId) => signDigest(telephone, Buffer.from(requestId, 'base64')),
    settings: { ...shared, ...settings },
    async stop() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
