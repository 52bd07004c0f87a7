// Stores device codes for the library (its model DeviceCode). The library finds a record by its device code, which the
// browser of the user must not receive. Our pages use a handle instead, with the hash of the device code. The token
// endpoint does not accept a handle.

import type { Adapter, AdapterPayload } from 'oidc-provider';
import { maxRequestLength } from '../authorization/long-requests.ts';
import type { OidcDeps } from '../deps.ts';
import { readUserCode } from '../device/user-code.ts';
import { currentRequest, type Library, unusedMethods } from '../library.ts';
import { requestContextOf } from '../request-context.ts';
import { writesOf } from './token-transaction.ts';

const handlePrefix = '#';
const handleOf = (deviceCodeHash: string) => handlePrefix + deviceCodeHash;
const isHandle = (id: string) => id.startsWith(handlePrefix);
const hashIn = (handle: string) => handle.slice(handlePrefix.length);

/** The adapters throw it for a code that was used before; `features.ts` shows it on the device pages. */
export const usedBefore = 'was used before';

export function deviceAdapter(library: Library, deps: OidcDeps): Adapter {
  const { errors } = library;
  const { deviceCodes, grants } = deps.stores;
  const { userCodes } = deps.limits;

  function devicePage() {
    const ctx = currentRequest(library);
    return ctx && requestContextOf(ctx).device;
  }

  async function findByHandle(handle: string): Promise<AdapterPayload | undefined> {
    const payload = devicePage() && (await deviceCodes.byHash(hashIn(handle)));
    return payload && { ...payload, jti: handle };
  }

  async function decide(handle: string, payload: AdapterPayload): Promise<void> {
    const isAllowed = payload.accountId !== undefined && payload['error'] === undefined;
    // that a user has opened the page is not stored: the first decision counts
    if (!isAllowed && payload['error'] === undefined) return;
    const grant = isAllowed ? devicePage()?.grant : undefined;
    const isFirst = await deviceCodes.decide(hashIn(handle), payload, grant);
    if (isAllowed && !isFirst) throw new errors.InvalidRequest(usedBefore);
  }

  return {
    ...unusedMethods,

    async find(id) {
      if (isHandle(id)) return findByHandle(id);
      const polled = await deviceCodes.poll(id);
      // RFC 8628 §3.5
      if (polled?.early) throw new errors.SlowDown();
      return polled?.payload;
    },

    async findByUserCode(typed) {
      const page = devicePage();
      const code = readUserCode(typed);
      if (!page) return undefined;
      if ((await userCodes.countAttempt(page.attemptSource)) > 0) return undefined;
      const found = code && (await deviceCodes.byUserCode(code));
      if (!found) return undefined;
      await userCodes.refund(page.attemptSource);
      return { ...found.payload, jti: handleOf(found.hash), userCode: typed };
    },

    async upsert(id, payload) {
      if (isHandle(id)) return decide(id, payload);
      if (JSON.stringify(payload).length > maxRequestLength)
        throw new errors.InvalidRequest('the request is too long');
      await deviceCodes.add(id, payload);
    },

    async consume(id) {
      const writes = writesOf(currentRequest(library));
      if (!writes) throw new Error('a device code is used only at the token endpoint');
      deviceCodes.addConsume(writes, id, async () => {
        const grantId = await deviceCodes.grantOf(id);
        if (grantId !== undefined) await grants.revoke(grantId);
        throw new errors.InvalidGrant(usedBefore);
      });
    },
  };
}
