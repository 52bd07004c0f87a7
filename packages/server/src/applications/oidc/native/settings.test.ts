import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readDocument } from '../../../directory/apply/parse/document.ts';
import { oidcSettingsFrom } from '../clients/settings.ts';

const read = (metadata: Record<string, unknown>, more: object = {}) =>
  oidcSettingsFrom(
    {
      type: 'oidc',
      metadata: {
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        redirect_uris: ['http://127.0.0.1/callback'],
        ...metadata,
      },
      ...more,
    },
    undefined,
  );

function faultsOf(metadata: Record<string, unknown>, more: object = {}): string[] {
  const result = read(metadata, more);
  if ('settings' in result) return [];
  return result.issues.map(({ path, reason }) => `${path.join('.')}: ${reason}`);
}

const scheme =
  'must begin with https://, with http://127.0.0.1/ or http://[::1]/, or with a domain of yours in reverse, for example com.example.app:/callback';

test('the example in docs/integrate/openid-connect.md is valid', () => {
  const page = readFileSync(
    new URL('../../../../../../docs/integrate/openid-connect.md', import.meta.url),
    'utf8',
  );
  const [, section = ''] = page.split('\n## Native applications\n');
  const [, block = ''] = /\n```yaml\nprotocol:\n([\s\S]*?\n)```\n/.exec(section) ?? [];
  const { value, issues } = readDocument(block);
  expect(issues).toEqual([]);
  expect(oidcSettingsFrom(value as Record<string, unknown>, undefined)).toHaveProperty('settings');
});

describe('redirect addresses of a native application', () => {
  test.each([
    'https://app.example/callback',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:8000/callback',
    'http://[::1]/',
    'http://localhost/callback',
    'com.example.app:/callback',
    'com.example.app://callback',
    'ua.kpi.campus-2:/oauth/redirect?x=1',
  ])('%s is accepted', (address) => {
    const addresses = { redirect_uris: [address], post_logout_redirect_uris: [address] };
    expect(faultsOf(addresses)).toEqual([]);
  });

  test.each([
    ['http://app.example/callback', scheme],
    ['http://127.0.0.2/callback', scheme],
    ['http://10.0.2.2/callback', scheme],
    [
      'https://127.0.0.1/callback',
      'must name a host of yours: on this computer it is http://127.0.0.1/',
    ],
    ['https://*.example/callback', 'must name one host, without a *'],
    ['https://app.example/#x', 'must not have a fragment (#…)'],
    ['http://127.0.0.1/#x', 'must not have a fragment (#…)'],
    ['http://me:pass@127.0.0.1/', 'must not hold a username or password'],
    ['com.example.app:/callback#x', 'must not have a fragment (#…)'],
    ['com.example.app://me@callback', 'must not hold a username or password'],
    ['com.example.app:callback', scheme],
    ['com.example.app:/ти', scheme],
    ['com.example.app:/a b', scheme],
    ['Com.example.app:/callback', scheme],
    ['myapp:/callback', scheme],
    ['javascript:alert(1)', scheme],
    ['javascript://x.example/%0aalert(1)', scheme],
    ['data:text/html,x', scheme],
    ['file:///etc/passwd', scheme],
    ['intent://x.example/#Intent;end', scheme],
    ['nothing', scheme],
  ])('%s is rejected', (address, reason) => {
    expect(faultsOf({ redirect_uris: [address] })).toEqual([`metadata.redirect_uris.0: ${reason}`]);
    expect(faultsOf({ post_logout_redirect_uris: [address] })).toEqual([
      `metadata.post_logout_redirect_uris.0: ${reason}`,
    ]);
  });

  test('a web application cannot use a private-use scheme', () => {
    const web = { application_type: 'web', redirect_uris: ['com.example.app:/callback'] };
    expect(faultsOf(web)).toEqual([
      'metadata.redirect_uris.0: must begin with https:// (http:// is for localhost, *.localhost and 127.0.0.1 only)',
    ]);
    expect(faultsOf({ application_type: undefined, redirect_uris: web.redirect_uris })).toEqual(
      faultsOf(web),
    );
    expect(faultsOf({ application_type: 'desktop' })).toEqual([
      'metadata.application_type: must be web or native',
    ]);
  });
});

describe('settings that a native application cannot have', () => {
  const secret = 'UG9ydGFsIGkga2x5dWNoIHZpZCBicmFteSA0NTY3';
  test.each<[Record<string, unknown>, object, string[]]>([
    [
      { token_endpoint_auth_method: undefined },
      {},
      [
        'metadata.token_endpoint_auth_method: must be none for a native application: it keeps no secret',
      ],
    ],
    [
      { token_endpoint_auth_method: 'client_secret_basic' },
      { secret },
      [
        'metadata.token_endpoint_auth_method: must be none for a native application: it keeps no secret',
      ],
    ],
    [{}, { secret }, ['secret: is of no use with token_endpoint_auth_method none']],
    [{}, { pkce: 'allowed' }, ['pkce: must be required for an application without a secret']],
    [{ dance: 1 }, {}, ['metadata.dance: is not a known field']],
  ])('%j %j', (metadata, more, faults) => {
    expect(faultsOf(metadata, more)).toEqual(faults);
  });
});
