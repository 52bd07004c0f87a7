// The settings of signing in with Google, or with any OpenID provider in its place. What they are used for is
// not known here.

import { z } from 'zod';
import { type SettingIssue, setting, type Values } from '../../config/settings.ts';

const defaultIssuer = 'https://accounts.google.com';

function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return false;
  return !url.search && !url.hash && !url.username && !url.password && text.length <= 200;
}

/** Letters, digits and dashes between dots; other alphabets in their ASCII form. */
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
    true,
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

type Table = typeof googleTable;
type Read = Partial<Values<Table>>;
type Key = keyof Table;

/** Half-given settings switch nothing on: every missing one is named. */
export function validateGoogle(
  read: Read,
  faulty: ReadonlySet<string>,
  production: boolean,
): SettingIssue[] {
  const keys = Object.keys(googleTable) as Key[];
  const isGiven = (key: Key) => read[key] !== undefined || faulty.has(googleTable[key].name);
  if (!keys.some(isGiven)) return [];
  const required = ['googleClientId', 'googleClientSecret'] as const;
  const faults: SettingIssue[] = required
    .filter((key) => !isGiven(key))
    .map((key) => ({
      setting: googleTable[key].name,
      reason: 'must be set as well: other settings of Google are',
    }));
  if (production && read.googleIssuer?.startsWith('http:'))
    faults.push({ setting: googleTable.googleIssuer.name, reason: 'must be https in production' });
  return faults;
}

export type GoogleSettings = {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Lower case; none: accounts of every domain, but nobody is linked by address. */
  hostedDomains: readonly string[];
};

/** Sound settings of Google, or nothing: off. */
export function googleOf(read: Read): GoogleSettings | undefined {
  const { googleClientId: clientId, googleClientSecret: clientSecret } = read;
  if (clientId === undefined || clientSecret === undefined) return undefined;
  return {
    issuer: read.googleIssuer ?? defaultIssuer,
    clientId,
    clientSecret,
    hostedDomains: read.googleHostedDomains ?? [],
  };
}
