// The ticket protocol: the browser brings `?ticketId=…` to the application, whose server asks us who came.

import { sandboxPage } from '@brama/contract/built-pages';
import type { Opening, Protocol } from '../protocol.ts';
import { isSandbox } from '../sandbox.ts';
import { createTicketAnswers, type TicketAnswerNeeds } from './answers.ts';
import { registerTicketRoutes, type TicketRouteNeeds } from './routes.ts';
import { registerSandboxRoutes, type SandboxRouteNeeds } from './sandbox-routes.ts';
import { ticketSettings } from './settings.ts';
import type { TicketStore } from './store.ts';

export type TicketNeeds = TicketAnswerNeeds &
  Omit<TicketRouteNeeds & SandboxRouteNeeds, 'answerOf'> & {
    tickets: TicketStore;
    /** Our own public address. */
    baseUrl: string;
  };

/** Where the application waits for its tickets; the sandbox waits on a page of ours. */
function addressFor({ application, language }: Opening, baseUrl: string): URL {
  return isSandbox(application)
    ? new URL(`/${language}/${sandboxPage}`, baseUrl)
    : new URL(ticketSettings.parse(application.protocol.settings).redirectUrl);
}

export function createTicketProtocol(needs: TicketNeeds): Protocol {
  const answerOf = createTicketAnswers(needs);
  return {
    type: 'ticket',
    async open(opening) {
      const address = addressFor(opening, needs.baseUrl);
      address.searchParams.set('ticketId', await needs.tickets.issue(opening));
      if (opening.state !== undefined) address.searchParams.set('state', opening.state);
      return address.href;
    },
    register(server) {
      registerTicketRoutes(server, { ...needs, answerOf });
      registerSandboxRoutes(server, { ...needs, answerOf });
    },
    sweep: (most) => needs.tickets.sweep(most),
  };
}
