// The library's DeviceCode. It keeps a code by the long one, which a person's browser never has: there a handle
// made of its hash stands in, good on our pages alone and refused wherever a device could send it.

import type { Adapter, AdapterPayload, errors } from 'oidc-provider';
import { maxRequestLength } from '../authorization/suspend-request.ts';
import type { DeviceCodes } from '../device/device-codes.ts';
import { readUserCode } from '../device/user-code.ts';
import type { UserCodeLimits } from '../device/user-code-limits.ts';
import type { RequestContext } from '../request-context.ts';
import type { GrantStore } from './grants.ts';

export type DeviceAdapterDeps = {
  errors: Pick<typeof errors, 'InvalidGrant' | 'InvalidRequest' | 'SlowDown'>;
  codes: DeviceCodes;
  guesses: UserCodeLimits;
  grants: Pick<GrantStore, 'revoke'>;
  visit(): RequestContext | undefined;
};

const mark = '#';
const handleOf = (hash: string) => mark + hash;
const isHandle = (id: string) => id.startsWith(mark);
const hashIn = (handle: string) => handle.slice(mark.length);
const nothing = async () => undefined;

export function createDeviceAdapter(deps: DeviceAdapterDeps): Adapter {
  const { errors, codes, guesses, grants } = deps;
  const atPage = () => deps.visit()?.device;

  async function add(id: string, payload: AdapterPayload): Promise<void> {
    if (JSON.stringify(payload).length > maxRequestLength)
      throw new errors.InvalidRequest('the request is too long');
    await codes.add(id, payload);
  }

  async function byHandle(handle: string): Promise<AdapterPayload | undefined> {
    const payload = atPage() && (await codes.byHash(hashIn(handle)));
    return payload && { ...payload, jti: handle };
  }

  return {
    async find(id) {
      if (isHandle(id)) return byHandle(id);
      const polled = await codes.poll(id);
      // RFC 8628 §3.5
      if (polled?.early) throw new errors.SlowDown();
      return polled?.payload;
    },

    async findByUserCode(typed) {
      const page = atPage();
      const code = readUserCode(typed);
      if (!page) return undefined;
      if ((await guesses.spend(page.guesser)) > 0) return undefined;
      const found = code && (await codes.byUserCode(code));
      if (!found) return undefined;
      await guesses.giveBack(page.guesser);
      return { ...found.payload, jti: handleOf(found.hash), userCode: typed };
    },

    async upsert(id, payload) {
      if (!isHandle(id)) return add(id, payload);
      const isYes = payload.accountId !== undefined && payload['error'] === undefined;
      // that a person has begun is nothing to remember: whoever finishes first decides
      if (!isYes && payload['error'] === undefined) return;
      const grant = isYes ? atPage()?.grant : undefined;
      const isFirst = await codes.decide(hashIn(id), payload, grant);
      if (isYes && !isFirst) throw new errors.InvalidRequest('was used before');
    },

    async consume(id) {
      const writes = deps.visit()?.writes;
      if (!writes) throw new Error('devices use their codes at the token endpoint alone');
      codes.addConsume(writes, id, async () => {
        const grantId = await codes.grantOf(id);
        if (grantId !== undefined) await grants.revoke(grantId);
        throw new errors.InvalidGrant('was used before');
      });
    },

    // nothing of the library destroys one
    destroy: nothing,
    findByUid: nothing,
    revokeByGrantId: nothing,
  };
}
