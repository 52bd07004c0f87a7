// The library's Session: only a view of our own, read and nothing else. What would change it is ours to do.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Session } from '../../../sessions/session.ts';
import type { SignedIn } from '../../../sessions/store.ts';
import { acrOf } from '../acr.ts';
import type { RequestContext } from '../request-context.ts';
import type { GrantStore } from './grants.ts';

export type SessionViewDeps = {
  grants: GrantStore;
  signedInByUid(uid: string): Promise<SignedIn | undefined>;
  /** The visit being served, if one is. */
  visit(): RequestContext | undefined;
};

function viewOf(session: Session, id: string): AdapterPayload {
  const { amr, acr } = acrOf(session.method);
  return {
    kind: 'Session',
    jti: id,
    uid: session.uid,
    accountId: session.userId,
    loginTs: Math.floor(session.verifiedAt / 1000),
    amr,
    acr,
    // its times are ours to judge: another node's clock may be ahead of the library's; without an end the cookie lives as long as the browser is open
    transient: true,
  };
}

export function createSessionAdapter(deps: SessionViewDeps): Adapter {
  const { grants } = deps;
  return {
    async find(id) {
      const { session, secretId } = deps.visit() ?? {};
      return session && secretId === id ? viewOf(session, id) : undefined;
    },

    async findByUid(uid) {
      const found = await deps.signedInByUid(uid);
      if (!found) return undefined;
      const open = await grants.bySession(uid);
      Object.assign(deps.visit()?.loaded ?? {}, { ...found, grants: open });
      const authorizations = Object.fromEntries(
        open.map(({ clientId, id, sid }) => [clientId, { grantId: id, sid }]),
      );
      return { ...viewOf(found.session, uid), authorizations };
    },

    async upsert() {},
    async destroy() {},
    async findByUserCode() {
      return undefined;
    },
    async consume() {},
    async revokeByGrantId() {},
  };
}
