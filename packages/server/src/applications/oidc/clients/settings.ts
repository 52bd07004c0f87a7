// Protocol settings of an OpenID Connect application: their form in a manifest, their stored form, and the rules between fields.

import { methodIds } from '@brama/contract/pages/login-page';
import { z } from 'zod';
import { hashSecret } from '../../../crypto/secrets.ts';
import { issuesFrom, textErrors } from '../../manifest/issues.ts';
import type { SettingsParser } from '../../protocol.ts';
import { validateSecret } from '../../validate-secret.ts';
import { type ClientMetadata, clientMetadata, flag, list, oneOf } from './client-metadata.ts';
import { resources as resourceList } from './resources.ts';

const manifestForm = z.strictObject({
  type: z.literal('oidc'),
  metadata: clientMetadata,
  secret: z
    .string(textErrors)
    .check((context) => {
      const reason = validateSecret(context.value);
      // no input: a fault never repeats the secret
      if (reason) context.issues.push({ code: 'custom', message: reason, input: undefined });
    })
    .optional(),
  pkce: oneOf(['required', 'allowed']).optional(),
  firstParty: flag.optional(),
  claimsInIdToken: flag.optional(),
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
  /** Whether the application has registered itself. */
  registered: z.boolean().default(false),
});
export type OidcSettings = z.infer<typeof oidcSettings>;

type Issue = { path: (string | number)[]; reason: string };

/** Returns the authentication method of a client, with the default of RFC 7591 §2. */
export function authMethodOf({ token_endpoint_auth_method }: ClientMetadata) {
  return token_endpoint_auth_method ?? 'client_secret_basic';
}

const usesSecret = (given: ClientMetadata) => authMethodOf(given).startsWith('client_secret_');

/** Returns whether the application is a program on a device of the user (RFC 8252). */
export const isNative = (given: ClientMetadata) => given.application_type === 'native';

/** A rule between fields: whether it is violated, the field, and the error text. */
type Rule = [isViolated: boolean, path: (string | number)[], reason: string];

/** Returns the grant types of a client, with the default of RFC 7591 §2. */
export function grantTypesOf({ grant_types }: ClientMetadata): readonly string[] {
  return grant_types ?? ['authorization_code'];
}

/** Returns whether the client gets tokens for users, not only for itself. */
function hasUsers(given: ClientMetadata): boolean {
  return grantTypesOf(given).some((type) => type !== 'client_credentials');
}

/** Returns whether the client uses the device flow (RFC 8628). */
function isForDevices(given: ClientMetadata): boolean {
  return grantTypesOf(given).includes('urn:ietf:params:oauth:grant-type:device_code');
}

/** Returns whether the client can have pairwise subjects. With the device flow the library requires `private_key_jwt`. */
export function mayBePairwise(given: ClientMetadata): boolean {
  return !isForDevices(given) || given.token_endpoint_auth_method === 'private_key_jwt';
}

/** Returns whether the client sends authorization requests by browsers. */
export function usesBrowsers(given: ClientMetadata): boolean {
  return grantTypesOf(given).includes('authorization_code');
}

function authenticationRules(
  given: ClientMetadata,
  secret: string | undefined,
  hash: string | null,
): Rule[] {
  const method = authMethodOf(given);
  const isSigned = given.require_signed_request_object || given.request_object_signing_alg;
  return [
    [
      usesSecret(given) && hash === null && !isNative(given),
      ['secret'],
      'is required for this application',
    ],
    [
      isNative(given) && method !== 'none',
      ['metadata', 'token_endpoint_auth_method'],
      'must be none for a native application: it keeps no secret',
    ],
    [
      !usesSecret(given) && secret !== undefined,
      ['secret'],
      `is of no use with token_endpoint_auth_method ${method}`,
    ],
    [
      method === 'private_key_jwt' && !given.jwks,
      ['metadata', 'jwks'],
      'is required with token_endpoint_auth_method private_key_jwt',
    ],
    [
      method !== 'private_key_jwt' && given.token_endpoint_auth_signing_alg !== undefined,
      ['metadata', 'token_endpoint_auth_signing_alg'],
      `is of no use with token_endpoint_auth_method ${method}`,
    ],
    [
      Boolean(isSigned) && !given.jwks,
      ['metadata', 'jwks'],
      'is required for signed request objects',
    ],
    [
      method === 'none' && grantTypesOf(given).includes('client_credentials'),
      ['metadata', 'grant_types'],
      'must not include client_credentials with token_endpoint_auth_method none',
    ],
  ];
}

function flowRules(given: ClientMetadata): Rule[] {
  const addresses = given.redirect_uris ?? [];
  const hosts = new Set(addresses.map((address) => new URL(address).host));
  const types = grantTypesOf(given);
  const starters = types.filter((type) => type !== 'refresh_token');
  return [
    [
      usesBrowsers(given) && addresses.length === 0,
      ['metadata', 'redirect_uris'],
      'must be a list',
    ],
    [
      !usesBrowsers(given) && addresses.length > 0,
      ['metadata', 'redirect_uris'],
      'are of no use without authorization_code in grant_types',
    ],
    [
      !usesBrowsers(given) && given.response_types !== undefined,
      ['metadata', 'response_types'],
      'are of no use without authorization_code in grant_types',
    ],
    [
      starters.length === 0,
      ['metadata', 'grant_types'],
      'must include another one than refresh_token',
    ],
    [
      given.scope?.split(' ').includes('openid') === false && hasUsers(given),
      ['metadata', 'scope'],
      'must include openid',
    ],
    [
      given.subject_type === 'pairwise' && hasUsers(given) && addresses.length === 0,
      ['metadata', 'subject_type'],
      'needs redirect_uris: their host is the sector',
    ],
    [
      given.subject_type === 'pairwise' && addresses.length > 0 && !mayBePairwise(given),
      ['metadata', 'subject_type'],
      'must be public with the grant of a device, unless the application uses private_key_jwt',
    ],
    [
      given.subject_type === 'pairwise' && hosts.size > 1,
      ['metadata', 'redirect_uris'],
      'must share one host with subject_type pairwise',
    ],
  ];
}

/** Checks the rules between fields. */
function checkRules(
  given: ClientMetadata,
  secret: string | undefined,
  hash: string | null,
): Issue[] {
  const rules = [...authenticationRules(given, secret, hash), ...flowRules(given)];
  return rules.filter(([isViolated]) => isViolated).map(([, path, reason]) => ({ path, reason }));
}

function wasRegistered(stored: unknown): boolean {
  const parsed = oidcSettings.safeParse(stored);
  return parsed.success && parsed.data.registered;
}

function storedHash(stored: unknown): string | null {
  const parsed = oidcSettings.safeParse(stored);
  return parsed.success ? parsed.data.secretHash : null;
}

export const oidcSettingsFrom: SettingsParser = (manifest, stored) => {
  const parsed = manifestForm.safeParse(manifest);
  if (!parsed.success) return { issues: issuesFrom(parsed.error) };
  const { metadata: given, secret, pkce, claimsInIdToken, signInMethods, resources } = parsed.data;
  const { firstParty } = parsed.data;
  const known = secret === undefined ? storedHash(stored) : hashSecret(secret);
  const secretHash = usesSecret(given) ? known : null;
  const issues = checkRules(given, secret, secretHash);
  if (given.token_endpoint_auth_method === 'none' && pkce === 'allowed')
    issues.push({ path: ['pkce'], reason: 'must be required for an application without a secret' });
  if (issues.length > 0) return { issues };
  const settings: OidcSettings = {
    metadata: given,
    secretHash,
    pkce: pkce ?? 'required',
    firstParty: firstParty ?? true,
    claimsInIdToken: claimsInIdToken ?? false,
    signInMethods: signInMethods ?? null,
    resources: resources ?? null,
    registered: wasRegistered(stored),
  };
  return { settings, ...(given.client_id !== undefined && { key: given.client_id }) };
};
