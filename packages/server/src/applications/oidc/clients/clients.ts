// Clients: an application in the form of the library, which is client metadata with our own properties.

import { parseAppId } from '@brama/contract/app-id';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { Access, Application } from '../../application.ts';
import { claimsWithin, scopes } from '../scopes.ts';
import { defaultAlg, responseModes } from './client-metadata.ts';
import type { Resource } from './resources.ts';
import {
  authMethodOf,
  grantTypesOf,
  isNative,
  mayBePairwise,
  type OidcSettings,
  oidcSettings,
  usesBrowsers,
} from './settings.ts';

/** The scope of an application whose record has none. */
const defaultScope = 'openid profile email';

/** The metadata property with our own data. The library does not read it. */
export const ownProperty = 'brama';

export type OwnMetadata = {
  applicationId: string;
  title: Record<Language, string>;
  access: Access;
  contact: string | null;
  releasesTaxId: boolean;
  /** An application of the university, which needs no consent. */
  firstParty: boolean;
  /** Scopes for which a third-party application needs consent. */
  consentableScopes: readonly string[];
  /** A program on a device of the user, who confirms each sign-in (RFC 8252 §8.6). */
  isNative: boolean;
  pkceRequired: boolean;
  claimsInIdToken: boolean;
  signInMethods: readonly MethodId[] | null;
  /** Services for which it may request access tokens. */
  resources: readonly Resource[];
  entitlement: Entitlement;
};

/** What a client may get about a user with access, in the format of a grant of the library. */
export type Entitlement = {
  openid: { scope: string; claims: string[] };
  resources: Record<string, string>;
};

/** Returns the client id of an application: the one in its metadata, or its application id. */
export function clientIdOf({ id, protocol }: Application): string {
  return protocol.key ?? id;
}

function entitlementOf({ metadata, resources }: OidcSettings): Entitlement {
  const scope = metadata.scope ?? defaultScope;
  return {
    openid: { scope: scopes.join(' '), claims: claimsWithin(scope) },
    resources: Object.fromEntries(
      (resources ?? []).map((one) => [one.indicator, one.scopes.join(' ')]),
    ),
  };
}

const parsedSettings = new WeakMap<Application, OidcSettings>();

/** Returns the parsed settings, and the same object for the same application. */
export function settingsOf(application: Application): OidcSettings {
  const known = parsedSettings.get(application);
  if (known) return known;
  const settings = oidcSettings.parse(application.protocol.settings);
  parsedSettings.set(application, settings);
  return settings;
}

/**
 * Third-party clients get pairwise subjects, so that they cannot combine their data about a user. A pairwise subject needs
 * one host of the client as the sector. Devices have none.
 */
function subjectTypeOf({ firstParty, metadata }: OidcSettings): 'public' | 'pairwise' {
  const hosts = new Set((metadata.redirect_uris ?? []).map((address) => new URL(address).host));
  const isPublic = firstParty || hosts.size !== 1 || !mayBePairwise(metadata);
  return isPublic ? 'public' : 'pairwise';
}

/** Returns the scopes for which the user is asked. `offline_access` and unreleased tax ids are left out. */
function consentableScopesOf({ metadata }: OidcSettings, releasesTaxId: boolean): string[] {
  const named = (metadata.scope ?? defaultScope).split(' ');
  return named.filter((one) => one !== 'offline_access' && (one !== 'tax_id' || releasesTaxId));
}

function payloadFrom(application: Application): AdapterPayload {
  const settings = settingsOf(application);
  const releasesTaxId = application.releases.includes('taxId');
  const own: OwnMetadata = {
    applicationId: application.id,
    title: application.title,
    access: application.access,
    contact: application.contact,
    releasesTaxId,
    firstParty: settings.firstParty,
    consentableScopes: consentableScopesOf(settings, releasesTaxId),
    isNative: isNative(settings.metadata),
    pkceRequired: settings.pkce === 'required',
    claimsInIdToken: settings.claimsInIdToken,
    signInMethods: settings.signInMethods,
    resources: settings.resources ?? [],
    entitlement: entitlementOf(settings),
  };
  // only our code uses it; the library would require https, which development servers lack
  const { initiate_login_uri: _, ...metadata } = settings.metadata;
  return {
    // defaults of RFC 7591 §2, except for the algorithm
    response_types: usesBrowsers(metadata) ? ['code'] : [],
    id_token_signed_response_alg: defaultAlg,
    scope: defaultScope,
    subject_type: subjectTypeOf(settings),
    ...metadata,
    grant_types: [...grantTypesOf(metadata)],
    redirect_uris: metadata.redirect_uris ?? [],
    client_id: clientIdOf(application),
    token_endpoint_auth_method: authMethodOf(metadata),
    // a hash: `patches.ts` compares it with the hash of the sent secret
    ...(settings.secretHash !== null && { client_secret: settings.secretHash }),
    ...(usesBrowsers(metadata) && { response_modes: [...responseModes] }),
    [ownProperty]: own,
  } as AdapterPayload;
}

const payloads = new WeakMap<Application, AdapterPayload>();

/** Returns the metadata of a client, and the same object for the same application. */
export function clientPayload(application: Application): AdapterPayload {
  const known = payloads.get(application);
  if (known) return known;
  const payload = payloadFrom(application);
  payloads.set(application, payload);
  return payload;
}

/** Returns whether the client receives logout notifications. */
export function receivesLogout(application: Application): boolean {
  return clientPayload(application).backchannel_logout_uri !== undefined;
}

export function ownMetadataOf(client: Client): OwnMetadata {
  return (client as unknown as Record<string, OwnMetadata>)[ownProperty] as OwnMetadata;
}

/**
 * Returns the sector of a client: clients of one sector get the same pairwise subject. A native client without an https host
 * is a sector of its own.
 */
export function sectorOf(client: Client): string {
  const [address = ''] = client.redirectUris ?? [];
  if (ownMetadataOf(client).isNative && !address.startsWith('https:'))
    return `client_id=${client.clientId}`;
  return `${client['sectorIdentifier']}`;
}

/** Returns whether pages of this origin may call the endpoints of the client (CORS). */
export function isAllowedOrigin(origin: string, client: Client): boolean {
  // it has no pages, and a private-use scheme has the origin `null`, which any page may have
  if (ownMetadataOf(client).isNative) return false;
  return (client.redirectUris ?? []).some((address) => new URL(address).origin === origin);
}

type Applications = {
  byId(id: string): Promise<Application | undefined>;
  byProtocolKey(key: string): Promise<Application | undefined>;
};

/** Returns a lookup of applications by client id. */
export function createClientFinder({ byId, byProtocolKey }: Applications) {
  return async (clientId: string): Promise<Application | undefined> => {
    // a client id in the metadata is never a UUID
    const appId = parseAppId(clientId);
    const found = (appId && (await byId(appId))) ?? (await byProtocolKey(clientId));
    return found?.protocol.type === 'oidc' && clientIdOf(found) === clientId ? found : undefined;
  };
}
