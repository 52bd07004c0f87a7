// The ticket protocol: the browser brings `?ticketId=…` to the application, whose server asks us who came.

import type { Protocol } from '../protocol.ts';
import { registerTicketRoutes, type TicketRouteNeeds } from './routes.ts';
import { ticketSettings } from './settings.ts';

export type TicketNeeds = TicketRouteNeeds;

export function createTicketProtocol(needs: TicketNeeds): Protocol {
  return {
    type: 'ticket',
    async open(opening) {
      const { redirectUrl } = ticketSettings.parse(opening.application.protocol.settings);
      const address = new URL(redirectUrl);
      address.searchParams.set('ticketId', await needs.tickets.issue(opening));
      if (opening.state !== undefined) address.searchParams.set('state', opening.state);
      return address.href;
    },
    register: (server) => registerTicketRoutes(server, needs),
    sweep: (most) => needs.tickets.sweep(most),
  };
}
