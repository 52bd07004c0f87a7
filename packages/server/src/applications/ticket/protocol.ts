// The ticket protocol: the browser brings `?ticketId=…` to the application, whose server resolves the ticket here.

import { sandboxPage } from '@brama/contract/pages/page-ids';
import type { Application } from '../application.ts';
import type { Launch, Protocol, ProtocolContext } from '../protocol.ts';
import { isSandbox } from '../sandbox.ts';
import { registerTicketRoutes, userDataOf } from './routes.ts';
import { hasTicketParameter, ticketParameter, ticketSettings } from './settings.ts';
import { createTicketStore } from './store.ts';

/** Returns where the application receives tickets; for the sandbox a page of ours. */
function addressFor({ application, language }: Launch, baseUrl: string): URL {
  return isSandbox(application)
    ? new URL(`/${language}/${sandboxPage}`, baseUrl)
    : new URL(ticketSettings.parse(application.protocol.settings).redirectUrl);
}

/** Returns the URL with the error (RFC 6749 §4.1.2.1); undefined unless the record sets `returnErrors`. */
function accessDeniedUrl({ protocol }: Application, state: string | undefined): string | undefined {
  const settings = ticketSettings.safeParse(protocol.settings).data;
  if (!settings?.returnErrors) return undefined;
  const address = new URL(settings.redirectUrl);
  // an error must not look like a ticket
  address.searchParams.delete(ticketParameter);
  address.searchParams.set('error', 'access_denied');
  if (state !== undefined) address.searchParams.set('state', state);
  return address.href;
}

export function createTicketProtocol(context: ProtocolContext): Protocol {
  const { config, db, http, limits, stores, events, activity, log, now } = context;
  const tickets = createTicketStore(db, {
    ttlSeconds: config.applicationTicketSeconds,
    now,
    isSessionAlive: stores.sessions.isAlive,
  });
  const { sessionCookie } = http;
  const requestLimits = limits.requests;
  const routeDeps = { tickets, stores, events, activity, sessionCookie, requestLimits, now };
  /** Ids of applications that were warned about. */
  const warnedAbout = new Set<string>();

  /** Warns once about an old record: newer ones may not have this parameter. */
  function warnAboutTicketId(address: URL, { id }: Application) {
    if (!hasTicketParameter(address.href) || warnedAbout.has(id)) return;
    warnedAbout.add(id);
    log.warn({ application: id }, 'redirectUrl has a parameter ticketId; take it out');
  }

  return {
    type: 'ticket',
    storesLaunched: true,
    async launch(launch) {
      const address = addressFor(launch, config.baseUrl);
      warnAboutTicketId(address, launch.application);
      address.searchParams.set(ticketParameter, await tickets.issue(launch));
      // the page of the application that asks is Brama itself
      for (const step of ['requested', 'issued'] as const)
        activity.reached(launch.application.id, step);
      if (launch.state !== undefined) address.searchParams.set('state', launch.state);
      return address.href;
    },
    accessDeniedUrl,
    previewClaims: ({ releases }, user) => ({
      claims: userDataOf(user),
      needsConsent: false,
      receivesTaxId: releases.includes('taxId'),
    }),
    register: (server) => registerTicketRoutes(server, routeDeps),
  };
}
