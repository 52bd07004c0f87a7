// The simulators of outside sign-in methods, started together.

import type { Config } from '@brama/server/config/config';
import type { Family } from '../children.ts';
import { startDiia } from './diia.ts';
import { startGoogle } from './google.ts';

/** Resolves with the settings under which the server meets them. */
export async function startSimulators(
  family: Family,
  config: Config,
  bramaUrl: string,
): Promise<Record<string, string>> {
  const started = [startDiia(family, config, bramaUrl), startGoogle(family, config, bramaUrl)];
  return Object.assign({}, ...(await Promise.all(started)));
}
