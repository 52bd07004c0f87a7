import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeWorld, type World } from '../../../test/support/world.ts';

describe('discovery documents', () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld('sqlite');
  });
  afterAll(() => world.close());

  const documents = [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/oidc/jwks',
  ];

  test.each(documents)('%s can be read from any origin, without cookies', async (url) => {
    const origin = 'https://anybody.example';
    for (const method of ['GET', 'OPTIONS'] as const) {
      const headers = {
        origin,
        ...(method === 'OPTIONS' && { 'access-control-request-method': 'GET' }),
      };
      const answer = await world.send({ url, method, headers });
      expect(answer.statusCode).toBe(method === 'GET' ? 200 : 204);
      expect([origin, '*']).toContain(answer.headers['access-control-allow-origin']);
      expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test.each(documents.slice(0, 2))('%s lists the supported response modes', async (url) => {
    const { response_modes_supported: modes } = (await world.send({ url })).json();
    expect(modes).toEqual(['query', 'form_post']);
  });

  test.each([
    ...documents.map((url) => ['GET', url] as const),
    ['GET', '/oidc/userinfo'],
    ['POST', '/oidc/token'],
    ['POST', '/oidc/introspect'],
  ] as const)('%s %s has no headers that concern pages', async (method, url) => {
    const { headers } = await world.send({ method, url });
    expect(headers['content-security-policy']).toBe("default-src 'none';frame-ancestors 'none'");
    expect(headers).not.toHaveProperty('permissions-policy');
    expect(headers).not.toHaveProperty('cross-origin-resource-policy');
  });
});
