// The one list of application protocols.

import { createLinkProtocol } from './link/protocol.ts';
import type { Protocol } from './protocol.ts';
import { createTicketProtocol, type TicketNeeds } from './ticket/protocol.ts';

export type ProtocolNeeds = { ticket: TicketNeeds };

export function createProtocols(needs: ProtocolNeeds): Map<string, Protocol> {
  const all = [createTicketProtocol(needs.ticket), createLinkProtocol()];
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
