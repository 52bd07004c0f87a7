// Signs in with a password.

import { addUser, makeWorld, password } from '../world.ts';
import { type MakeDriver, withTicket } from './driver.ts';

export const makeDriver: MakeDriver = async (kind) => {
  const world = await makeWorld(kind);
  const userId = await addUser(world.db, { username: 'known' }, world.passwordHash);
  const prove = async (username: string) => world.post('/api/auth', { username, password });
  const ticketOf = async () => (await prove('known')).json().sessionId;
  return {
    world,
    userId,
    ...withTicket(world, ticketOf),
    refusedStranger: () => prove('stranger'),
    strangerRefused: 'sign-in.invalid-credentials',
  };
};
