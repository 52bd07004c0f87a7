// What this page may say of an id. It is told the sandbox and the applications of whoever is signed in, and never asks
// about an id: of all others it says the same, nothing. Pure.
import type { KnownApplicationsAnswer } from '@brama/contract/api/user';

/** Nothing while the server has not told. */
export type KnownApplications = KnownApplicationsAnswer | undefined;

export type Recognised = { kind: 'sandbox' | 'own'; title: string };

export function recognise(appId: string, known: KnownApplications): Recognised | undefined {
  const id = appId.trim().toLowerCase();
  const { sandbox, own } = known ?? { sandbox: null, own: [] };
  if (sandbox && sandbox.id === id) return { kind: 'sandbox', title: sandbox.title };
  const found = own.find((one) => one.id === id);
  return found && { kind: 'own', title: found.title };
}
