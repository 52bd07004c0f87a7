// Decides what the applications page opens on arrival: nothing, the named application, or an error because the user
// has no access to it. Pure.

import type { ApplicationResponse } from '@brama/contract/api/user';
import { normalizeAppId } from '@brama/contract/app-id';
import { returnQuery } from '@brama/contract/sign-in/return-params';
import { openApplicationHref } from '../browser/address.ts';
import { decodeQuery } from '../browser/query-string.ts';

export type AutoOpen =
  | { kind: 'plain' }
  /**
   * `application` is undefined if the user's list does not contain it, but a request of it waits: the server then
   * decides.
   */
  | { kind: 'opening'; application: ApplicationResponse | undefined; href: string }
  | { kind: 'unknown' };

export function readAutoOpen(
  search: string,
  applications: readonly ApplicationResponse[],
  userHash?: string,
): AutoOpen {
  const carried = decodeQuery(returnQuery(search));
  const [appId] = carried.get('appId') ?? [];
  if (appId === undefined) return { kind: 'plain' };
  const application = applications.find(({ id }) => id === normalizeAppId(appId));
  if (!application && !carried.has('request')) return { kind: 'unknown' };
  return { kind: 'opening', application, href: openApplicationHref(appId, search, userHash) };
}
