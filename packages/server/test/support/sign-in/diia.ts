// Signs in with Diia.

import { makeDiiaWorld, taxId } from '../diia/world.ts';
import { type MakeDriver, withTicket } from './driver.ts';

export const makeDriver: MakeDriver = async (kind) => {
  const world = await makeDiiaWorld(kind);
  const prove = async (number: string) => {
    const { requestId, cookie } = await world.askLink();
    await world.confirm(requestId, { leaf: world.diia.person(`TINUA-${number}`) });
    return world.check(requestId, cookie);
  };
  const ticketOf = async () => (await prove(taxId)).json().sessionId;
  return {
    world,
    userId: world.taras,
    ...withTicket(world, ticketOf),
    refusedStranger: () => prove('2222222222'),
    strangerRefused: 'diia.not-linked',
  };
};
