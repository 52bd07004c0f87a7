// Settings of the import from the state register of education (ЄДЕБО): all of them or none.

import { isIP } from 'node:net';
import { z } from 'zod';
import { type SettingGroup, setting, type Values } from '../../../config/settings.ts';
import { isPrivateAddress } from '../../../outbound/request.ts';

function isBaseAddress(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !['http:', 'https:'].includes(url.protocol) || text.length > 500) return false;
  return !url.search && !url.hash && !url.username && !url.password;
}

/** A name is resolved, and judged, with each request. */
function isPlainToPublicAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:') return false;
  const literal = url.hostname.replace(/^\[|\]$/g, '');
  return isIP(literal) !== 0 && !isPrivateAddress(literal);
}

const base = z
  .string()
  .refine(isBaseAddress, {
    abort: true,
    error:
      'must be an http or https address without user and query, for example http://10.1.2.3/data/EDEBOWebApi',
  })
  .refine((text) => !isPlainToPublicAddress(text), {
    error: 'must be https: over plain http to a public address anybody on the way could read it',
  })
  .transform((text) => (text.endsWith('/') ? text.slice(0, -1) : text))
  .optional();

const credential = z
  .string()
  .regex(/^[^\p{Cc}]{1,1024}$/u, 'must be one line of at most 1024 characters')
  .optional();

const universityId = z
  .string()
  .regex(/^[1-9]\d{0,8}$/, 'must be the code of the institution in the register, a whole number')
  .transform(Number)
  .optional();

export const edeboTable = {
  edeboUrl: setting(
    'EDEBO_URL',
    'none',
    'Address of the web interface of the state register of education (ЄДЕБО), with its path: `http://10.1.2.3/data/EDEBOWebApi`. `http:` is accepted only to a private address, such as the end of a protected channel. Users can be imported from the register when it and the settings below are set.',
    base,
  ),
  edeboUser: setting(
    'EDEBO_USER',
    'none',
    'Our user in the register. Give this user the right to read alone.',
    credential,
  ),
  edeboPassword: setting('EDEBO_PASSWORD', 'none', 'The password of this user.', credential, {
    secret: true,
  }),
  edeboAppKey: setting(
    'EDEBO_APP_KEY',
    'none',
    'The key (`app_key`) that the register issued to the institution.',
    credential,
    { secret: true },
  ),
  edeboUniversityId: setting(
    'EDEBO_UNIVERSITY_ID',
    'none',
    'The code of the institution in the register.',
    universityId,
  ),
};

export const edeboGroup: SettingGroup<typeof edeboTable> = {
  owner: 'the register ЄДЕБО',
  table: edeboTable,
  required: ['edeboUrl', 'edeboUser', 'edeboPassword', 'edeboAppKey', 'edeboUniversityId'],
  // in a protected channel, the interface has http alone
  addresses: [],
};

export type EdeboSettings = {
  /** Without a slash at the end. */
  url: string;
  user: string;
  password: string;
  appKey: string;
  universityId: number;
};

/** Returns the settings, or undefined if the register is not configured. */
export function edeboOf(read: Partial<Values<typeof edeboTable>>): EdeboSettings | undefined {
  const { edeboUrl: url, edeboUser: user, edeboPassword: password, edeboAppKey: appKey } = read;
  const { edeboUniversityId } = read;
  if (!url || !user || !password || !appKey || !edeboUniversityId) return undefined;
  return { url, user, password, appKey, universityId: edeboUniversityId };
}
