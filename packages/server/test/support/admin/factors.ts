// Factors of users, for tests of the administration API.

import type { World } from '../world.ts';

/** Adds a passkey. Returns its id. */
export async function addPasskey({ db, clock }: World, userId: string): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('passkeys')
    .values({
      ...{ id, user_id: userId, name: 'Keychain', created_at: clock.now, last_used_at: null },
      ...{ credential_id: id, public_key: 'k', counter: 0, aaguid: '', transports: '' },
      ...{ backup_eligible: 0, backed_up: 0, identity_verified_at: null, identity_subject: null },
    })
    .execute();
  return id;
}

export async function linkGoogle({ db, clock }: World, userId: string): Promise<void> {
  await db
    .insertInto('linked_identities')
    .values({
      ...{ method: 'google', issuer: 'https://accounts.google.com', subject: userId },
      ...{ user_id: userId, email: 'olena@gmail.example', linked_at: clock.now },
      ...{ last_used_at: null, unlinked_at: null },
    })
    .execute();
}
