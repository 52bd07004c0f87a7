// Query parameters that lead the user back to the application after the sign-in, the choice “This is a shared computer”,
// and the request to authenticate again. Browser and server parse them with this code.

import { consolePath } from '../admin/paths.ts';
import { accountSectionPath } from '../pages/account/sections.ts';
import { passwordPath } from '../paths.ts';

/** Every page keeps them in its query, from the sign-in to the launch of the application. */
export const returnParameters = ['appId', 'state', 'request'] as const;

/** `true` in the query of a page before the sign-in, and in the form: the user has chosen a shared computer. */
export const sharedComputerParameter = 'sharedComputer';

/**
 * In the query of a page before the sign-in: also a signed-in user authenticates, because an action requires a recent
 * sign-in. The value says to which page the user returns.
 */
export const reauthenticateParameter = 'reauthenticate';

/** Value of the parameter → path below the language. */
export const reauthenticationPages = {
  account: accountSectionPath('sign-in-methods'),
  password: passwordPath,
  console: `${consolePath}/confirmed`,
} as const;
export type ReauthenticationPage = keyof typeof reauthenticationPages;

/** What pages before the sign-in keep in their query. */
export const signInParameters = [
  ...returnParameters,
  sharedComputerParameter,
  reauthenticateParameter,
] as const;

/**
 * Returns the return parameters of a query as a query of their own, with its `?`, or an empty string. Empty and repeated
 * parameters are dropped. `extra` comes first.
 */
export function returnQuery(search: string, extra: Record<string, string> = {}): string {
  const kept = new URLSearchParams(extra);
  const given = new URLSearchParams(search);
  for (const name of returnParameters) {
    const [value, second] = given.getAll(name);
    if (value && second === undefined) kept.set(name, value);
  }
  return kept.size > 0 ? `?${kept}` : '';
}

/** Returns whether the query chooses a shared computer. */
export function isSharedComputer(search: string): boolean {
  return new URLSearchParams(search).getAll(sharedComputerParameter).includes('true');
}

/** Returns the page to which a user returns who authenticates again; undefined if the query does not ask for that. */
export function reauthenticationPage(search: string): ReauthenticationPage | undefined {
  const asked = new URLSearchParams(search).get(reauthenticateParameter);
  // not by the table, which the sign-in page would then load
  return asked === 'account' || asked === 'password' || asked === 'console' ? asked : undefined;
}

/** Returns what `returnQuery` does, and keeps the other parameters of pages before the sign-in. */
export function signInQuery(search: string, extra: Record<string, string> = {}): string {
  const page = reauthenticationPage(search);
  return returnQuery(search, {
    ...extra,
    ...(page && { [reauthenticateParameter]: page }),
    ...(isSharedComputer(search) && { [sharedComputerParameter]: 'true' }),
  });
}
