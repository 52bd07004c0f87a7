// The ticket protocol: the browser brings `?ticketId=…` to the application, whose server asks us who came.

import { z } from 'zod';
import { hashSecret } from '../../secrets.ts';
import { applicationAddress } from '../addresses.ts';
import { asText, faultsOf } from '../manifest-faults.ts';
import type { Protocol } from '../protocol.ts';
import { registerTicketRoutes, type TicketRouteNeeds } from './routes.ts';
import { faultOfSecret } from './secret.ts';
import { ticketSettings } from './settings.ts';

export type TicketNeeds = TicketRouteNeeds;

const manifestForm = z.strictObject({
  type: z.literal('ticket'),
  redirectUrl: applicationAddress,
  secret: z
    .string(asText)
    .check((context) => {
      const reason = faultOfSecret(context.value);
      // no input: a fault never repeats the secret
      if (reason) context.issues.push({ code: 'custom', message: reason, input: undefined });
    })
    .optional(),
});

function keptHash(stored: unknown): string | undefined {
  const parsed = ticketSettings.safeParse(stored);
  return parsed.success ? parsed.data.secretHash : undefined;
}

export function createTicketProtocol(needs: TicketNeeds): Protocol {
  return {
    type: 'ticket',
    settingsFrom(manifest, stored) {
      const parsed = manifestForm.safeParse(manifest);
      if (!parsed.success) return { faults: faultsOf(parsed.error) };
      const { redirectUrl, secret } = parsed.data;
      const secretHash = secret === undefined ? keptHash(stored) : hashSecret(secret);
      if (secretHash === undefined)
        return { faults: [{ path: ['secret'], reason: 'is required for a new application' }] };
      return { settings: { redirectUrl, secretHash } };
    },
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
