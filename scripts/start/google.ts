// Starts the simulator of Google beside the server, and returns the settings with which the server trusts it. With Google
// settings in the environment, no simulator is started.

import { randomBytes } from 'node:crypto';
import type { FullConfig } from '@brama/server/app/config';
import { type ProcessGroup, startChild } from '../children.ts';
import { googlePort, googleUrl } from './demo.ts';

/** `bramaUrl`: users return to it. Resolves with the server's settings once the simulator is ready. */
export async function startGoogle(
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
