// Settings of sign-in with Diia: all of them or none.

import { resolve } from 'node:path';
import { z } from 'zod';
import {
  type Environment,
  origin,
  type ReadFile,
  readSettings,
  type SettingGroup,
  SettingsError,
  setting,
  type Values,
} from '../../config/settings.ts';

/** Part of a path and of a header, so it must not need escaping. */
const token = z
  .string()
  .regex(/^[\w.~+/=-]{4,1024}$/, 'must be the token as Diia gave it, without spaces or line breaks')
  .optional();
const id = z
  .string()
  .regex(/^[\w-]{1,128}$/, 'must be an id of letters, digits and dashes')
  .optional();

/** Used by every request to Diia. */
const partnerTable = {
  diiaHost: setting(
    'DIIA_HOST',
    'none',
    'Address of Diia’s partner API: `https://api2.diia.gov.ua`, for its stage `https://api2s.diia.gov.ua`. Signing in with Diia is on when it and the settings below are set.',
    origin,
  ),
  diiaAcquirerToken: setting(
    'DIIA_ACQUIRER_TOKEN',
    'none',
    'The acquirer token from Diia.',
    token,
    { secret: true },
  ),
  diiaAuthToken: setting(
    'DIIA_AUTH_TOKEN',
    'none',
    'The authorization token from Diia (already base64).',
    token,
    { secret: true },
  ),
};

/** All but the logo, which alone does not enable Diia: the demo uses it with a simulator. */
const signInTable = {
  ...partnerTable,
  diiaBranchId: setting(
    'DIIA_BRANCH_ID',
    'none',
    'Our branch at Diia; `npm run brama -- diia setup` creates and prints it.',
    id,
  ),
  diiaOfferId: setting(
    'DIIA_OFFER_ID',
    'none',
    'Our offer at Diia, whose name users see there; created and printed with the branch.',
    id,
  ),
  diiaCaDir: setting(
    'DIIA_CA_DIR',
    'none',
    'Folder with the certificates of the authorities that issue people’s Diia certificates (`.pem`, `.crt`, `.cer`, `.der`, `.p7b`). Read at start; no other authority is trusted.',
    z
      .string()
      .optional()
      .transform((path) => path && resolve(path)),
  ),
  diiaLinkOrigin: setting(
    'DIIA_LINK_ORIGIN',
    'https://diia.app',
    'Origin that links to the Diia application must have; no other link is ever shown.',
    origin,
  ),
};

export const diiaTable = {
  ...signInTable,
  diiaLogo: setting(
    'DIIA_LOGO',
    'none, our own icon',
    'Path of an .svg, .png or .webp file (200 KiB at most) with the official mark of Diia, if you have permission to show it. It replaces our own icon beside “Sign in with Diia”.',
    z.string().optional(),
  ),
};

export const diiaGroup: SettingGroup<typeof signInTable> = {
  owner: 'Diia',
  table: signInTable,
  required: [
    'diiaHost',
    'diiaAcquirerToken',
    'diiaAuthToken',
    'diiaBranchId',
    'diiaOfferId',
    'diiaCaDir',
  ],
  addresses: ['diiaHost', 'diiaLinkOrigin'],
};

type Read = Partial<Values<typeof signInTable>>;

export type DiiaPartner = { host: string; acquirerToken: string; authToken: string };

export type DiiaSettings = DiiaPartner & {
  branchId: string;
  offerId: string;
  caDir: string;
  linkOrigin: string;
};

/** Returns the settings, or undefined if Diia is not configured. */
export function diiaOf(read: Read): DiiaSettings | undefined {
  const { diiaHost, diiaAcquirerToken, diiaAuthToken, diiaBranchId, diiaOfferId, diiaCaDir } = read;
  if (!diiaHost || !diiaAcquirerToken || !diiaAuthToken) return undefined;
  if (!diiaBranchId || !diiaOfferId || !diiaCaDir) return undefined;
  return {
    host: diiaHost,
    acquirerToken: diiaAcquirerToken,
    authToken: diiaAuthToken,
    branchId: diiaBranchId,
    offerId: diiaOfferId,
    caDir: diiaCaDir,
    linkOrigin: read.diiaLinkOrigin ?? 'https://diia.app',
  };
}

/**
 * Reads the settings for `diia setup`, which creates the branch and the offer.
 * @throws {SettingsError} with all issues.
 */
export function readDiiaPartner(env: Environment, readFile: ReadFile): DiiaPartner {
  const { values, issues } = readSettings(partnerTable, env, readFile);
  const invalid = new Set(issues.map(({ setting }) => setting.replace(/_FILE$/, '')));
  const missing = Object.entries(partnerTable)
    .filter(
      ([key, { name }]) => values[key as keyof typeof values] === undefined && !invalid.has(name),
    )
    .map(([, { name }]) => ({ setting: name, reason: 'must be set' }));
  const { diiaHost: host, diiaAcquirerToken, diiaAuthToken } = values;
  if (!host || !diiaAcquirerToken || !diiaAuthToken)
    throw new SettingsError([...issues, ...missing]);
  return { host, acquirerToken: diiaAcquirerToken, authToken: diiaAuthToken };
}
