// The passkeys of a user, as the account page shows them.

import type { MethodId } from '@brama/contract/pages/login-page';
import { maxPasskeys } from '@brama/contract/sign-in/passkey/method';
import type { Passkey, PasskeysResponse } from '@brama/contract/sign-in/passkey/schemas';
import type { Database, Queries } from '../../database/connect.ts';
import type { ChangeRule } from '../../factors/change-rule.ts';
import type { PasskeyStore, StoredPasskey } from '../../factors/passkey-store.ts';
import { concernedMethods, type SecondFactors } from '../../factors/policy.ts';
import type { Session } from '../../sessions/session.ts';
import { hasOtherWay } from '../../users/ways-in.ts';
import names from './authenticators.json' with { type: 'json' };
import type { PasskeySettings } from './settings.ts';

type Deps = {
  db: Database;
  store: PasskeyStore;
  settings: PasskeySettings;
  enabledMethods: readonly MethodId[];
  changes: ChangeRule;
  secondFactors: SecondFactors;
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

/** Returns whether the policy requires a second factor of the user, who has no other than this passkey. */
export async function isLastFactor(
  { secondFactors, enabledMethods }: Pick<Deps, 'secondFactors' | 'enabledMethods'>,
  queries: Queries,
  userId: string,
  passkey: string,
): Promise<boolean> {
  const has = (methods: readonly MethodId[]) => hasOtherWay(queries, userId, methods, { passkey });
  if (await has(['passkey'])) return false;
  const concerned = concernedMethods.filter((id) => enabledMethods.includes(id));
  return (await has(concerned)) && secondFactors.needsPasskey(queries, userId);
}

export async function listPasskeys(deps: Deps, session: Session): Promise<PasskeysResponse> {
  const { db, store, settings, enabledMethods, changes } = deps;
  const { userId } = session;
  const rows = await store.listOfUser(userId);
  const [only, another] = rows;
  const missing = await changes.missing(session);
  const mayBeLast = only !== undefined && another === undefined;
  return {
    passkeys: rows.map((row) => passkeyAnswer(deps, row)),
    lastWayIn: mayBeLast && !(await hasOtherWay(db, userId, enabledMethods, { passkey: only.id })),
    lastFactor: mayBeLast && (await isLastFactor(deps, db, userId, only.id)),
    fresh: missing === null,
    missing,
    max: maxPasskeys,
    rpId: settings.rpId,
    userHandle: userHandleOf(userId),
  };
}
