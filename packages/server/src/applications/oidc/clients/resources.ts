// Services for which a client may request access tokens (resource indicators, RFC 8707). Pure.

import { z } from 'zod';
import { signingAlgs } from '../../keys/signing-algs.ts';
import { list, oneOf, textErrors } from '../../manifest/issues.ts';
import { scopes as ownScopes } from '../scopes.ts';

/** RFC 6749 §3.3, and short enough for an address. */
const scopeForm = /^[\x21\x23-\x5b\x5d-\x7e]{1,100}$/;

const scope = z
  .string(textErrors)
  .regex(scopeForm, 'must be 1–100 printable ASCII characters, no space, " or \\')
  .refine(
    (text) => !ownScopes.includes(text),
    'is a scope of OpenID Connect: a service needs names of its own',
  );

const indicator = z
  .string(textErrors)
  .max(500, 'must be at most 500 characters long')
  .refine(
    (text) => URL.canParse(text) && !text.includes('#') && /^[\x21-\x7e]+$/.test(text),
    'must be an absolute address without #, for example https://api.campus.example',
  );

const titleText = z
  .string(textErrors)
  .min(1, 'must not be empty')
  .max(100, 'must be at most 100 characters long');
const title = z.strictObject(
  { uk: titleText, en: titleText },
  { error: 'must be a mapping with uk and en' },
);

/** Short, because a JWT access token cannot be revoked. */
const defaultTokenSeconds = 600;

const resource = z.strictObject(
  {
    indicator,
    title: title.optional(),
    scopes: list(scope, 50),
    tokenSeconds: z
      .int('must be a number of seconds')
      .min(60, 'must be at least 60')
      .max(3600, 'must be at most 3600')
      .optional(),
    signedWith: oneOf(signingAlgs).optional(),
  },
  { error: ({ code }) => (code === 'invalid_type' ? 'must be a mapping' : undefined) },
);
export type Resource = z.infer<typeof resource>;

export const resources = list(resource, 20).check((context) => {
  const names = context.value.map(({ indicator: name }) => name);
  for (const [index, name] of names.entries())
    if (names.indexOf(name) < index)
      context.issues.push({
        code: 'custom',
        message: 'is named twice',
        path: [index, 'indicator'],
        input: undefined,
      });
});

/** Returns how long a token for this service is valid, also after its user has signed out. */
export function tokenSecondsOf({ tokenSeconds }: Resource): number {
  return tokenSeconds ?? defaultTokenSeconds;
}

/** Returns a service in the form of the library. Its token is a JWT (RFC 9068) with this audience. */
export function resourceServerOf(resource: Resource) {
  return {
    scope: resource.scopes.join(' '),
    accessTokenFormat: 'jwt' as const,
    accessTokenTTL: tokenSecondsOf(resource),
    jwt: { sign: { alg: resource.signedWith ?? 'ES256' } },
  };
}
