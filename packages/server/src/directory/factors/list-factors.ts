// Lists for an administrator how a user can sign in and get back in. Shows no secrets, and addresses only in part.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { Database } from '../../database/connect.ts';
import { type SecondaryEmails, secondaryEmailState } from '../../factors/secondary-emails.ts';
import { findCountFrom } from '../../sessions/factor-wait.ts';
import { hasPassword } from '../../users/ways-in.ts';

export type ListDeps = {
  db: Database;
  secondaryEmails: SecondaryEmails;
  /** Others are left out. */
  enabledMethods: readonly MethodId[];
  now: () => number;
};

export type Factors = {
  /** The names of sign-in methods. */
  methods: string[];
  google: { email: string | null; linkedAt: number } | undefined;
  passkeys: { id: string; name: string; createdAt: number; lastUsedAt: number | null }[];
  app: { createdAt: number; lastUsedAt: number | null } | undefined;
  codesLeft: number;
  browsers: { browser: string | null; system: string | null; lastUsedAt: number }[];
  secondaryEmail: 'none' | 'unconfirmed' | 'waiting' | 'usable';
  secondaryAddress: string | null;
  /** Undefined if all factors count. */
  newFactorsCountFrom: number | undefined;
  accessCode: { issuedBy: string; expiresAt: number } | undefined;
};

/** Returns the first character and the domain, by which the user recognises the address. */
function shortened(address: string): string {
  const at = address.lastIndexOf('@');
  return `${[...address][0]}…${address.slice(at)}`;
}

async function findGoogle(db: Database, userId: string): Promise<Factors['google']> {
  const row = await db
    .selectFrom('linked_identities')
    .select(['email', 'linked_at'])
    .where('user_id', '=', userId)
    .where('method', '=', 'google')
    .where('unlinked_at', 'is', null)
    .executeTakeFirst();
  return row && { email: row.email && shortened(row.email), linkedAt: row.linked_at };
}

/** Returns what the user signs in with, besides passkeys; undefined for an unknown user. */
async function listMethods(db: Database, userId: string): Promise<string[] | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['password_hash', 'tax_id_hash'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) return undefined;
  const linked = await db
    .selectFrom('linked_identities')
    .select('method')
    .where('user_id', '=', userId)
    .where('unlinked_at', 'is', null)
    .execute();
  return [
    ...(hasPassword(user) ? ['password'] : []),
    ...(user.tax_id_hash ? ['diia'] : []),
    ...linked.map(({ method }) => method),
  ];
}

const ofPasskeys = (db: Database, userId: string) =>
  db
    .selectFrom('passkeys')
    .select(['id', 'name', 'created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();

const ofBrowsers = (db: Database, userId: string, at: number) =>
  db
    .selectFrom('remembered_browsers')
    .select(['browser', 'system', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .orderBy('last_used_at', 'desc')
    .execute();

const ofApp = (db: Database, userId: string) =>
  db
    .selectFrom('totp_factors')
    .select(['created_at as createdAt', 'last_used_at as lastUsedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst();

const ofAccessCode = (db: Database, userId: string, at: number) =>
  db
    .selectFrom('access_codes')
    .select(['issued_by as issuedBy', 'expires_at as expiresAt'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', at)
    .executeTakeFirst();

/** Returns undefined for an unknown user. */
export async function listFactors(
  { db, secondaryEmails, enabledMethods, now }: ListDeps,
  userId: string,
): Promise<Factors | undefined> {
  const at = now();
  const besidesPasskeys = await listMethods(db, userId);
  if (!besidesPasskeys) return undefined;
  const codes = await db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
  const passkeys = await ofPasskeys(db, userId);
  const stored = await secondaryEmails.find(userId);
  const methods = [...besidesPasskeys, ...(passkeys.length > 0 ? ['passkey'] : [])];
  return {
    methods: methods.filter((method) => enabledMethods.some((enabled) => enabled === method)),
    google: await findGoogle(db, userId),
    passkeys,
    app: await ofApp(db, userId),
    codesLeft: codes.length,
    browsers: await ofBrowsers(db, userId, at),
    secondaryEmail: secondaryEmailState(stored, at).state,
    secondaryAddress: stored ? shortened(stored.email) : null,
    newFactorsCountFrom: await findCountFrom(db, userId, at),
    accessCode: await ofAccessCode(db, userId, at),
  };
}
