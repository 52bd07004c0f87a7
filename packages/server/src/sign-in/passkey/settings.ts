// Settings of sign-in with a passkey.

import { isIP } from 'node:net';
import { z } from 'zod';
import { type SettingGroup, setting, type Values, wholeNumber } from '../../config/settings.ts';

/** Labels of ASCII letters, digits and dashes. Domains in other alphabets have an ASCII form. */
const domainForm = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/;

const httpsOrigin = (text: string) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.origin === text;
};

/** Browsers read at most five different names (WebAuthn Level 3 §5.11), but several addresses of one name. */
const maxOrigins = 20;

const origins = z
  .string()
  .optional()
  .transform((text) => text?.split(',').map((part) => part.trim()) ?? [])
  .refine((list) => list.length <= maxOrigins && list.every(httpsOrigin), {
    error: `must be at most ${maxOrigins} https origins separated by commas, for example https://id.campus.example`,
  });

export const passkeyTable = {
  passkeys: setting(
    'PASSKEYS',
    '1',
    '`0` turns passkeys off. The server keeps stored passkeys.',
    z
      .enum(['0', '1'], { error: 'must be 0 or 1' })
      .default('1')
      .transform((value) => value === '1'),
  ),
  passkeyRpId: setting(
    'PASSKEY_RP_ID',
    'host of `BASE_URL`',
    'The domain to which passkeys belong (WebAuthn RP ID): the host of `BASE_URL` or a domain above it. Another value makes all stored passkeys useless, so keep the former one after a move to another host.',
    z
      .string()
      .regex(domainForm, 'must be a domain in lower case, for example campus.example')
      .refine((name) => isIP(name) === 0, 'must be a domain: browsers accept no address')
      .optional(),
  ),
  passkeyRelatedOrigins: setting(
    'PASSKEY_RELATED_ORIGINS',
    'none',
    'Further https origins, separated by commas, whose pages may use the passkeys of this host. `/.well-known/webauthn` publishes them. A Brama that moved needs its new origin there, at the former host.',
    origins,
  ),
  passkeyIdentityDays: setting(
    'PASSKEY_IDENTITY_DAYS',
    '365',
    'A passkey added within ten minutes of a sign-in with Diia proves the identity of its user (`urn:brama:acr:2`) for this many days after that sign-in. `0`: never.',
    wholeNumber(0, 3650, 365),
  ),
};

export const passkeyGroup: SettingGroup<typeof passkeyTable> = {
  owner: 'passkeys',
  table: passkeyTable,
  required: [],
  addresses: [],
};

export type PasskeySettings = {
  rpId: string;
  relatedOrigins: readonly string[];
  /** How long a passkey proves the identity of its user after the sign-in with Diia; 0 for never. */
  identityMs: number;
};

type Read = Partial<Values<typeof passkeyTable>> & { baseUrl?: string | undefined };

/** Returns undefined if passkeys are off. They cannot work at an IP address, because it is no domain. */
export function passkeyOf(read: Read): PasskeySettings | undefined {
  const { hostname } = new URL(read.baseUrl ?? 'http://localhost');
  const rpId = read.passkeyRpId ?? hostname;
  const isAddress = isIP(rpId.replace(/^\[|\]$/g, '')) !== 0;
  if (read.passkeys === false || isAddress) return undefined;
  return {
    rpId,
    relatedOrigins: read.passkeyRelatedOrigins ?? [],
    identityMs: (read.passkeyIdentityDays ?? 0) * 86_400_000,
  };
}
