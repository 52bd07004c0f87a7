// The list of application protocols.

import type { ProtocolType } from '@brama/contract/admin/applications';
import { createCasProtocol } from './cas/protocol.ts';
import { createCasSettingsParser } from './cas/settings.ts';
import { createLinkProtocol, parseLinkSettings } from './link/protocol.ts';
import { oidcOwnerSettings, oidcSettingsFrom } from './oidc/clients/settings.ts';
import { createOidcProtocol, type OidcContext } from './oidc/protocol.ts';
import type { InstanceInfo, Protocol, SettingsParser } from './protocol.ts';
import { createTicketProtocol } from './ticket/protocol.ts';
import { createTicketSettingsParser } from './ticket/settings.ts';

type Entry = {
  createSettingsParser(instance: InstanceInfo): SettingsParser;
  /** Settings that owners of an application may change: where users and requests arrive, and what is shown. */
  ownerSettings: readonly string[];
  create(context: OidcContext): Protocol;
};

/** Type → how to parse its settings in a manifest, and how to create it for a running server. */
const protocols: Record<ProtocolType, Entry> = {
  ticket: {
    createSettingsParser: createTicketSettingsParser,
    ownerSettings: ['redirectUrl', 'returnErrors'],
    create: createTicketProtocol,
  },
  oidc: {
    createSettingsParser:
      ({ methodsOn }) =>
      (manifest, stored, options) =>
        oidcSettingsFrom(manifest, stored, { ...options, methodsOn }),
    ownerSettings: oidcOwnerSettings,
    create: createOidcProtocol,
  },
  cas: {
    createSettingsParser: createCasSettingsParser,
    ownerSettings: ['startUrl'],
    create: createCasProtocol,
  },
  link: {
    createSettingsParser: () => parseLinkSettings,
    ownerSettings: ['url'],
    create: createLinkProtocol,
  },
};

/** Returns the parsers of manifest settings, by protocol type. */
export function createSettingsParsers(instance: InstanceInfo): Map<string, SettingsParser> {
  const all = Object.entries(protocols);
  return new Map(
    all.map(([type, { createSettingsParser }]) => [type, createSettingsParser(instance)]),
  );
}

/** Returns the settings that owners may change, by protocol type. */
export function ownerSettings(): Map<string, readonly string[]> {
  return new Map(Object.entries(protocols).map(([type, entry]) => [type, entry.ownerSettings]));
}

export function createProtocols(context: OidcContext): Map<string, Protocol> {
  const all = Object.values(protocols).map(({ create }) => create(context));
  return new Map(all.map((protocol) => [protocol.type, protocol]));
}
