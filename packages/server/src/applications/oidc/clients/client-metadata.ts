// Client metadata (RFC 7591 §2 and the standards that extend it): the supported fields and their valid values. Pure.

import { createPublicKey, type JsonWebKey } from 'node:crypto';
import { acrValues } from '@brama/contract/sign-in/methods';
import { z } from 'zod';
import { signingAlgs } from '../../keys/signing-algs.ts';
import { flag, list, oneOf, textErrors } from '../../manifest/issues.ts';
import { applicationUrl } from '../../validate-url.ts';
import { nativeAddress } from '../native/redirect-address.ts';
import { scopes } from '../scopes.ts';

export const authMethods = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
] as const;
const grantTypes = [
  'authorization_code',
  'refresh_token',
  'client_credentials',
  'urn:ietf:params:oauth:grant-type:device_code',
] as const;
export const responseModes = ['query', 'form_post'] as const;

const fewestRsaBits = 2048;
/** Members that only private or symmetric keys have (RFC 7518 §6). */
const privateMembers = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k', 'priv'];
const curves = ['P-256', 'P-384', 'P-521', 'Ed25519'];

/** Returns what is wrong with a key, without any part of it; undefined for a valid key. */
function validateKey(jwk: Record<string, unknown>): string | undefined {
  if (privateMembers.some((member) => member in jwk))
    return 'must be a public key: this one holds private parts, make a new pair';
  if (jwk['use'] !== undefined && jwk['use'] !== 'sig') return 'must be for signing (use: sig)';
  if (jwk['kty'] !== 'RSA' && !curves.includes(`${jwk['crv']}`))
    return `must be RSA or of the curves ${curves.join(', ')}`;
  try {
    const key = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (bits !== undefined && bits < fewestRsaBits)
      return `must have at least ${fewestRsaBits} bits`;
  } catch {
    return 'is not a sound JWK';
  }
  return undefined;
}

const publicKey = z
  .record(z.string(), z.unknown(), { error: 'must be a JWK' })
  .check(({ value, issues }) => {
    const reason = validateKey(value);
    if (reason !== undefined) issues.push({ code: 'custom', message: reason, input: undefined });
  });

/** The JWKS of a client that authenticates by signatures instead of a secret (RFC 7517 §5). */
const publicKeySet = z.strictObject({ keys: list(publicKey, 20) });

const scopeList = z
  .string(textErrors)
  .refine(
    (text) => text.split(' ').every((one) => scopes.includes(one)),
    `must be scopes of ${scopes.join(', ')}, with one space between them`,
  );

/** A UUID would look like an application id. */
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** Printable ASCII without spaces and colons, because it is used in Basic authentication and in addresses. */
const clientId = z
  .string(textErrors)
  .refine(
    (text) => !uuid.test(text),
    'must not be a UUID: without it the id of the application is used',
  )
  .regex(
    /^[\x21-\x39\x3b-\x7e]{1,128}$/,
    'must be 1–128 printable ASCII characters, no space or colon',
  );

const isMapping = ({ code }: { code?: string | undefined }) =>
  code === 'invalid_type' ? 'must be a mapping' : undefined;

const webMetadata = z.strictObject(
  {
    client_id: clientId.optional(),
    client_name: z.string(textErrors).max(200, 'must be at most 200 characters long').optional(),
    application_type: z.literal('web').optional(),
    redirect_uris: list(applicationUrl, 50).optional(),
    post_logout_redirect_uris: list(applicationUrl, 50).optional(),
    backchannel_logout_uri: applicationUrl.optional(),
    backchannel_logout_session_required: flag.optional(),
    initiate_login_uri: applicationUrl.optional(),
    client_uri: applicationUrl.optional(),
    grant_types: list(oneOf(grantTypes), grantTypes.length).optional(),
    response_types: list(z.literal('code', { error: 'must be code' }), 1).optional(),
    token_endpoint_auth_method: oneOf(authMethods).optional(),
    token_endpoint_auth_signing_alg: oneOf(signingAlgs).optional(),
    jwks: publicKeySet.optional(),
    scope: scopeList.optional(),
    id_token_signed_response_alg: oneOf(signingAlgs).optional(),
    subject_type: oneOf(['public', 'pairwise']).optional(),
    require_pushed_authorization_requests: flag.optional(),
    require_signed_request_object: flag.optional(),
    request_object_signing_alg: oneOf(signingAlgs).optional(),
    dpop_bound_access_tokens: flag.optional(),
    default_acr_values: list(oneOf(acrValues), acrValues.length).optional(),
    default_max_age: z.int('must be a number of seconds').min(0).max(31_536_000).optional(),
    require_auth_time: flag.optional(),
    contacts: list(z.email('must be email addresses'), 20).optional(),
  },
  { error: isMapping },
);

const nativeMetadata = webMetadata.extend({
  application_type: z.literal('native'),
  redirect_uris: list(nativeAddress, 50).optional(),
  post_logout_redirect_uris: list(nativeAddress, 50).optional(),
});

export const metadataNames = Object.keys(webMetadata.shape);

/** The type of application determines which redirect URIs are valid (OpenID Connect Registration §2). */
export const clientMetadata = z.discriminatedUnion(
  'application_type',
  [webMetadata, nativeMetadata],
  {
    error: (issue) => isMapping(issue) ?? 'must be web or native',
  },
);

export type ClientMetadata = z.infer<typeof clientMetadata>;
