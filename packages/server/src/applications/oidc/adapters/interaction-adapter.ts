// The library's Interaction: its state of a suspended authorization request, stored in the row of that request.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import { requestedScopesKey } from '../consent/scope-set.ts';
import type { OidcDeps } from '../deps.ts';
import { type Library, unusedMethods } from '../library.ts';

/** Keeps our detail, the requested scopes. */
function ownDetails({ details }: NonNullable<AdapterPayload['prompt']>) {
  const requested = (details as Record<string, unknown> | undefined)?.[requestedScopesKey];
  return requested === undefined ? {} : { [requestedScopesKey]: requested };
}

/** Removes what must not be stored even encrypted: the session cookie, and the ID token of a hint, which was checked. */
function withoutSecrets({ jti: _jti, session, params, prompt, ...payload }: AdapterPayload) {
  const { cookie: _cookie, ...storedSession } = session ?? {};
  const { id_token_hint: _hint, ...storedParams } = (params ?? {}) as Record<string, unknown>;
  return {
    ...payload,
    ...(session && { session: storedSession }),
    ...(params && { params: storedParams }),
    // the other details repeat the hint
    ...(prompt && { prompt: { ...prompt, details: ownDetails(prompt) } }),
  };
}

export function interactionAdapter(
  { errors }: Library,
  { stores: { authorizationRequests } }: OidcDeps,
): Adapter {
  return {
    ...unusedMethods,
    async find(uid) {
      const state = await authorizationRequests.recall(uid);
      return state === undefined ? undefined : { ...JSON.parse(state), jti: uid };
    },
    upsert: (uid, payload) =>
      authorizationRequests.remember(uid, JSON.stringify(withoutSecrets(payload))),
    // several tabs may resume the request: only the first one gets a code
    async destroy(uid) {
      if (!(await authorizationRequests.remove(uid)))
        throw new errors.SessionNotFound('interaction session not found');
    },
  };
}
