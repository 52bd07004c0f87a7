// Converts applications to clients of the library: client metadata with our own properties. Decides from which origins browsers may
// call the endpoints of a client.

import { parseAppId } from '@brama/contract/app-id';
import type { AdapterPayload, Client } from 'oidc-provider';
import type { User } from '../../../users/user.ts';
import type { Application } from '../../application.ts';
import { defaultAlg } from '../../keys/signing-algs.ts';
import type { ClaimsPreview } from '../../protocol.ts';
import type { ApplicationStore } from '../../store.ts';
import { claimsOfScopes, claimsWithin, scopes } from '../scopes.ts';
import { responseModes } from './client-metadata.ts';
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

/** What a client may get about a user with access, in the format of a grant of the library. */
export type Entitlement = {
  openid: { scope: string; claims: string[] };
  resources: Record<string, string>;
};

/** Returns the client id of an application: the one in its metadata, or its application id. */
export const clientIdOf = ({ id, protocol }: Application) => protocol.key ?? id;

function entitlementOf({ metadata, resources }: OidcSettings): Entitlement {
  const scope = metadata.scope ?? defaultScope;
  return {
    openid: { scope: scopes.join(' '), claims: claimsWithin(scope) },
    resources: Object.fromEntries(
      (resources ?? []).map((one) => [one.indicator, one.scopes.join(' ')]),
    ),
  };
}

/** Returns a function that computes its value once for each application, and then returns the same object. */
function oncePerApplication<T>(compute: (application: Application) => T) {
  const known = new WeakMap<Application, T>();
  return (application: Application): T => {
    const value = known.get(application) ?? compute(application);
    known.set(application, value);
    return value;
  };
}

export const settingsOf = oncePerApplication((application) =>
  oidcSettings.parse(application.protocol.settings),
);

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

function ownMetadataFrom(application: Application) {
  const settings = settingsOf(application);
  const releasesTaxId = application.releases.includes('taxId');
  return {
    applicationId: application.id,
    title: application.title,
    access: application.access,
    contact: application.contact,
    releasesTaxId,
    /** An application of the university, which needs no consent. */
    firstParty: settings.firstParty,
    /** Scopes for which a third-party application needs consent. */
    consentableScopes: consentableScopesOf(settings, releasesTaxId),
    /** A program on a device of the user, who confirms each sign-in (RFC 8252 §8.6). */
    isNative: isNative(settings.metadata),
    pkceRequired: settings.pkce === 'required',
    claimsInIdToken: settings.claimsInIdToken,
    signInMethods: settings.signInMethods,
    /** Every sign-in to it must reach this level. */
    minimumLevel: application.minimumLevel,
    resources: settings.resources ?? [],
    /** Client secrets beside `client_secret`. */
    secrets: application.secrets ?? [],
    entitlement: entitlementOf(settings),
  };
}
export type OwnMetadata = ReturnType<typeof ownMetadataFrom>;

export const clientPayload = oncePerApplication((application): AdapterPayload => {
  const settings = settingsOf(application);
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
    [ownProperty]: ownMetadataFrom(application),
  } as AdapterPayload;
});

/**
 * Returns the address that launches an application from the portal, or undefined if browsers do not open it. It is
 * `initiate_login_uri` (OpenID Connect Core §4), the site of the application, or the origin of its redirect URI.
 */
export function launchUrl(application: Application, issuer: string): string | undefined {
  const { metadata } = settingsOf(application);
  if (metadata.initiate_login_uri !== undefined) {
    const address = new URL(metadata.initiate_login_uri);
    address.searchParams.set('iss', issuer);
    return address.href;
  }
  // the redirect URI of a native application does not lead to a page
  const [first] = isNative(metadata) ? [] : (metadata.redirect_uris ?? []);
  const site = metadata.client_uri ?? (first === undefined ? undefined : new URL(first).origin);
  return site === undefined ? undefined : new URL(site).href;
}

/** Returns the claims of the scopes that the application may request. */
export function previewClaims(application: Application, user: User): ClaimsPreview {
  const { metadata, firstParty } = settingsOf(application);
  const named = (metadata.scope ?? defaultScope).split(' ');
  return {
    claims: claimsOfScopes(named, user),
    needsConsent: !firstParty,
    receivesTaxId: named.includes('tax_id') && application.releases.includes('taxId'),
  };
}

export const receivesLogout = (application: Application) =>
  clientPayload(application).backchannel_logout_uri !== undefined;

export function ownMetadataOf(client: Client | AdapterPayload): OwnMetadata {
  return (client as unknown as Record<string, OwnMetadata>)[ownProperty] as OwnMetadata;
}

/** Returns the sector: its clients share pairwise subjects. A native client without https is its own sector. */
export function sectorOf(client: Client): string {
  const [address = ''] = client.redirectUris ?? [];
  if (ownMetadataOf(client).isNative && !address.startsWith('https:'))
    return `client_id=${client.clientId}`;
  return `${client['sectorIdentifier']}`;
}

export function createClientFinder({ byId, byProtocolKey }: ApplicationStore) {
  return async (clientId: string): Promise<Application | undefined> => {
    // a client id in the metadata is never a UUID
    const appId = parseAppId(clientId);
    const found = (appId && (await byId(appId))) ?? (await byProtocolKey(clientId));
    return found?.protocol.type === 'oidc' && clientIdOf(found) === clientId ? found : undefined;
  };
}

/**
 * Returns whether pages of this origin may call the endpoints of the client (CORS): its redirect URIs have that origin. The library
 * sends the headers.
 */
export function isAllowedOrigin(origin: string, client: Client): boolean {
  // a native client has no pages, and a private-use scheme has the origin `null`, which any page may have
  if (ownMetadataOf(client).isNative) return false;
  return (client.redirectUris ?? []).some((address) => new URL(address).origin === origin);
}
