// Settings of sign-in with Google, or with another OpenID provider in its place.

import { z } from 'zod';
import { type SettingGroup, setting, type Values } from '../../config/settings.ts';

const defaultIssuer = 'https://accounts.google.com';

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return !url.search && !url.hash && !url.username && !url.password && text.length <= 200;
}

/** ASCII letters, digits and dashes between dots. Domains in other alphabets have an ASCII form. */
const domainForm = /^(?!-)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})+$/;

const hostedDomains = z
  .string()
  .optional()
  .transform((text) => text?.split(',').map((part) => part.trim().toLowerCase()))
  .refine((list) => list === undefined || list.every((domain) => domainForm.test(domain)), {
    error:
      'must be domains separated by commas, for example campus.example,students.campus.example',
  });

const printable = (name: string) =>
  z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, `must be the ${name} as Google gave it, without spaces`)
    .optional();

export const googleTable = {
  googleClientId: setting(
    'GOOGLE_CLIENT_ID',
    'none',
    'Our client id at Google. Signing in with Google is on when it and the secret are set.',
    printable('client id'),
  ),
  googleClientSecret: setting(
    'GOOGLE_CLIENT_SECRET',
    'none',
    'The client secret that belongs to it.',
    printable('client secret'),
    { secret: true },
  ),
  googleHostedDomains: setting(
    'GOOGLE_HOSTED_DOMAINS',
    'none',
    'Domains of our organisation at Google, separated by commas. Only their accounts may sign in, and the first sign-in links the user with the same address. Without it every user must first link their account manually.',
    hostedDomains,
  ),
  googleIssuer: setting(
    'GOOGLE_ISSUER',
    defaultIssuer,
    'The issuer identifier of another OpenID provider in Google’s place, exactly as in its metadata.',
    z
      .string()
      .optional()
      .refine((text) => text === undefined || isIssuer(text), {
        error:
          'must be an http or https address without query, for example https://accounts.google.com',
      }),
  ),
};

export const googleGroup: SettingGroup<typeof googleTable> = {
  owner: 'Google',
  table: googleTable,
  required: ['googleClientId', 'googleClientSecret'],
  addresses: ['googleIssuer'],
};

export type GoogleSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** In lower case. If empty, accounts of every domain are accepted, but none is linked by its email address. */
  hostedDomains: readonly string[];
};

/** Returns the settings, or undefined if Google is not configured. */
export function googleOf(read: Partial<Values<typeof googleTable>>): GoogleSettings | undefined {
  const { googleClientId: clientId, googleClientSecret: clientSecret } = read;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer: read.googleIssuer ?? defaultIssuer,
    clientId,
    clientSecret,
    hostedDomains: read.googleHostedDomains ?? [],
  };
}
