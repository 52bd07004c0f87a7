// Creates invalid id tokens: changes the claims of a valid one and signs it again.

import { type KeyObject, sign } from 'node:crypto';
import type { Scenario } from './scenarios.ts';

type Json = Record<string, unknown>;

const read = (part = ''): Json => JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
const write = (json: Json) => Buffer.from(JSON.stringify(json)).toString('base64url');

const changes: Partial<Record<Scenario, (claims: Json) => Json>> = {
  'wrong-nonce': (claims) => ({ ...claims, nonce: 'of-another-attempt' }),
  'foreign-audience': (claims) => ({ ...claims, aud: 'another-application' }),
  'expired-token': (claims) => {
    const exp = Math.floor(Date.now() / 1000) - 3600;
    return { ...claims, exp, iat: exp - 3600 };
  },
};

/** Changes the token and signs it with RS256. Returns it unchanged if the scenario breaks no token. */
export function brokenToken(token: string, scenario: Scenario, key: KeyObject): string {
  const [header, claims] = token.split('.');
  if (scenario === 'unsigned-token') return `${write({ ...read(header), alg: 'none' })}.${claims}.`;
  const change = changes[scenario];
  if (!change) return token;
  const content = `${header}.${write(change(read(claims)))}`;
  return `${content}.${sign('sha256', Buffer.from(content), key).toString('base64url')}`;
}
