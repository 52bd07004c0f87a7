// The ids of the sign-in methods and the notices of the sign-in page. Contains no schemas, because that page must stay
// small.

import { type MethodId, methodIds, methodNoticeIds } from '../sign-in/methods.ts';

export { type MethodId, methodIds };

/** The one message above the form. `none` shows nothing. */
export const loginNotices = [
  'none',
  'invalid-credentials',
  'throttled',
  'unavailable',
  ...methodNoticeIds,
  'session-ended',
  'sign-in-again',
  'confirm-identity',
  'signed-out',
  'signed-out-partly',
  'password-changed',
  'account-secured',
] as const;
export type LoginNotice = (typeof loginNotices)[number];

/** Query of the next page after the user has reported that another person signed in. */
export const accountSecured = { name: 'account', value: 'secured' } as const;
export const accountSecuredQuery = `?${accountSecured.name}=${accountSecured.value}`;

/** Query of the sign-in page after a sign-out; in `untold` names of applications, with commas between. */
export function signedOutQuery(untold: readonly string[]): string {
  return untold.length > 0 ? `?signed-out&untold=${untold.join(',')}` : '?signed-out';
}
