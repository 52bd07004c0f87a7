// The one list of application protocols.

import { createLinkProtocol, linkSettingsFrom } from './link/protocol.ts';
import { reachableSettingsFrom } from './oidc/clients/reachable-settings.ts';
import { createOidcProtocol, type OidcDeps } from './oidc/protocol.ts';
import type { InstanceFacts, Protocol, SettingsFrom } from './protocol.ts';
import { createTicketProtocol, type TicketDeps } from './ticket/protocol.ts';
import { ticketSettingsFrom } from './ticket/settings.ts';

export type ProtocolDeps = { ticket: TicketDeps; oidc: OidcDeps };

type Entry = {
  settingsFrom(instance: InstanceFacts): SettingsFrom;
  create(deps: ProtocolDeps): Protocol;
};

/** How each reads its part of a manifest, and how it is made for a running server. */
const protocols: Record<string, Entry> = {
  ticket: {
    settingsFrom: ticketSettingsFrom,
    create: ({ ticket }) => createTicketProtocol(ticket),
  },
  oidc: {
    settingsFrom: ({ methodsOn }) => reachableSettingsFrom(methodsOn),
    create: ({ oidc }) => createOidcProtocol(oidc),
  },
  link: { settingsFrom: () => linkSettingsFrom, create: createLinkProtocol },
};

/** Type → how its settings are read from a manifest, on this instance. */
export function settingsReaders(instance: InstanceFacts): Map<string, SettingsFrom> {
  const all = Object.entries(protocols);
  return new Map(all.map(([type, { settingsFrom }]) => [type, settingsFrom(instance)]));
}

export function createProtocols(deps: ProtocolDeps): Map<string, Protocol> {
  const all = Object.values(protocols).map(({ create }) => create(deps));
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
