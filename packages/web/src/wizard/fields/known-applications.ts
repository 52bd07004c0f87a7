// Decides what the page says about an id. It knows the sandbox and the user's own applications; about all other ids
// it says nothing. Pure.

import type { KnownApplicationsResponse } from '@brama/contract/api/user';
import { normalizeAppId } from '@brama/contract/app-id';

/** Undefined until the server has replied. */
export type KnownApplications = KnownApplicationsResponse | undefined;

export type Recognised = { kind: 'sandbox' | 'own'; title: string };

export function recognise(appId: string, known: KnownApplications): Recognised | undefined {
  const id = normalizeAppId(appId.trim());
  const { sandbox, own } = known ?? { sandbox: null, own: [] };
  if (sandbox && sandbox.id === id) return { kind: 'sandbox', title: sandbox.title };
  const found = own.find((one) => one.id === id);
  return found && { kind: 'own', title: found.title };
}
