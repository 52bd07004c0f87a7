// The list of application protocols.

import { createLinkProtocol, parseLinkSettings } from './link/protocol.ts';
import { oidcSettingsFrom } from './oidc/clients/settings.ts';
import { createOidcProtocol } from './oidc/protocol.ts';
import type { InstanceInfo, Protocol, ProtocolContext, SettingsParser } from './protocol.ts';
import { createTicketProtocol } from './ticket/protocol.ts';
import { createTicketSettingsParser } from './ticket/settings.ts';

type Entry = {
  createSettingsParser(instance: InstanceInfo): SettingsParser;
  create(context: ProtocolContext): Protocol;
};

/** Type → how to parse its settings in a manifest, and how to create it for a running server. */
const protocols: Record<string, Entry> = {
  ticket: { createSettingsParser: createTicketSettingsParser, create: createTicketProtocol },
  oidc: {
    createSettingsParser:
      ({ methodsOn }) =>
      (manifest, stored, options) =>
        oidcSettingsFrom(manifest, stored, { ...options, methodsOn }),
    create: createOidcProtocol,
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

export function createProtocols(context: ProtocolContext): Map<string, Protocol> {
  const all = Object.values(protocols).map(({ create }) => create(context));
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
