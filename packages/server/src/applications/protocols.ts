// The one list of application protocols.

import { createLinkProtocol, parseLinkSettings } from './link/protocol.ts';
import { createReachableSettingsParser } from './oidc/clients/reachable-settings.ts';
import { createOidcProtocol, type OidcDeps } from './oidc/protocol.ts';
import type { InstanceInfo, Protocol, SettingsParser } from './protocol.ts';
import { createTicketProtocol, type TicketDeps } from './ticket/protocol.ts';
import { createTicketSettingsParser } from './ticket/settings.ts';

export type ProtocolDeps = { ticket: TicketDeps; oidc: OidcDeps };

type Entry = {
  settingsFrom(instance: InstanceInfo): SettingsParser;
  create(deps: ProtocolDeps): Protocol;
};

/** How each reads its part of a manifest, and how it is made for a running server. */
const protocols: Record<string, Entry> = {
  ticket: {
    settingsFrom: createTicketSettingsParser,
    create: ({ ticket }) => createTicketProtocol(ticket),
  },
  oidc: {
    settingsFrom: ({ methodsOn }) => createReachableSettingsParser(methodsOn),
    create: ({ oidc }) => createOidcProtocol(oidc),
  },
  link: { settingsFrom: () => parseLinkSettings, create: createLinkProtocol },
};

/** Type → how its settings are read from a manifest, on this instance. */
export function createSettingsParsers(instance: InstanceInfo): Map<string, SettingsParser> {
  const all = Object.entries(protocols);
  return new Map(all.map(([type, { settingsFrom }]) => [type, settingsFrom(instance)]));
}

export function createProtocols(deps: ProtocolDeps): Map<string, Protocol> {
  const all = Object.values(protocols).map(({ create }) => create(deps));
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
