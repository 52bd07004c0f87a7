// An application as the library knows it: its client metadata, with what is ours beside it.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Language } from '@brama/contract/paths';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { Access, Application } from '../../application.ts';
import { claimsWithin, scopes } from '../claims.ts';
import { defaultAlg, responseModes } from './client-metadata.ts';
import type { Resource } from './resources.ts';
import {
  authMethodOf,
  grantTypesOf,
  isNative,
  mayBePairwise,
  type OidcSettings,
  oidcSettings,
  sendsBrowsers,
} from './settings.ts';

/** What an application may ask for whose record does not say. */
const defaultScope = 'openid profile email';

/** What the library hands through untouched; the one name under which it knows of us. */
export const ownProperty = 'brama';

export type OwnMetadata = {
  applicationId: string;
  title: Record<Language, string>;
  access: Access;
  contact: string | null;
  releasesTaxId: boolean;
  /** Of the university itself: what it may be given needs nobody's consent. */
  firstParty: boolean;
  /** Scopes about which an application of others asks the user. */
  consentableScopes: readonly string[];
  /** A program on a device of the user: each sign-in is confirmed (RFC 8252 §8.6). */
  isNative: boolean;
  pkceRequired: boolean;
  claimsInIdToken: boolean;
  signInMethods: readonly MethodId[] | null;
  /** For which it may ask access tokens. */
  resources: readonly Resource[];
  entitlement: Entitlement;
};

/** All an application may be given of whoever may open it, as the library keeps it in a grant. */
export type Entitlement = {
  openid: { scope: string; claims: string[] };
  resources: Record<string, string>;
};

/** The client id of an application: its own, by which the protocol looks it up, or its id with us. */
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

const read = new WeakMap<Application, OidcSettings>();

/** The same while the application is the same. */
export function settingsOf(application: Application): OidcSettings {
  const known = read.get(application);
  if (known) return known;
  const settings = oidcSettings.parse(application.protocol.settings);
  read.set(application, settings);
  return settings;
}

/**
 * Applications of others know a person under a name of their own, so that they cannot put together what each
 * has learnt. That name hangs on the one host they come from, and a device comes from none.
 */
function subjectTypeOf({ firstParty, metadata }: OidcSettings): 'public' | 'pairwise' {
  const hosts = new Set((metadata.redirect_uris ?? []).map((address) => new URL(address).host));
  const hasOneName = firstParty || hosts.size !== 1 || !mayBePairwise(metadata);
  return hasOneName ? 'public' : 'pairwise';
}

/** Nobody is asked for what nobody will be given. */
function askableOf({ metadata }: OidcSettings, releasesTaxId: boolean): string[] {
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
    consentableScopes: askableOf(settings, releasesTaxId),
    isNative: isNative(settings.metadata),
    pkceRequired: settings.pkce === 'required',
    claimsInIdToken: settings.claimsInIdToken,
    signInMethods: settings.signInMethods,
    resources: settings.resources ?? [],
    entitlement: entitlementOf(settings),
  };
  // ours to use; the library would not have it on this computer, where there is no https
  const { initiate_login_uri: _, ...metadata } = settings.metadata;
  return {
    // what RFC 7591 §2 says where nothing is said, but for our own choice of algorithm
    response_types: sendsBrowsers(metadata) ? ['code'] : [],
    id_token_signed_response_alg: defaultAlg,
    scope: defaultScope,
    subject_type: subjectTypeOf(settings),
    ...metadata,
    grant_types: [...grantTypesOf(metadata)],
    redirect_uris: metadata.redirect_uris ?? [],
    client_id: clientIdOf(application),
    token_endpoint_auth_method: authMethodOf(metadata),
    // the hash stands in the secret's place: it is compared with the hash of what is sent
    ...(settings.secretHash !== null && { client_secret: settings.secretHash }),
    ...(sendsBrowsers(metadata) && { response_modes: [...responseModes] }),
    [ownProperty]: own,
  } as AdapterPayload;
}

const payloads = new WeakMap<Application, AdapterPayload>();

/** What the library's adapter answers with for a client: the same while the application is the same. */
export function clientPayload(application: Application): AdapterPayload {
  const known = payloads.get(application);
  if (known) return known;
  const payload = payloadFrom(application);
  payloads.set(application, payload);
  return payload;
}

/** Has it an address at which it hears of sign-outs? */
export function receivesLogout(application: Application): boolean {
  return clientPayload(application).backchannel_logout_uri !== undefined;
}

export function ownMetadataOf(client: Client): OwnMetadata {
  return (client as unknown as Record<string, OwnMetadata>)[ownProperty] as OwnMetadata;
}

/**
 * Applications of one sector know a user by one pairwise subject. Native applications without a host of their own
 * share this computer, or nothing at all: each is a sector for itself.
 */
export function sectorOf(client: Client): string {
  const [address = ''] = client.redirectUris ?? [];
  if (ownMetadataOf(client).isNative && !address.startsWith('https:'))
    return `client_id=${client.clientId}`;
  return `${client['sectorIdentifier']}`;
}

/** Pages of ours in browsers may call us from where they live, and from nowhere else. */
export function isAllowedOrigin(origin: string, client: Client): boolean {
  // it has no pages; the origin of a scheme of its own would be `null`, which any page may have
  if (ownMetadataOf(client).isNative) return false;
  return (client.redirectUris ?? []).some((address) => new URL(address).origin === origin);
}

type Applications = {
  byId(id: string): Promise<Application | undefined>;
  byProtocolKey(key: string): Promise<Application | undefined>;
};

/** The application with this client id: its own one, or its id with us where it has none. */
export function createClientFinder({ byId, byProtocolKey }: Applications) {
  return async (clientId: string): Promise<Application | undefined> => {
    // a client id of one's own is never a UUID
    const found = (await byId(clientId)) ?? (await byProtocolKey(clientId));
    return found?.protocol.type === 'oidc' && clientIdOf(found) === clientId ? found : undefined;
  };
}
