// The library's Session: only a view of our own. It is never created or renamed here; ended it is like any
// other. What the library keeps between the two steps of a sign-out lies beside it.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import type { Session } from '../../sessions/session.ts';
import type { Grants } from './grants.ts';
import { levelOf } from './levels.ts';
import type { Tokens } from './tokens.ts';
import type { Visit } from './visit.ts';

export type SessionViewNeeds = {
  tokens: Tokens;
  grants: Grants;
  sessionByUid(uid: string): Promise<Session | undefined>;
  endSession(secretId: string): Promise<unknown>;
  /** The visit being served. */
  visit(): Visit;
};

/** Between asking whether to sign out and doing it. */
const stateSeconds = 3600;
const stateModel = 'SessionState';

function viewOf(session: Session, id: string): AdapterPayload {
  const { amr, acr } = levelOf(session.method);
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

export function createSessionView(needs: SessionViewNeeds): Adapter {
  const { tokens, grants } = needs;
  return {
    async find(id) {
      const { session, secretId, signsOut } = needs.visit();
      if (!session || secretId !== id) return undefined;
      const state = signsOut ? await tokens.find(stateModel, id) : undefined;
      return { ...viewOf(session, id), ...(state && { state: state['state'] }) };
    },

    async findByUid(uid) {
      const session = await needs.sessionByUid(uid);
      if (!session) return undefined;
      const known = await grants.bySession(uid);
      const authorizations = Object.fromEntries(
        known.map(({ clientId, id, sid }) => [clientId, { grantId: id, sid }]),
      );
      return { ...viewOf(session, uid), authorizations };
    },

    async upsert(id, { state }) {
      if (state !== undefined && needs.visit().session)
        await tokens.put(stateModel, id, { state }, { ttlSeconds: stateSeconds });
    },

    async destroy(id) {
      await needs.endSession(id);
      await tokens.remove(stateModel, id);
    },

    async findByUserCode() {
      return undefined;
    },
    async consume() {},
    async revokeByGrantId() {},
  };
}
