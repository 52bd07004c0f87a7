// Starts the simulators of Diia, Google and the register ЄДЕБО together.

import { randomBytes } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FullConfig } from '@brama/server/app/config';
import { type ProcessGroup, startChild } from '../children.ts';
import { diiaPort, diiaUrl, edeboPort, googlePort, googleUrl } from './demo.ts';

/** Returns the settings that server and simulator share. They are new at every start, because neither stores them. */
function newDiiaSettings() {
  return {
    DIIA_ACQUIRER_TOKEN: randomBytes(16).toString('hex'),
    DIIA_AUTH_TOKEN: randomBytes(16).toString('base64'),
    DIIA_BRANCH_ID: 'demo-branch',
    DIIA_OFFER_ID: 'demo-offer',
  };
}

/**
 * Starts the simulator of Diia beside the server, unless the environment has Diia settings. `bramaUrl`: receives the callbacks.
 * Resolves with the server's settings once the simulator is ready.
 */
async function startDiia(
  group: ProcessGroup,
  { dataDir, methods }: Pick<FullConfig, 'dataDir' | 'methods'>,
  bramaUrl: string,
): Promise<Record<string, string>> {
  if (methods.diia) return {};
  const folder = join(dataDir, 'diia');
  const shared = newDiiaSettings();
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

/**
 * Starts the simulator of Google beside the server, unless the environment has Google settings. `bramaUrl`: users return to it.
 * Resolves with the server's settings once the simulator is ready.
 */
async function startGoogle(
  group: ProcessGroup,
  { methods }: Pick<FullConfig, 'methods'>,
  bramaUrl: string,
): Promise<Record<string, string>> {
  if (methods.google) return {};
  const shared = {
    GOOGLE_CLIENT_ID: 'brama-demo',
    GOOGLE_CLIENT_SECRET: randomBytes(24).toString('base64url'),
  };
  const env = { ...shared, GOOGLE_PORT: googlePort, BRAMA_URL: bramaUrl };
  const script = 'packages/simulators/src/google/main.ts';
  await group.sustain('The simulator of Google', () => startChild(script, [], { env }));
  return { ...shared, GOOGLE_ISSUER: googleUrl, GOOGLE_HOSTED_DOMAINS: 'campus.example' };
}

/**
 * Starts the simulator of the register ЄДЕБО beside the server, unless the environment has its settings. It has 60 people, and those of
 * the simulator of Diia. Resolves with the server's settings once the simulator is ready.
 */
async function startEdebo(
  group: ProcessGroup,
  { edebo }: Pick<FullConfig, 'edebo'>,
): Promise<Record<string, string>> {
  if (edebo) return {};
  const shared = {
    EDEBO_USER: 'demo@campus.example',
    EDEBO_PASSWORD: randomBytes(16).toString('base64url'),
    EDEBO_APP_KEY: randomBytes(16).toString('base64url'),
    EDEBO_UNIVERSITY_ID: '174',
  };
  const env = { ...shared, EDEBO_PORT: edeboPort, EDEBO_CAST: '1' };
  const script = 'packages/simulators/src/edebo/main.ts';
  const url = await group.sustain('The simulator of EDEBO', () => startChild(script, [], { env }));
  return { ...shared, EDEBO_URL: url };
}

/** `npm run brama` reads it, so that its commands reach the same register as the server. The file ends with the demo. */
function keepForCommands(dataDir: string, settings: Record<string, string>): void {
  const file = join(dataDir, 'demo.env');
  rmSync(file, { force: true });
  if (Object.keys(settings).length === 0) return;
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(file, lines.join(''), { mode: 0o600 });
  process.once('exit', () => rmSync(file, { force: true }));
}

/** Resolves with the settings that the server needs for the simulators. */
export async function startSimulators(
  group: ProcessGroup,
  config: FullConfig,
  bramaUrl: string,
): Promise<Record<string, string>> {
  const [diia, google, edebo] = await Promise.all([
    startDiia(group, config, bramaUrl),
    startGoogle(group, config, bramaUrl),
    startEdebo(group, config),
  ]);
  keepForCommands(config.dataDir, edebo);
  return { ...diia, ...google, ...edebo };
}
