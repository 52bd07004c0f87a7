// The simulator of Diia beside the server, and the settings with which the server believes it. Who has
// settings of their own gets no simulator.

import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '@brama/server/config/config';
import { type Family, startChild } from '../children.ts';
import { diiaPort, diiaUrl } from './demo.ts';

/** What both are told; new at every start, for neither remembers the other. */
function sharedSettings() {
  return {
    DIIA_ACQUIRER_TOKEN: randomBytes(16).toString('hex'),
    DIIA_AUTH_TOKEN: randomBytes(16).toString('base64'),
    DIIA_BRANCH_ID: 'demo-branch',
    DIIA_OFFER_ID: 'demo-offer',
  };
}

/** `bramaUrl`: where callbacks go. Resolves with the server's settings once the simulator is ready. */
export async function startDiia(
  family: Family,
  { dataDir, diia }: Pick<Config, 'dataDir' | 'diia'>,
  bramaUrl: string,
): Promise<Record<string, string>> {
  if (diia) return {};
  const folder = join(dataDir, 'diia');
  const shared = sharedSettings();
  const env = { ...shared, DIIA_PORT: diiaPort, DIIA_FOLDER: folder, BRAMA_URL: bramaUrl };
  const script = 'packages/simulators/src/diia/main.ts';
  await family.sustain('The simulator of Diia', () => startChild(script, [], { env }));
  return {
    ...shared,
    DIIA_HOST: diiaUrl,
    DIIA_LINK_ORIGIN: diiaUrl,
    DIIA_CA_DIR: join(folder, 'ca'),
  };
}
