// Starts the simulator of Diia beside the server, and returns the settings with which the server trusts it. With Diia
// settings in the environment, no simulator is started.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FullConfig } from '@brama/server/app/config';
import { type ProcessGroup, startChild } from '../children.ts';
import { diiaPort, diiaUrl } from './demo.ts';

/** Returns the settings that server and simulator share. They are new at every start, because neither stores them. */
function sharedSettings() {
  return {
    DIIA_ACQUIRER_TOKEN: randomBytes(16).toString('hex'),
    DIIA_AUTH_TOKEN: randomBytes(16).toString('base64'),
    DIIA_BRANCH_ID: 'demo-branch',
    DIIA_OFFER_ID: 'demo-offer',
  };
}

/** `bramaUrl`: receives the callbacks. Resolves with the server's settings once the simulator is ready. */
export async function startDiia(
  group: ProcessGroup,
  { dataDir, methods }: Pick<FullConfig, 'dataDir' | 'methods'>,
  bramaUrl: string,
): Promise<Record<string, string>> {
  if (methods.diia) return {};
  const folder = join(dataDir, 'diia');
  const shared = sharedSettings();
  const env = { ...shared, DIIA_PORT: diiaPort, DIIA_FOLDER: folder, BRAMA_URL: bramaUrl };
  const script = 'packages/simulators/src/diia/main.ts';
  await group.sustain('The simulator of Diia', () => startChild(script, [], { env }));
  return {
    ...shared,
    DIIA_HOST: diiaUrl,
    DIIA_LINK_ORIGIN: diiaUrl,
    DIIA_CA_DIR: join(folder, 'ca'),
  };
}
