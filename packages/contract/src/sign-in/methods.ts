// All sign-in methods of this release; a new method is added to each list. Contains no schemas, because the sign-in
// page imports this file.

import { diiaAssurance, diiaErrors, diiaPaths } from './diia/method.ts';
import { googleAssurance, googleErrors, googleNotices, googlePaths } from './google/method.ts';
import { passwordAssurance, passwordErrors, passwordPaths } from './password/method.ts';

/** In the order in which pages show them. The server decides which of them are enabled. */
export const methodIds = ['password', 'diia', 'google'] as const;
export type MethodId = (typeof methodIds)[number];

export const methodPaths = { ...passwordPaths, ...diiaPaths, ...googlePaths };
/** Error codes of the methods, with the HTTP status and the level in the server's log. */
export const methodErrors = { ...passwordErrors, ...diiaErrors, ...googleErrors };

/** Query parameter of the sign-in page → its value → the notice above the form. */
export const methodNotices = { ...googleNotices };
type ValueOf<T> = T extends object ? T[keyof T] : never;
export type MethodNotice = ValueOf<ValueOf<typeof methodNotices>>;
export const methodNoticeIds: readonly MethodNotice[] = Object.values(methodNotices).flatMap(
  (notices) => Object.values(notices),
);

/** Assurance levels (`acr`), lowest first: an account of the university; proof of identity by the state (Diia). */
export const acrValues = ['urn:brama:acr:1', 'urn:brama:acr:2'] as const;

/** What an ID token says about a sign-in by each method (`amr`, `acr`). */
export const methodAssurance: Record<
  MethodId,
  { amr: readonly string[]; acr: (typeof acrValues)[number] }
> = { password: passwordAssurance, diia: diiaAssurance, google: googleAssurance };
