// Checks the claims of an ID token. Pure. The library has checked signature, issuer, audience, expiry and nonce before.

import { validateCharacters } from '@brama/contract/text';
import { z } from 'zod';
import { refuse } from '../refusal.ts';

const claimsSchema = z.object({
  iss: z.string(),
  /** At most 255 ASCII characters (OpenID Connect Core §2). */
  sub: z.string().regex(/^[\x20-\x7e]{1,255}$/),
  iat: z.number(),
  /** The client the token was made for (OpenID Connect Core §2). */
  azp: z.string().optional(),
  email: z
    .string()
    .max(320)
    .refine((text) => validateCharacters(text) === undefined)
    .nullish(),
  /** Some issuers send the boolean as text. */
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .nullish(),
  /** Domain of the organisation that manages the account at Google. Private accounts have none. */
  hd: z.string().nullish(),
});

export type GoogleIdentity = {
  issuer: string;
  subject: string;
  /** Verified by the issuer. */
  email: string;
  /** One of our domains manages the account, so its email address belongs to the organisation. */
  vouched: boolean;
};

/** Tolerated difference between our clock and the issuer's. */
export const toleranceSeconds = 10;
/** A token must not be older than its attempt, with this tolerance for clocks. */
const earlySeconds = 60;

type Expected = {
  clientId: string;
  hostedDomains: readonly string[];
  /** Epoch milliseconds. The token was issued between `startedAt` and `now`. */
  startedAt: number;
  now: number;
};

/** @throws {GoogleRefused} */
export function identityIn(
  claims: unknown,
  { clientId, hostedDomains, startedAt, now }: Expected,
): GoogleIdentity {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return refuse('token-refused', { fault: 'claims' });
  const { iss, sub, iat, azp, email, email_verified: isVerified, hd } = parsed.data;
  // the library checks it only for tokens with several audiences
  if (azp !== undefined && azp !== clientId) refuse('token-refused', { fault: 'azp' });
  const tolerance = toleranceSeconds * 1000;
  if (iat * 1000 < startedAt - earlySeconds * 1000 || iat * 1000 > now + tolerance)
    refuse('token-refused', { fault: 'iat' });
  const vouched = typeof hd === 'string' && hostedDomains.includes(hd.toLowerCase());
  if (hostedDomains.length > 0 && !vouched) refuse('domain-foreign');
  if (!email || isVerified !== true) return refuse('email-unverified');
  return { issuer: iss, subject: sub, email, vouched };
}
