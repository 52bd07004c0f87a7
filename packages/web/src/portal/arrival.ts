// How the user came to the applications: simply so, on the way to one of them, or looking for one that
// is not theirs. Pure.
import type { ApplicationAnswer } from '@brama/contract/user';
import { openApplicationHref } from '../address.ts';

export type Arrival =
  | { kind: 'plain' }
  | { kind: 'opening'; application: ApplicationAnswer; href: string }
  | { kind: 'unknown' };

export function readArrival(search: string, applications: readonly ApplicationAnswer[]): Arrival {
  const appId = new URLSearchParams(search).get('appId');
  if (appId === null) return { kind: 'plain' };
  const application = applications.find(({ id }) => id === appId.toLowerCase());
  if (!application) return { kind: 'unknown' };
  return { kind: 'opening', application, href: openApplicationHref(appId, search) };
}
