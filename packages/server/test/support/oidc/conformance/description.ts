// Checks of the discovery document (OpenID Connect Discovery 1.0 §3).

import { expect } from 'vitest';
import { type Check, issuer } from './suite.ts';

const description = '/.well-known/openid-configuration';
const required = [
  'authorization_endpoint',
  'token_endpoint',
  'userinfo_endpoint',
  'jwks_uri',
] as const;

export const describing = {
  'the description is whole and true': async ({ documentAt, server }) => {
    const answer = await server.inject({ url: description });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const said = answer.json();
    expect(said.issuer).toBe(issuer);
    for (const name of required) expect(URL.parse(`${said[name]}`)?.origin, name).toBe(issuer);
    expect(said.scopes_supported).toContain('openid');
    expect(said.response_types_supported).toContain('code');
    expect(said.subject_types_supported).toContain('public');
    expect(said.id_token_signing_alg_values_supported).toContain('RS256');
    expect(said.claims_supported).toContain('sub');
    expect(said.claims_parameter_supported).toBe(true);
    const { keys } = await documentAt(new URL(said.jwks_uri).pathname);
    const kids = keys.map(({ kid }: { kid: string }) => kid);
    expect(kids.length).toBeGreaterThan(0);
    expect(new Set(kids).size).toBe(kids.length);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: expect.any(String), kid: expect.any(String), use: 'sig' });
      for (const secret of ['d', 'p', 'q', 'k']) expect(key).not.toHaveProperty(secret);
    }
  },
} satisfies Record<string, Check>;
