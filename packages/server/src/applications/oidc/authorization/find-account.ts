// The library's accounts: our users, with the claims that a client may get about them.

import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { User } from '../../../users/user.ts';
import { hasAccess } from '../../application.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import { sessionRecordsOf } from '../adapters/session-adapter.ts';
import { type OwnMetadata, ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps, Stores } from '../deps.ts';
import { requestContextOf } from '../request-context.ts';
import { claimsOf } from '../scopes.ts';

export type FindAccount = NonNullable<Configuration['findAccount']>;

type Account = { accountId: string; user: User };

export function userHasAccess(ctx: KoaContextWithOIDC): boolean {
  const user = (ctx.oidc.account as unknown as Account | undefined)?.user;
  const { client } = ctx.oidc;
  return user !== undefined && client !== undefined && hasAccess(user, ownMetadataOf(client));
}

/** Returns whether the requirements of a client on users and sign-ins are still met. */
export function isStillAllowed(
  own: OwnMetadata,
  user: User,
  session: Session | undefined,
): boolean {
  const methods = own.signInMethods ?? undefined;
  const minimumLevel = own.minimumLevel ?? undefined;
  const isStrong = (one: Session) => meetsSignInRequirements(one, { methods, minimumLevel });
  return hasAccess(user, own) && (session === undefined || isStrong(session));
}

/** `counter` counts each response to a client with claims about a user. */
export function createFindAccount(
  { users, sessions }: Stores,
  { counter }: OidcDeps['events'],
): FindAccount {
  return async (ctx, id, token) => {
    const records = sessionRecordsOf(ctx);
    const loaded = records?.user ?? requestContextOf(ctx).user;
    const user = loaded?.id === id ? loaded : await users.byId(id);
    if (!user || user.disabled) return undefined;
    const { client } = ctx.oidc;
    // a token is valid only as long as the access; before a token is issued the policy checks the access
    if (token && client && !isStillAllowed(ownMetadataOf(client), user, records?.session))
      return undefined;
    const sessionUid =
      token && 'sessionUid' in token ? (token.sessionUid as string) : ctx.oidc.session?.uid;
    return {
      accountId: id,
      user,
      async claims(_use, scope) {
        if (client) {
          const { applicationId } = ownMetadataOf(client);
          counter.count({ type: 'data.released', userId: id, actor: 'application', applicationId });
        }
        const isRequested = scope.split(' ').includes('tax_id');
        const isReleased = isRequested && client && ownMetadataOf(client).releasesTaxId;
        const taxId = isReleased && sessionUid ? await sessions.taxIdOf(sessionUid) : undefined;
        return { sub: id, ...claimsOf(user, taxId) };
      },
    };
  };
}
