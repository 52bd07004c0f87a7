// Starts the simulators of Diia and Google together.

import type { FullConfig } from '@brama/server/app/config';
import type { ProcessGroup } from '../children.ts';
import { startDiia } from './diia.ts';
import { startGoogle } from './google.ts';

/** Resolves with the settings that the server needs for the simulators. */
export async function startSimulators(
  group: ProcessGroup,
  config: FullConfig,
  bramaUrl: string,
): Promise<Record<string, string>> {
  const started = [startDiia(group, config, bramaUrl), startGoogle(group, config, bramaUrl)];
  return Object.assign({}, ...(await Promise.all(started)));
}
