// The list of application protocols.

import { createLinkProtocol, parseLinkSettings } from './link/protocol.ts';
import { oidcSettingsFrom } from './oidc/clients/settings.ts';
import { createOidcProtocol } from './oidc/protocol.ts';
import type { InstanceInfo, Protocol, SettingsParser } from './protocol.ts';
import { createTicketProtocol } from './ticket/protocol.ts';
import { createTicketSettingsParser } from './ticket/settings.ts';

export type ProtocolDeps = {
  ticket: Parameters<typeof createTicketProtocol>[0];
  oidc: Parameters<typeof createOidcProtocol>[0];
};

type Entry = {
  createSettingsParser(instance: InstanceInfo): SettingsParser;
  create(deps: ProtocolDeps): Protocol;
};

/** Type → how to parse its settings in a manifest, and how to create it for a running server. */
const protocols: Record<string, Entry> = {
  ticket: {
    createSettingsParser: createTicketSettingsParser,
    create: ({ ticket }) => createTicketProtocol(ticket),
  },
  oidc: {
    createSettingsParser:
      ({ methodsOn }) =>
      (manifest, stored) =>
        oidcSettingsFrom(manifest, stored, methodsOn),
    create: ({ oidc }) => createOidcProtocol(oidc),
  },
  link: { createSettingsParser: () => parseLinkSettings, create: createLinkProtocol },
};

/** Returns the parsers of manifest settings, by protocol type. */
export function createSettingsParsers(instance: InstanceInfo): Map<string, SettingsParser> {
  const all = Object.entries(protocols);
  return new Map(
    all.map(([type, { createSettingsParser }]) => [type, createSettingsParser(instance)]),
  );
}

export function createProtocols(deps: ProtocolDeps): Map<string, Protocol> {
  const all = Object.values(protocols).map(({ create }) => create(deps));
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
