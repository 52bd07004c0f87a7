// Signed-in browsers for the scenarios that need them. Reuses sessions of earlier scenarios and adds missing ones.

import { openConnection } from './load/connection.ts';
import { signIn } from './load/steps.ts';
import type { World } from './system/world.ts';

const enough = 200;

/** Returns the cookies of a world one after the other, over and over. */
export async function cookiesOf(world: World): Promise<() => string> {
  const missing = Math.max(0, enough - world.sessions.length);
  const connections = await Promise.all([1, 2, 3, 4].map(() => openConnection(world.server.port)));
  await Promise.all(
    connections.map(async (connection) => {
      for (let i = 0; i < missing / connections.length; i++)
        world.sessions.push(await signIn(connection, world.nextUser()));
      connection.close();
    }),
  );
  const { sessions } = world;
  let next = 0;
  return () => {
    next = (next + 1) % sessions.length;
    return sessions[next] ?? '';
  };
}
