// Signs in with a passkey.

import { Passkey } from '../passkeys/authenticator.ts';
import { createPasskeySteps } from '../passkeys/world.ts';
import { addUser, makeWorld } from '../world.ts';
import { type MakeDriver, withTicket } from './driver.ts';

export const makeDriver: MakeDriver = async (kind) => {
  const world = await makeWorld(kind);
  const userId = await addUser(world.db, { username: 'known' }, world.passwordHash);
  const steps = createPasskeySteps(world);
  const { passkey } = await steps.addNew(await world.signIn('known'), { hasCounter: true });
  const ticketOf = async () => (await steps.ticket(passkey)).json().sessionId;
  return {
    world,
    userId,
    ...withTicket(world, ticketOf),
    refusedStranger: () => steps.ticket(new Passkey()),
    strangerRefused: 'passkey.unknown',
    tables: ['passkeys', 'used_passkey_challenges'],
  };
};
