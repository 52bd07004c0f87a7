// A valid request for each route of the administration API. A route without one does not compile.

import type { AdminRouteId } from '@brama/contract/admin/routes';
import { TokenStore } from '../../../src/admin/api/tokens/token-store.ts';
import type { World } from '../world.ts';
import type { Input } from './callers.ts';

export type Example = {
  /** Creates an object of the user, and returns the parameters of its path. */
  object?: (world: World, ownerId: string) => Promise<Record<string, string>>;
  input?: (world: World) => Input;
};

async function addToken(world: World, userId: string) {
  const tokens = new TokenStore(world.db, () => world.clock.now);
  const expiresAt = world.clock.now + 3_600_000;
  const token = { name: 'of somebody', userId, scopes: ['users.read' as const], expiresAt };
  return { id: (await tokens.create(world.db, token)).id };
}

const inAnHour = ({ clock }: World) => new Date(clock.now + 3_600_000).toISOString();

export const examples: Record<AdminRouteId, Example> = {
  readSelf: {},
  listUsers: {},
  readUser: { object: async (_world, id) => ({ id }) },
  listTokens: {},
  createToken: {
    input: (world) => ({
      body: { name: 'reports', scopes: ['tokens.read'], expiresAt: inAnHour(world) },
    }),
  },
  revokeToken: { object: addToken },
};
