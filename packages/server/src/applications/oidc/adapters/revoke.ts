// What OpenID Connect ends when the access of users is revoked.

import type { OnUsersRevoked } from '../../../sessions/revocation.ts';

/** Deletes the tokens of all grants and ends the grants, except those of the session that stays. */
export const endGrants: OnUsersRevoked = async (queries, { users, keep, at }) => {
  const all = queries.selectFrom('oidc_grants').select('id').where('user_id', 'in', users);
  const ended =
    keep === undefined
      ? all
      : all.where((is) => is.or([is('session_uid', 'is', null), is('session_uid', '!=', keep)]));
  await queries.deleteFrom('oidc_tokens').where('grant_id', 'in', ended).execute();
  // the rows stay until the applications have been notified
  await queries
    .updateTable('oidc_grants')
    .set({ expires_at: at })
    .where('id', 'in', ended)
    .execute();
};
