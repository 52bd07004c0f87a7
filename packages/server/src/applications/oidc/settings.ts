// What is stored of an application that speaks OpenID Connect, and how it comes from a manifest: client
// metadata (RFC 7591 §2) as far as we keep it, and what is ours beside it.

import { methodIds } from '@brama/contract/login-page';
import { z } from 'zod';
import { hashSecret } from '../../secrets.ts';
import { applicationAddress } from '../addresses.ts';
import { asText, faultsOf } from '../manifest-faults.ts';
import type { SettingsFrom } from '../protocol.ts';
import { faultOfSecret } from '../secret.ts';
import { scopes } from './claims.ts';
import { publicKeySet } from './public-keys.ts';

export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
export const signingAlgs = ['ES256', 'RS256', 'EdDSA'] as const;
const grantTypes = ['authorization_code', 'refresh_token'] as const;

const list = <T extends z.ZodType>(item: T, most: number) =>
  z
    .array(item, { error: 'must be a list' })
    .min(1, 'must not be empty')
    .max(most, `must hold at most ${most} entries`);
const oneOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });
const flag = z.boolean({ error: 'must be true or false' });

const scopeList = z.string(asText).check((context) => {
  const unknown = context.value.split(' ').filter((one) => !scopes.includes(one));
  if (unknown.length > 0)
    context.issues.push({
      code: 'custom',
      message: `must be scopes of ${scopes.join(', ')}, with one space between them`,
      input: undefined,
    });
});

/** Would be mistaken for the id of an application. */
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Printable ASCII without spaces and colons: it stands in Basic authentication and in addresses. */
const clientId = z
  .string(asText)
  .refine(
    (text) => !uuid.test(text),
    'must not be a UUID: without it the id of the application is used',
  )
  .regex(
    /^[\x21-\x39\x3b-\x7e]{1,128}$/,
    'must be 1–128 printable ASCII characters, no space or colon',
  );

const metadata = z.strictObject(
  {
    client_id: clientId.optional(),
    client_name: z.string(asText).max(200, 'must be at most 200 characters long').optional(),
    application_type: z
      .literal('web', { error: 'must be web: native applications come with consent' })
      .optional(),
    redirect_uris: list(applicationAddress, 50),
    post_logout_redirect_uris: list(applicationAddress, 50).optional(),
    backchannel_logout_uri: applicationAddress.optional(),
    backchannel_logout_session_required: flag.optional(),
    initiate_login_uri: applicationAddress.optional(),
    client_uri: applicationAddress.optional(),
    grant_types: list(oneOf(grantTypes), grantTypes.length).optional(),
    response_types: list(z.literal('code', { error: 'must be code' }), 1).optional(),
    token_endpoint_auth_method: oneOf(authMethods).optional(),
    jwks: publicKeySet.optional(),
    scope: scopeList.optional(),
    id_token_signed_response_alg: oneOf(signingAlgs).optional(),
    subject_type: oneOf(['public', 'pairwise']).optional(),
    default_max_age: z.int('must be a number of seconds').min(0).max(31_536_000).optional(),
    require_auth_time: flag.optional(),
    contacts: list(z.email('must be e-mail addresses'), 20).optional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'must be a mapping' : undefined) },
);

const manifestForm = z.strictObject({
  type: z.literal('oidc'),
  metadata,
  secret: z
    .string(asText)
    .check((context) => {
      const reason = faultOfSecret(context.value);
      // no input: a fault never repeats the secret
      if (reason) context.issues.push({ code: 'custom', message: reason, input: undefined });
    })
    .optional(),
  pkce: oneOf(['required', 'allowed']).optional(),
  firstParty: z
    .literal(true, { error: 'must be true: asking users for consent is not there yet' })
    .optional(),
  claimsInIdToken: flag.optional(),
  signInMethods: list(oneOf(methodIds), methodIds.length).optional(),
});

type Metadata = z.infer<typeof metadata>;

export const oidcSettings = z.object({
  metadata,
  /** SHA-256 of the secret, base64url; none for applications that have no secret. */
  secretHash: z.string().nullable(),
  pkce: z.enum(['required', 'allowed']),
  claimsInIdToken: z.boolean(),
  signInMethods: z.array(z.enum(methodIds)).nullable(),
});
export type OidcSettings = z.infer<typeof oidcSettings>;

type Fault = { path: (string | number)[]; reason: string };

/** How an application proves to be itself unless its metadata says so (RFC 7591 §2). */
export function authMethodOf({ token_endpoint_auth_method }: Metadata) {
  return token_endpoint_auth_method ?? 'client_secret_basic';
}

const usesSecret = (given: Metadata) => authMethodOf(given).startsWith('client_secret_');

/** What must hold between fields: whether it is broken, where, and what to do. */
type Rule = [broken: boolean, path: (string | number)[], reason: string];

/** What no single field can know. */
function faultsAcross(given: Metadata, secret: string | undefined, hash: string | null): Fault[] {
  const method = authMethodOf(given);
  const hosts = new Set(given.redirect_uris.map((address) => new URL(address).host));
  const rules: Rule[] = [
    [usesSecret(given) && hash === null, ['secret'], 'is required for this application'],
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
      given.scope?.split(' ').includes('openid') === false,
      ['metadata', 'scope'],
      'must include openid',
    ],
    [
      given.grant_types?.includes('authorization_code') === false,
      ['metadata', 'grant_types'],
      'must include authorization_code',
    ],
    [
      given.subject_type === 'pairwise' && hosts.size > 1,
      ['metadata', 'redirect_uris'],
      'must share one host with subject_type pairwise',
    ],
  ];
  return rules.filter(([broken]) => broken).map(([, path, reason]) => ({ path, reason }));
}

function keptHash(stored: unknown): string | null {
  const parsed = oidcSettings.safeParse(stored);
  return parsed.success ? parsed.data.secretHash : null;
}

export const oidcSettingsFrom: SettingsFrom = (manifest, stored) => {
  const parsed = manifestForm.safeParse(manifest);
  if (!parsed.success) return { faults: faultsOf(parsed.error) };
  const { metadata: given, secret, pkce, claimsInIdToken, signInMethods } = parsed.data;
  const known = secret === undefined ? keptHash(stored) : hashSecret(secret);
  const secretHash = usesSecret(given) ? known : null;
  const faults = faultsAcross(given, secret, secretHash);
  if (given.token_endpoint_auth_method === 'none' && pkce === 'allowed')
    faults.push({ path: ['pkce'], reason: 'must be required for an application without a secret' });
  if (faults.length > 0) return { faults };
  const settings: OidcSettings = {
    metadata: given,
    secretHash,
    pkce: pkce ?? 'required',
    claimsInIdToken: claimsInIdToken ?? false,
    signInMethods: signInMethods ?? null,
  };
  return { settings, ...(given.client_id !== undefined && { key: given.client_id }) };
};
