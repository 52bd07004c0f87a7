import { generateKeyPairSync } from 'node:crypto';
import { blankFacts } from '@brama/contract/applications/fields';
import * as library from 'oidc-provider';
import { describe, expect, test } from 'vitest';
import type { Application } from '../../application.ts';
import { clientPayload, launchUrl, ownProperty } from './clients.ts';

import { oidcSettingsFrom } from './settings.ts';

const secret = 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3';
const redirect_uris = ['https://app.example/callback'];
const device = 'urn:ietf:params:oauth:grant-type:device_code';
const indicator = 'https://api.example/marks';
const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const jwks = { keys: [publicKey.export({ format: 'jwk' })] };

const read = (given: Record<string, unknown>, stored?: unknown) =>
  oidcSettingsFrom({ type: 'oidc', secret, ...given }, stored);

function faultsOf(given: Record<string, unknown>): string[] {
  const result = read(given);
  if ('settings' in result) return [];
  return result.issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`);
}

type Case = [metadata: Record<string, unknown>, faults: string[], more?: Record<string, unknown>];

describe('reports conflicting grant settings', () => {
  test.each<Case>([
    [{}, ['metadata.redirect_uris: must be a list']],
    [
      { redirect_uris, grant_types: ['refresh_token'] },
      [
        'metadata.redirect_uris: are of no use without authorization_code in grant_types',
        'metadata.grant_types: must include another one than refresh_token',
      ],
    ],
    [
      { grant_types: ['client_credentials'], response_types: ['code'] },
      ['metadata.response_types: are of no use without authorization_code in grant_types'],
    ],
    [
      { grant_types: ['client_credentials'], token_endpoint_auth_method: 'none' },
      [
        'metadata.grant_types: must not include client_credentials with token_endpoint_auth_method none',
      ],
      { secret: undefined },
    ],
    [{ redirect_uris, scope: 'profile' }, ['metadata.scope: must include openid']],
    [
      { redirect_uris, grant_types: ['authorization_code', device], subject_type: 'pairwise' },
      [
        'metadata.subject_type: must be public with the grant of a device, unless the application uses private_key_jwt',
      ],
    ],
    [
      { redirect_uris, require_signed_request_object: true },
      ['metadata.jwks: is required for signed request objects'],
    ],
    [
      { redirect_uris, request_object_signing_alg: 'ES256' },
      ['metadata.jwks: is required for signed request objects'],
    ],
    [
      { redirect_uris, request_object_signing_alg: 'none' },
      ['metadata.request_object_signing_alg: must be one of ES256, RS256, EdDSA'],
    ],
    [
      { redirect_uris, default_acr_values: ['urn:other'] },
      [
        'metadata.default_acr_values.0: must be one of urn:brama:acr:1, urn:brama:acr:2, urn:brama:acr:mfa, https://refeds.org/profile/sfa, https://refeds.org/profile/mfa',
      ],
    ],
    [
      { redirect_uris, dpop_bound_access_tokens: 'yes' },
      ['metadata.dpop_bound_access_tokens: must be true or false'],
    ],
  ])('%j', (metadata, faults, more = {}) => {
    expect(faultsOf({ metadata, ...more })).toEqual(faults);
  });
});

describe('reports invalid services', () => {
  test.each<[unknown, string[]]>([
    [[], ['resources: must not be empty']],
    ['https://api.example', ['resources: must be a list']],
    [['https://api.example'], ['resources.0: must be a mapping']],
    [
      [{ indicator: 'marks', scopes: ['read'] }],
      [
        'resources.0.indicator: must be an absolute address without #, for example https://api.campus.example',
      ],
    ],
    [
      [{ indicator: `${indicator}#x`, scopes: ['read'] }],
      [
        'resources.0.indicator: must be an absolute address without #, for example https://api.campus.example',
      ],
    ],
    [[{ indicator, scopes: [] }], ['resources.0.scopes: must not be empty']],
    [
      [{ indicator, scopes: ['read', 'profile', 'a b'] }],
      [
        'resources.0.scopes.1: is a scope of OpenID Connect: a service needs names of its own',
        'resources.0.scopes.2: must be 1–100 printable ASCII characters, no space, " or \\',
      ],
    ],
    [
      [
        { indicator, scopes: ['read'] },
        { indicator, scopes: ['write'] },
      ],
      ['resources.1.indicator: is named twice'],
    ],
    [
      [{ indicator, scopes: ['read'], tokenSeconds: 5 }],
      ['resources.0.tokenSeconds: must be at least 60'],
    ],
    [
      [{ indicator, scopes: ['read'], tokenSeconds: 86_400 }],
      ['resources.0.tokenSeconds: must be at most 3600'],
    ],
    [
      [{ indicator, scopes: ['read'], signedWith: 'HS256' }],
      ['resources.0.signedWith: must be one of ES256, RS256, EdDSA'],
    ],
    [
      [{ indicator, scopes: ['read'], title: { uk: 'Оцінки' } }],
      ['resources.0.title.en: is required'],
    ],
    [[{ indicator, scopes: ['read'], wings: 2 }], ['resources.0.wings: is not a known field']],
  ])('%j', (resources, faults) => {
    expect(faultsOf({ metadata: { redirect_uris }, resources })).toEqual(faults);
  });
});

test('a manifest cannot mark an application as self-registered', () => {
  const metadata = { redirect_uris };
  const stored = { ...(read({ metadata }) as { settings: object }).settings, registered: true };
  expect(read({ metadata }, stored)).toMatchObject({ settings: { registered: true } });
  expect(faultsOf({ metadata, registered: true })).toEqual(['registered: is not a known field']);
});

function applicationWith(metadata: Record<string, unknown>, own: object = {}): Application {
  const result = read({
    metadata,
    ...own,
    ...('token_endpoint_auth_method' in metadata && { secret: undefined }),
  });
  if ('issues' in result) throw new Error(JSON.stringify(result.issues));
  return {
    ...blankFacts(),
    id: 'a2f7d0de-1c39-4f0e-8c1b-5f6a7b8c9d00',
    name: 'service',
    title: { uk: 'С', en: 'S' },
    description: { uk: 'С', en: 'S' },
    access: 'everyone',
    protocol: { type: 'oidc', settings: result.settings },
  };
}

describe('the library accepts every valid setting', () => {
  const provider = new library.Provider('https://id.example', {
    jwks: { keys: [privateKey.export({ format: 'jwk' })] } as library.JWKS,
    extraClientMetadata: { properties: [ownProperty] },
    scopes: ['openid', 'profile', 'email'],
    acrValues: ['urn:brama:acr:1', 'urn:brama:acr:2'],
    clientAuthMethods: ['client_secret_basic', 'none'],
    responseTypes: ['code'],
    enabledJWA: {
      requestObjectSigningAlgValues: ['ES256'],
      idTokenSigningAlgValues: ['ES256', 'RS256'],
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      deviceFlow: { enabled: true },
      pushedAuthorizationRequests: { enabled: true },
      requestObjects: { enabled: true },
      dPoP: { enabled: true },
    },
  } as library.Configuration);

  test.each<[string, Record<string, unknown>]>([
    ['a service', { grant_types: ['client_credentials'] }],
    [
      'a service without people’s scopes',
      { grant_types: ['client_credentials'], scope: 'profile' },
    ],
    ['a device', { grant_types: [device], token_endpoint_auth_method: 'none' }],
    [
      'every protection',
      {
        redirect_uris,
        jwks,
        require_pushed_authorization_requests: true,
        require_signed_request_object: true,
        request_object_signing_alg: 'ES256',
        dpop_bound_access_tokens: true,
        default_acr_values: ['urn:brama:acr:2'],
      },
    ],
  ])('%s', (_what, metadata) => {
    const { Client } = provider as unknown as { Client: new (given: object) => object };
    const payload = clientPayload(applicationWith(metadata));
    let refusal: string | undefined;
    try {
      new Client(payload);
    } catch (error) {
      refusal = (error as { error_description?: string }).error_description ?? `${error}`;
    }
    expect(refusal).toBeUndefined();
  });
});

test('an application without a browser flow has no launch URL', () => {
  const service = applicationWith({ grant_types: ['client_credentials'] });
  expect(launchUrl(service, 'https://id.example')).toBeUndefined();
  const screen = { grant_types: [device], client_uri: 'https://screen.example/' };
  expect(launchUrl(applicationWith(screen), 'https://id.example')).toBe('https://screen.example/');
});

describe('subject types', () => {
  const twoHosts = [...redirect_uris, 'https://other.example/callback'];
  test.each<[string, Record<string, unknown>, object, string]>([
    ['one of the university', { redirect_uris }, {}, 'public'],
    ['one of others', { redirect_uris }, { firstParty: false }, 'pairwise'],
    [
      'one of others that says so',
      { redirect_uris, subject_type: 'public' },
      { firstParty: false },
      'public',
    ],
    // the name hangs on a host
    ['one of others on two hosts', { redirect_uris: twoHosts }, { firstParty: false }, 'public'],
    ['a device of others', { grant_types: [device] }, { firstParty: false }, 'public'],
    [
      'one of others that a device may use too',
      { redirect_uris, grant_types: ['authorization_code', device] },
      { firstParty: false },
      'public',
    ],
  ])('%s', (_whose, metadata, own, expected) => {
    expect(clientPayload(applicationWith(metadata, own))['subject_type']).toBe(expected);
  });
});
