// What the sign-in area deletes when the access of users is revoked.

import type { OnUsersRevoked } from '../sessions/revocation.ts';

/** Deletes sign-in tickets, and with `credentials` also open password resets and trusted devices. */
export const deleteSignInData: OnUsersRevoked = async (queries, { users, scope }) => {
  await queries.deleteFrom('sign_in_tickets').where('user_id', 'in', users).execute();
  if (scope !== 'credentials') return;
  await queries.deleteFrom('password_resets').where('user_id', 'in', users).execute();
  await queries.deleteFrom('trusted_devices').where('user_id', 'in', users).execute();
};
