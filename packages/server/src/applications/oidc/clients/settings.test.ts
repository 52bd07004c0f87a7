import { generateKeyPairSync } from 'node:crypto';
import { blankFacts } from '@brama/contract/applications/fields';
import { methodIds } from '@brama/contract/pages/login-page';
import * as library from 'oidc-provider';
import { describe, expect, test } from 'vitest';
import type { Application } from '../../application.ts';
import { clientPayload, ownProperty } from './clients.ts';
import { oidcSettings, oidcSettingsFrom } from './settings.ts';

const secret = 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3';
const redirect_uris = ['https://app.example/callback'];
const keyOf = (type: 'ec' | 'rsa', bits = 2048) => {
  const { publicKey, privateKey } =
    type === 'ec'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: bits });
  return {
    open: publicKey.export({ format: 'jwk' }),
    closed: privateKey.export({ format: 'jwk' }),
  };
};
const ec = keyOf('ec');

const read = (given: Record<string, unknown>, stored?: unknown) =>
  oidcSettingsFrom({ type: 'oidc', ...given }, stored);

function faultsOf(given: Record<string, unknown>): string[] {
  const result = read(given);
  if ('settings' in result) return [];
  return result.issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`);
}

describe('issues name the field and contain no secret', () => {
  test.each([
    [{ metadata: { redirect_uris } }, ['secret: is required for this application']],
    [{ secret }, ['metadata: must be a mapping']],
    [{ metadata: {}, secret }, ['metadata.redirect_uris: must be a list']],
    [{ metadata: { redirect_uris: [] }, secret }, ['metadata.redirect_uris: must not be empty']],
    [
      { metadata: { redirect_uris: ['http://app.example/', 'https://a.example/#x'] }, secret },
      [
        'metadata.redirect_uris.0: must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
        'metadata.redirect_uris.1: must not have a fragment (#…)',
      ],
    ],
    [
      { metadata: { redirect_uris: ['https://*.example/cb', 'javascript:alert(1)'] }, secret },
      [
        'metadata.redirect_uris.0: must name one host, without a *',
        'metadata.redirect_uris.1: must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
      ],
    ],
    [
      { metadata: { redirect_uris, response_types: ['token'], grant_types: ['implicit'] }, secret },
      [
        'metadata.grant_types.0: must be one of authorization_code, refresh_token, client_credentials, urn:ietf:params:oauth:grant-type:device_code',
        'metadata.response_types.0: must be code',
      ],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_method: 'client_secret_jwt' }, secret },
      [
        'metadata.token_endpoint_auth_method: must be one of client_secret_basic, client_secret_post, private_key_jwt, none',
      ],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_method: 'private_key_jwt' } },
      ['metadata.jwks: is required with token_endpoint_auth_method private_key_jwt'],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_signing_alg: 'ES256' }, secret },
      [
        'metadata.token_endpoint_auth_signing_alg: is of no use with token_endpoint_auth_method client_secret_basic',
      ],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_signing_alg: 'HS256' }, secret },
      ['metadata.token_endpoint_auth_signing_alg: must be one of ES256, RS256, EdDSA'],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_method: 'none' }, secret },
      ['secret: is of no use with token_endpoint_auth_method none'],
    ],
    [
      { metadata: { redirect_uris, token_endpoint_auth_method: 'none' }, pkce: 'allowed' },
      ['pkce: must be required for an application without a secret'],
    ],
    [
      { metadata: { redirect_uris, scope: 'profile nonsense' }, secret },
      [
        'metadata.scope: must be scopes of openid, profile, email, groups, campus, tax_id, offline_access, with one space between them',
      ],
    ],
    [
      { metadata: { redirect_uris, scope: 'profile' }, secret },
      ['metadata.scope: must include openid'],
    ],
    [
      { metadata: { redirect_uris, client_id: 'with space' }, secret },
      ['metadata.client_id: must be 1–128 printable ASCII characters, no space or colon'],
    ],
    [
      { metadata: { redirect_uris, client_id: '3d1488ae-128e-4655-8ca2-1ef554379335' }, secret },
      ['metadata.client_id: must not be a UUID: without it the id of the application is used'],
    ],
    [
      { metadata: { redirect_uris, application_type: 'desktop' }, secret },
      ['metadata.application_type: must be web or native'],
    ],
    [
      { metadata: { redirect_uris, jwks: { keys: [ec.closed] } }, secret },
      ['metadata.jwks.keys.0: must be a public key: this one holds private parts, make a new pair'],
    ],
    [
      { metadata: { redirect_uris, jwks: { keys: [keyOf('rsa', 1024).open] } }, secret },
      ['metadata.jwks.keys.0: must have at least 2048 bits'],
    ],
    [
      {
        metadata: {
          redirect_uris: [...redirect_uris, 'https://other.example/'],
          subject_type: 'pairwise',
        },
        secret,
      },
      ['metadata.redirect_uris: must share one host with subject_type pairwise'],
    ],
    [
      {
        metadata: {
          grant_types: ['urn:ietf:params:oauth:grant-type:device_code'],
          subject_type: 'pairwise',
        },
        secret,
      },
      ['metadata.subject_type: needs redirect_uris: their host is the sector'],
    ],
    [{ metadata: { redirect_uris, dance: 1 }, secret }, ['metadata.dance: is not a known field']],
    [
      { metadata: { redirect_uris }, secret, firstParty: 'no' },
      ['firstParty: must be true or false'],
    ],
    [
      { metadata: { redirect_uris }, secret, signInMethods: ['diia', 'telepathy'] },
      [`signInMethods.1: must be one of ${methodIds.join(', ')}`],
    ],
    [
      { metadata: { redirect_uris }, secret: 'short' },
      ['secret: must have at least 128 random bits: make it with `openssl rand -base64 32`'],
    ],
  ])('%#: %.90j', (given, faults) => {
    expect(faultsOf(given)).toEqual(faults);
    expect(JSON.stringify(faultsOf(given))).not.toContain(secret);
  });
});

test('only the hash of the secret is stored, and an omitted secret stays unchanged', () => {
  const first = read({ metadata: { redirect_uris }, secret });
  expect(JSON.stringify(first)).not.toContain(secret);
  const settings = 'settings' in first ? first.settings : undefined;
  expect(read({ metadata: { redirect_uris } }, settings)).toEqual(first);
});

/** Passes our accepted settings to the library, which must accept them too. */
test.each([
  { metadata: { redirect_uris }, secret },
  {
    metadata: {
      client_id: 'moodle',
      client_name: 'Moodle',
      redirect_uris: ['http://127.0.0.1:3001/callback', 'https://app.example/cb?x=1'],
      post_logout_redirect_uris: ['https://app.example/'],
      backchannel_logout_uri: 'http://localhost:3001/out',
      backchannel_logout_session_required: true,
      initiate_login_uri: 'http://127.0.0.1:3001/start',
      client_uri: 'https://app.example/',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'openid profile email groups campus offline_access',
      id_token_signed_response_alg: 'RS256',
      application_type: 'web',
      default_max_age: 3600,
      require_auth_time: true,
      contacts: ['it@app.example'],
    },
    secret,
    pkce: 'allowed',
    claimsInIdToken: true,
    signInMethods: ['diia'],
  },
  {
    metadata: {
      redirect_uris,
      token_endpoint_auth_method: 'private_key_jwt',
      token_endpoint_auth_signing_alg: 'ES256',
      jwks: { keys: [ec.open, keyOf('rsa').open] },
      id_token_signed_response_alg: 'EdDSA',
      subject_type: 'pairwise',
    },
  },
  { metadata: { redirect_uris, token_endpoint_auth_method: 'none' } },
  {
    metadata: {
      application_type: 'native',
      redirect_uris: [
        'http://127.0.0.1/cb',
        'http://[::1]:80/',
        'com.example.app:/cb',
        ...redirect_uris,
      ],
      post_logout_redirect_uris: ['com.example.app://out', 'http://localhost/'],
      token_endpoint_auth_method: 'none',
    },
    firstParty: false,
  },
])('settings %# form a valid client for the library', async (given) => {
  const result = read(given);
  expect(result).toHaveProperty('settings');
  const settings = oidcSettings.parse('settings' in result ? result.settings : undefined);
  const application: Application = {
    ...blankFacts(),
    id: '3d1488ae-128e-4655-8ca2-1ef554379335',
    name: 'app',
    title: { uk: 'a', en: 'a' },
    description: { uk: 'a', en: 'a' },
    access: 'everyone',
    protocol: { type: 'oidc', settings, ...('key' in result && { key: `${result.key}` }) },
  };
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const provider = new library.Provider('https://id.example', {
    jwks: {
      keys: [
        rsa.export({ format: 'jwk' }),
        ec.closed,
        generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
      ],
    } as library.JWKS,
    adapter: () => ({ find: async () => clientPayload(application) }) as unknown as library.Adapter,
    subjectTypes: ['public', 'pairwise'],
    pairwiseIdentifier: async () => 'pairwise',
    scopes: ['openid', 'profile', 'email', 'groups', 'campus', 'tax_id', 'offline_access'],
    extraClientMetadata: { properties: [ownProperty] },
    enabledJWA: { idTokenSigningAlgValues: ['ES256', 'RS256', 'EdDSA'] },
    features: { backchannelLogout: { enabled: true }, devInteractions: { enabled: false } },
  });
  const client = await provider.Client.find('app');
  expect(client?.clientId).toBe(settings.metadata.client_id ?? application.id);
});
