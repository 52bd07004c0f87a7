// What a sound id token says about a person, and whether that is enough here. Pure. Signature, issuer, audience,
// end and nonce have been checked before.

import { z } from 'zod';
import { validateCharacters } from '../../../config/text.ts';
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
  /** Some issuers write the boolean as text. */
  email_verified: z
    .union([z.boolean(), z.enum(['true', 'false']).transform((text) => text === 'true')])
    .nullish(),
  /** The organisation at Google that keeps the account; private ones have none. */
  hd: z.string().nullish(),
});

export type GoogleIdentity = {
  issuer: string;
  subject: string;
  /** Verified by the issuer. */
  email: string;
  /** The account is kept by a domain of ours: its address may be believed to be one of ours. */
  vouched: boolean;
};

/** Our clock and the issuer's may differ so much. */
export const toleranceSeconds = 10;
/** A token made before its attempt is older than our question; by how much, clocks may mislead. */
const earlySeconds = 60;

type Measure = {
  clientId: string;
  hostedDomains: readonly string[];
  /** Epoch milliseconds: the token was made in between. */
  begun: number;
  now: number;
};

/** @throws {GoogleRefused} */
export function identityIn(
  claims: unknown,
  { clientId, hostedDomains, begun, now }: Measure,
): GoogleIdentity {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return refuse('token-refused', { fault: 'claims' });
  const { iss, sub, iat, azp, email, email_verified: isVerified, hd } = parsed.data;
  // the library compares it only where there are several audiences
  if (azp !== undefined && azp !== clientId) refuse('token-refused', { fault: 'azp' });
  const tolerance = toleranceSeconds * 1000;
  if (iat * 1000 < begun - earlySeconds * 1000 || iat * 1000 > now + tolerance)
    refuse('token-refused', { fault: 'iat' });
  const vouched = typeof hd === 'string' && hostedDomains.includes(hd.toLowerCase());
  if (hostedDomains.length > 0 && !vouched) refuse('domain-foreign');
  if (!email || isVerified !== true) return refuse('email-unverified');
  return { issuer: iss, subject: sub, email, vouched };
}
