// All sign-in methods of this release; a new method is added to each list. Contains no schemas, because the sign-in
// page imports this file.

import { diiaAssurance, diiaErrors, diiaPaths } from './diia/method.ts';
import { googleAssurance, googleErrors, googleNotices, googlePaths } from './google/method.ts';
import { passkeyAssurance, passkeyErrors, passkeyPaths } from './passkey/method.ts';
import { passwordAssurance, passwordErrors, passwordPaths } from './password/method.ts';

/** In the order in which pages show them. The server decides which of them are enabled. */
export const methodIds = ['password', 'diia', 'google', 'passkey'] as const;
export type MethodId = (typeof methodIds)[number];

export const methodPaths = { ...passwordPaths, ...diiaPaths, ...googlePaths, ...passkeyPaths };
/** Error codes of the methods, with the HTTP status and the level in the server's log. */
export const methodErrors = {
  ...passwordErrors,
  ...diiaErrors,
  ...googleErrors,
  ...passkeyErrors,
};

/** Query parameter of the sign-in page → its value → the notice above the form. */
export const methodNotices = { ...googleNotices };
type ValueOf<T> = T extends object ? T[keyof T] : never;
export type MethodNotice = ValueOf<ValueOf<typeof methodNotices>>;
export const methodNoticeIds: readonly MethodNotice[] = Object.values(methodNotices).flatMap(
  (notices) => Object.values(notices),
);

/**
 * Assurance levels of a sign-in: an account of the university, which every sign-in reaches; proof of identity by the state
 * (Diia); two factors. The last two say different things, so neither includes the other.
 */
export const levels = ['urn:brama:acr:1', 'urn:brama:acr:2', 'urn:brama:acr:mfa'] as const;
export type Level = (typeof levels)[number];

/** Values of `acr` that applications may request: our levels, and the REFEDS profiles. */
export const acrValues = [
  ...levels,
  'https://refeds.org/profile/sfa',
  'https://refeds.org/profile/mfa',
] as const;
export type AcrValue = (typeof acrValues)[number];

/** The level that each value stands for. */
export const acrLevels: Record<AcrValue, Level> = {
  'urn:brama:acr:1': 'urn:brama:acr:1',
  'urn:brama:acr:2': 'urn:brama:acr:2',
  'urn:brama:acr:mfa': 'urn:brama:acr:mfa',
  'https://refeds.org/profile/sfa': 'urn:brama:acr:1',
  'https://refeds.org/profile/mfa': 'urn:brama:acr:mfa',
};

/**
 * What a sign-in by each method proves: its `amr`, if the sign-in stores no other. `levels` are those that it can reach, perhaps
 * with a second factor.
 */
export const methodAssurance: Record<
  MethodId,
  { amr: readonly string[]; levels: readonly Level[] }
> = {
  password: passwordAssurance,
  diia: diiaAssurance,
  google: googleAssurance,
  passkey: passkeyAssurance,
};
