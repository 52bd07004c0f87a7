// Protocol settings of an OpenID Connect application: their form in a manifest, their stored form, and the rules between fields.

import { type MethodId, methodIds } from '@brama/contract/pages/login-page';
import { z } from 'zod';
import { validateMethods } from '../../levels/method-levels.ts';
import { flag, issuesFrom, list, oneOf, textThat } from '../../manifest/issues.ts';
import type { SettingsParser } from '../../protocol.ts';
import { type GivenSecret, settingsHashOf } from '../../secrets/client-secret.ts';
import { validateSecret, validateSecretHash } from '../../validate-secret.ts';
import { type ClientMetadata, clientMetadata } from './client-metadata.ts';
import { resources as resourceList } from './resources.ts';

const manifestForm = z.strictObject({
  type: z.literal('oidc'),
  metadata: clientMetadata,
  secret: textThat(validateSecret).optional(),
  secretHash: textThat(validateSecretHash).nullish(),
  pkce: oneOf(['required', 'allowed']).default('required'),
  firstParty: flag.default(true),
  claimsInIdToken: flag.default(false),
  signInMethods: list(oneOf(methodIds), methodIds.length).optional(),
  resources: resourceList.optional(),
});

export const oidcSettings = z.object({
  metadata: clientMetadata,
  /** SHA-256 of the secret, base64url; null for a client without a secret. */
  secretHash: z.string().nullable(),
  pkce: z.enum(['required', 'allowed']),
  /** An application of the university, which needs no consent. Older records have only such. */
  firstParty: z.boolean().default(true),
  claimsInIdToken: z.boolean(),
  signInMethods: z.array(z.enum(methodIds)).nullable(),
  // older records have none
  resources: resourceList.nullable().default(null),
  registered: z.boolean().default(false),
});
export type OidcSettings = z.infer<typeof oidcSettings>;

/** What owners of an application may change. */
export const oidcOwnerSettings = [
  'client_name',
  'redirect_uris',
  'post_logout_redirect_uris',
  'backchannel_logout_uri',
  'backchannel_logout_session_required',
  'initiate_login_uri',
  'client_uri',
  'jwks',
  'contacts',
].map((name) => `metadata.${name}`);

/** The default of RFC 7591 §2. */
export const authMethodOf = (given: ClientMetadata) =>
  given.token_endpoint_auth_method ?? 'client_secret_basic';

const usesSecret = (given: ClientMetadata) => authMethodOf(given).startsWith('client_secret_');

/** Returns whether the application is a program on a device of the user (RFC 8252). */
export const isNative = (given: ClientMetadata) => given.application_type === 'native';

/** The default of RFC 7591 §2. */
export const grantTypesOf = (given: ClientMetadata): readonly string[] =>
  given.grant_types ?? ['authorization_code'];

/** Returns whether the client gets tokens for users, not only for itself. */
const hasUsers = (given: ClientMetadata) =>
  grantTypesOf(given).some((type) => type !== 'client_credentials');

const isForDevices = (given: ClientMetadata) =>
  grantTypesOf(given).includes('urn:ietf:params:oauth:grant-type:device_code');

/** Returns whether the client can have pairwise subjects. With the device flow the library requires `private_key_jwt`. */
export const mayBePairwise = (given: ClientMetadata) =>
  !isForDevices(given) || given.token_endpoint_auth_method === 'private_key_jwt';

/** Returns whether the client sends authorization requests by browsers. */
export const usesBrowsers = (given: ClientMetadata) =>
  grantTypesOf(given).includes('authorization_code');

type Reject = (reason: string, ...path: string[]) => void;

function checkSecret(
  given: ClientMetadata,
  { secret, secretHash }: GivenSecret,
  { hash, reject }: { hash: string | null; reject: Reject },
) {
  if (secret !== undefined && typeof secretHash === 'string')
    reject('stands beside secret: give one of them', 'secretHash');
  const method = authMethodOf(given);
  if (usesSecret(given) && hash === null && !isNative(given))
    reject('is required for this application', 'secret');
  if (isNative(given) && method !== 'none') {
    const reason = 'must be none for a native application: it keeps no secret';
    reject(reason, 'metadata', 'token_endpoint_auth_method');
  }
  for (const [field, value] of Object.entries({ secret, secretHash }))
    if (!usesSecret(given) && typeof value === 'string')
      reject(`is of no use with token_endpoint_auth_method ${method}`, field);
}

function checkKeys(given: ClientMetadata, reject: Reject) {
  const method = authMethodOf(given);
  const isSigned = given.require_signed_request_object || given.request_object_signing_alg;
  if (method === 'private_key_jwt' && !given.jwks)
    reject('is required with token_endpoint_auth_method private_key_jwt', 'metadata', 'jwks');
  if (method !== 'private_key_jwt' && given.token_endpoint_auth_signing_alg !== undefined) {
    const reason = `is of no use with token_endpoint_auth_method ${method}`;
    reject(reason, 'metadata', 'token_endpoint_auth_signing_alg');
  }
  if (isSigned && !given.jwks) reject('is required for signed request objects', 'metadata', 'jwks');
  if (method === 'none' && grantTypesOf(given).includes('client_credentials')) {
    const reason = 'must not include client_credentials with token_endpoint_auth_method none';
    reject(reason, 'metadata', 'grant_types');
  }
}

function checkFlow(given: ClientMetadata, reject: Reject) {
  const addresses = given.redirect_uris ?? [];
  const withoutBrowsers = 'are of no use without authorization_code in grant_types';
  if (usesBrowsers(given) && addresses.length === 0)
    reject('must be a list', 'metadata', 'redirect_uris');
  if (!usesBrowsers(given) && addresses.length > 0)
    reject(withoutBrowsers, 'metadata', 'redirect_uris');
  if (!usesBrowsers(given) && given.response_types !== undefined)
    reject(withoutBrowsers, 'metadata', 'response_types');
  if (grantTypesOf(given).every((type) => type === 'refresh_token'))
    reject('must include another one than refresh_token', 'metadata', 'grant_types');
  if (given.scope?.split(' ').includes('openid') === false && hasUsers(given))
    reject('must include openid', 'metadata', 'scope');
}

/** The sector of pairwise subjects is the one host of the redirect URIs. */
function checkPairwise(given: ClientMetadata, reject: Reject) {
  const addresses = given.redirect_uris ?? [];
  const hosts = new Set(addresses.map((address) => new URL(address).host));
  if (given.subject_type !== 'pairwise') return;
  if (hasUsers(given) && addresses.length === 0)
    reject('needs redirect_uris: their host is the sector', 'metadata', 'subject_type');
  if (addresses.length > 0 && !mayBePairwise(given)) {
    const reason =
      'must be public with the grant of a device, unless the application uses private_key_jwt';
    reject(reason, 'metadata', 'subject_type');
  }
  if (hosts.size > 1)
    reject('must share one host with subject_type pairwise', 'metadata', 'redirect_uris');
}

type OidcParserOptions = {
  /** The sign-in methods of this instance. */
  methodsOn?: readonly MethodId[];
  mayLackSecret?: boolean;
};

/** Parses the settings in a manifest. */
export function oidcSettingsFrom(
  manifest: Record<string, unknown>,
  stored: unknown,
  { methodsOn = methodIds, ...options }: OidcParserOptions = {},
): ReturnType<SettingsParser> {
  const parsed = manifestForm.safeParse(manifest);
  if (!parsed.success) return { issues: issuesFrom(parsed.error) };
  const { metadata, secret, secretHash: given, signInMethods, resources, ...rest } = parsed.data;
  const { type: _, ...flags } = rest;
  const known = oidcSettings.safeParse(stored).data;
  const hash = settingsHashOf({ secret, secretHash: given }, known?.secretHash, options) ?? null;
  const secretHash = usesSecret(metadata) ? hash : null;
  const issues: { path: string[]; reason: string }[] = [];
  const reject: Reject = (reason, ...path) => issues.push({ path, reason });
  checkSecret(metadata, { secret, secretHash: given }, { hash: secretHash, reject });
  checkKeys(metadata, reject);
  checkFlow(metadata, reject);
  checkPairwise(metadata, reject);
  if (metadata.token_endpoint_auth_method === 'none' && flags.pkce === 'allowed')
    reject('must be required for an application without a secret', 'pkce');
  const unusable = issues.length === 0 && validateMethods(signInMethods, methodsOn);
  if (unusable) reject(unusable, 'signInMethods');
  if (issues.length > 0) return { issues };
  const settings: OidcSettings = {
    metadata,
    secretHash,
    ...flags,
    signInMethods: signInMethods ?? null,
    resources: resources ?? null,
    registered: known?.registered ?? false,
  };
  const { client_id: key } = metadata;
  return { settings, ...(key !== undefined && { key }) };
}
