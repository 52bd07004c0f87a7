// The library's Interaction: what it remembers of a request that waits, kept in the row of that request.
// The row is made by parking, which alone knows the browser.

import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import type { AuthorizationRequestStore } from '../../authorization-requests/store.ts';

export type InteractionDeps = {
  pending: Pick<AuthorizationRequestStore, 'recall' | 'remember' | 'remove'>;
  errors: Pick<typeof errors, 'SessionNotFound'>;
};

function ownDetails({ details }: NonNullable<AdapterPayload['prompt']>) {
  const { wish } = (details ?? {}) as { wish?: unknown };
  return wish === undefined ? {} : { wish };
}

/** Not even sealed: the session cookie, and the ID token of a hint, which has been judged by then. */
function withoutSecrets({ jti: _jti, session, params, prompt, ...payload }: AdapterPayload) {
  const { cookie: _cookie, ...ofSession } = session ?? {};
  const { id_token_hint: _hint, ...asked } = (params ?? {}) as Record<string, unknown>;
  return {
    ...payload,
    ...(session && { session: ofSession }),
    ...(params && { params: asked }),
    // its details repeat the hint; what is ours among them stays
    ...(prompt && { prompt: { ...prompt, details: ownDetails(prompt) } }),
  };
}

export function createInteractionAdapter({ pending, errors }: InteractionDeps): Adapter {
  return {
    async find(uid) {
      const memory = await pending.recall(uid);
      return memory === undefined ? undefined : { ...JSON.parse(memory), jti: uid };
    },
    upsert: (uid, payload) => pending.remember(uid, JSON.stringify(withoutSecrets(payload))),
    // several tabs may have found it: only the first one gets a code
    async destroy(uid) {
      if (!(await pending.remove(uid)))
        throw new errors.SessionNotFound('interaction session not found');
    },
    async findByUid() {
      return undefined;
    },
    async findByUserCode() {
      return undefined;
    },
    async consume() {},
    async revokeByGrantId() {},
  };
}
