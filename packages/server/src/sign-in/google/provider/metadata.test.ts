import { expect, test } from 'vitest';
import { validateMetadata } from './metadata.ts';

const at = (issuer: string, more: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  ...more,
});
const algorithmsOf = (told?: string[]) =>
  validateMetadata(at('https://login.example', { id_token_signing_alg_values_supported: told }))
    .id_token_signing_alg_values_supported;

test.each([
  [
    ['RS256', 'HS256', 'none', 'ES256'],
    ['RS256', 'ES256'],
  ],
  [['HS256', 'none'], []],
  [undefined, ['RS256']],
])('of the algorithms %j, these are accepted: %j', (told, taken) =>
  expect(algorithmsOf(told)).toEqual(taken),
);

test.each(['http://127.0.0.1:3003', 'https://10.20.0.5', 'https://[fd00::5]'])(
  'an issuer on an internal network is accepted if the administrator configures it: %s',
  (issuer) => expect(validateMetadata(at(issuer)).issuer).toBe(issuer),
);

test.each([
  ['plain http', { token_endpoint: 'http://login.example/token' }],
  ['a machine inside', { token_endpoint: 'https://10.0.0.1/token' }],
  ['this computer', { token_endpoint: 'https://localhost/token' }],
  ['an address with a password', { token_endpoint: 'https://a:b@login.example/token' }],
  ['nothing', { token_endpoint: undefined }],
])('a public issuer is rejected if its token endpoint is %s', (_, more) =>
  expect(() => validateMetadata(at('https://login.example', more))).toThrow('token_endpoint'),
);
