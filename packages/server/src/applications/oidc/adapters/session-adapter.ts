// The library's Session: a read-only view of our session. Only our code changes sessions.

import type { Adapter, AdapterPayload, KoaContextWithOIDC } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import { acrOf } from '../authorization/acr.ts';
import type { OidcDeps } from '../deps.ts';
import { currentRequest, type Library, unusedMethods } from '../library.ts';
import { requestContextOf } from '../request-context.ts';
import type { Grant } from './grants.ts';

/** Records that the session lookup of a token request has read. Later callbacks of this request need not read them again. */
type SessionRecords = SignedIn & { grants: readonly Grant[] };
const recordsByRequest = new WeakMap<KoaContextWithOIDC, SessionRecords>();

export function sessionRecordsOf(ctx: KoaContextWithOIDC): SessionRecords | undefined {
  return recordsByRequest.get(ctx);
}

/** Returns a grant of the session if this request has read it. */
export function loadedGrant(ctx: KoaContextWithOIDC | undefined, id: string): Grant | undefined {
  return ctx && recordsByRequest.get(ctx)?.grants.find((grant) => grant.id === id);
}

function viewOf(session: Session, id: string): AdapterPayload {
  const { amr, acr } = acrOf(session);
  return {
    kind: 'Session',
    jti: id,
    uid: session.uid,
    accountId: session.userId,
    loginTs: Math.floor(session.verifiedAt / 1000),
    amr,
    acr,
    // without an end: our code decides about it, and the clocks of nodes differ
    transient: true,
  };
}

export function sessionAdapter(
  library: Library,
  { stores: { sessions, grants } }: OidcDeps,
): Adapter {
  return {
    ...unusedMethods,

    async find(id) {
      const ctx = currentRequest(library);
      const { session, secretId } = ctx ? requestContextOf(ctx) : {};
      return session && secretId === id ? viewOf(session, id) : undefined;
    },

    async findByUid(uid) {
      const ctx = currentRequest(library);
      const read = ctx && requestContextOf(ctx).records;
      const known = read?.session.uid === uid && read.grant ? read : undefined;
      const signedIn = known ?? (await sessions.signedInByUid(uid));
      if (!signedIn) return undefined;
      // a token request needs no grant but that of its token
      const open = known?.grant ? [known.grant] : await grants.listBySession(uid);
      if (ctx) recordsByRequest.set(ctx, { ...signedIn, grants: open });
      const authorizations = Object.fromEntries(
        open.map(({ clientId, id, sid }) => [clientId, { grantId: id, sid }]),
      );
      return { ...viewOf(signedIn.session, uid), authorizations };
    },
  };
}
