// Factors of users, for tests of the administration API.

import type { World } from '../world.ts';

type Place = Pick<World, 'db'> & { clock: Pick<World['clock'], 'now'> };

/** Adds a passkey. Returns its id. */
export async function addPasskey({ db, clock }: Place, userId: string): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('passkeys')
    .values({
      id,
      user_id: userId,
      name: 'Keychain',
      created_at: clock.now,
      last_used_at: null,
      credential_id: id,
      public_key: 'k',
      counter: 0,
      aaguid: '',
      transports: '',
      backup_eligible: 0,
      backed_up: 0,
      identity_verified_at: null,
      identity_subject: null,
    })
    .execute();
  return id;
}

export async function linkGoogle({ db, clock }: Place, userId: string): Promise<void> {
  await db
    .insertInto('linked_identities')
    .values({
      method: 'google',
      issuer: 'https://accounts.google.com',
      subject: userId,
      user_id: userId,
      email: 'olena@gmail.example',
      linked_at: clock.now,
      last_used_at: null,
      unlinked_at: null,
    })
    .execute();
}

/** Adds an authenticator app, one unused recovery code, a remembered browser and a secondary email address. */
export async function addSecondFactors({ db, clock: { now: at } }: World, userId: string) {
  const id = crypto.randomUUID();
  const hidden = `hidden ${id}`;
  const own = { user_id: userId, created_at: at };
  await db
    .insertInto('totp_factors')
    .values({ ...own, encrypted_secret: 'hidden', last_step: 0, last_used_at: null })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values([
      { ...own, code_hash: `${hidden} 1`, used_at: null },
      { ...own, code_hash: `${hidden} 2`, used_at: 1 },
    ])
    .execute();
  await db
    .insertInto('remembered_browsers')
    .values({
      ...own,
      id,
      secret_hash: hidden,
      browser: 'Safari',
      system: 'iPhone',
      last_used_at: at,
      expires_at: at + 1000,
    })
    .execute();
  await db
    .insertInto('secondary_emails')
    .values({
      user_id: userId,
      email: 'olena@mail.example',
      created_at: 0,
      confirmed_at: 0,
      token_hash: hidden,
      token_expires_at: null,
    })
    .execute();
}
