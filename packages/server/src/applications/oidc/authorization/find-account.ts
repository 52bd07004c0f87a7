// The library's accounts: our users, with the claims that a client may get about them.

import { acrLevels } from '@brama/contract/sign-in/methods';
import type { Configuration, DeviceCode, KoaContextWithOIDC, RefreshToken } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { User } from '../../../users/user.ts';
import { hasAccess } from '../../access/access.ts';
import { meetsSignInRequirements } from '../../suspended-requests/suspended-request.ts';
import { sessionRecordsOf } from '../adapters/session-adapter.ts';
import { type OwnMetadata, ownMetadataOf } from '../clients/clients.ts';
import type { OidcDeps, Stores } from '../deps.ts';
import { requestContextOf } from '../request-context.ts';
import { claimsOf } from '../scopes.ts';
import { isSupportedAcr } from './acr.ts';

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

type AccountToken = NonNullable<Parameters<FindAccount>[2]>;

/**
 * Returns whether a code or refresh token of a device reaches the level that its client requires now. It outlives the session, so
 * the sign-in that allowed the device counts. The access tokens of a device, which say nothing of it, last until they expire.
 */
function meetsDeviceLevel({ minimumLevel }: OwnMetadata, token: AccountToken): boolean {
  if (!minimumLevel || !(token.kind === 'DeviceCode' || token.kind === 'RefreshToken')) return true;
  const { acr = '', amr = [] } = token as DeviceCode | RefreshToken;
  const level = isSupportedAcr(acr) ? acrLevels[acr] : undefined;
  return level === minimumLevel || (minimumLevel === 'urn:brama:acr:mfa' && amr.includes('mfa'));
}

/** Returns whether the access is still there on which the token depends. Before a token is issued the policy checks the access. */
function isTokenAllowed(
  own: OwnMetadata,
  user: User,
  token: AccountToken,
  session: Session | undefined,
): boolean {
  const meetsLevel = session !== undefined || meetsDeviceLevel(own, token);
  return meetsLevel && isStillAllowed(own, user, session);
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
    if (token && client && !isTokenAllowed(ownMetadataOf(client), user, token, records?.session))
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
