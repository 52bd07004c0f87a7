// The passkeys of a user, as the account page shows them.

import { maxPasskeys } from '@brama/contract/sign-in/passkey/method';
import type { Passkey, PasskeysResponse } from '@brama/contract/sign-in/passkey/schemas';
import type { Database } from '../../database/connect.ts';
import type { ChangeRule } from '../../factors/change-rule.ts';
import type { PasskeyStore, StoredPasskey } from '../../factors/passkey-store.ts';
import type { RemovalRule } from '../../factors/removal-rule.ts';
import type { Session } from '../../sessions/session.ts';
import names from './authenticators.json' with { type: 'json' };
import type { PasskeySettings } from './settings.ts';

type Deps = {
  db: Database;
  store: PasskeyStore;
  settings: PasskeySettings;
  changes: ChangeRule;
  removals: RemovalRule;
  now: () => number;
};

/** Returns the name by which authenticators know a user, in base64url: the id of the record, which says nothing else. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url');
}

/** Returns the passkeys in the form in which options name them. */
export function credentialDescriptors(
  passkeys: readonly Pick<StoredPasskey, 'credential_id' | 'transports'>[],
) {
  return passkeys.map(({ credential_id: id, transports }) => ({
    type: 'public-key' as const,
    id,
    transports: transports.split(' ').filter(Boolean),
  }));
}

/**
 * Returns the name of an authenticator by its AAGUID. The values are public; a synchronised passkey has that of its password
 * manager. Undefined for an authenticator that hides its type, or that is not in our list.
 */
export function authenticatorName(aaguid: string): string | undefined {
  return Object.hasOwn(names, aaguid) ? names[aaguid as keyof typeof names] : undefined;
}

const timeOf = (ms: number) => new Date(ms).toISOString();

export function passkeyAnswer(
  { settings, now }: Pick<Deps, 'settings' | 'now'>,
  row: StoredPasskey,
): Passkey {
  const until =
    row.identityVerifiedAt === undefined ? 0 : row.identityVerifiedAt + settings.identityMs;
  return {
    id: row.id,
    credentialId: row.credential_id,
    name: row.name,
    authenticator: authenticatorName(row.aaguid) ?? null,
    isBackedUp: row.backed_up === 1,
    createdAt: timeOf(row.created_at),
    lastUsedAt: row.last_used_at === null ? null : timeOf(row.last_used_at),
    identityUntil: now() < until ? timeOf(until) : null,
  };
}

export async function listPasskeys(deps: Deps, session: Session): Promise<PasskeysResponse> {
  const { db, store, settings, changes, removals } = deps;
  const { userId } = session;
  const rows = await store.listOfUser(userId);
  const [only, another] = rows;
  const missing = await changes.missing(session);
  // with two passkeys the user may remove each of them
  const refusal =
    only && !another ? await removals.refusalOf(db, userId, { passkey: only.id }) : undefined;
  return {
    passkeys: rows.map((row) => passkeyAnswer(deps, row)),
    lastWayIn: refusal === 'last-way-in',
    lastFactor: refusal === 'last-factor',
    fresh: missing === null,
    missing,
    max: maxPasskeys,
    rpId: settings.rpId,
    userHandle: userHandleOf(userId),
  };
}
