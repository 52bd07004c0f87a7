// Storage of the simulated issuer: in memory, with a limited number of rows.

import type { Adapter, AdapterPayload } from 'oidc-provider';

const mostRows = 20_000;
const rows = new Map<string, AdapterPayload>();

function put(key: string, payload: AdapterPayload) {
  rows.delete(key);
  rows.set(key, payload);
  const [oldest] = rows.keys();
  if (rows.size > mostRows && oldest !== undefined) rows.delete(oldest);
}

/** Creates the storage of one model. It returns expired rows too, because oidc-provider itself checks expiry. */
export function createMemory(model: string): Adapter {
  const keyOf = (id: string) => `${model} ${id}`;
  const find = async (id: string) => rows.get(keyOf(id));
  return {
    find,
    // the simulator needs no sessions by uid and has no device flow
    findByUid: async () => undefined,
    findByUserCode: async () => undefined,
    async upsert(id, payload) {
      put(keyOf(id), payload);
    },
    async consume(id) {
      const payload = await find(id);
      if (payload) payload['consumed'] = Math.floor(Date.now() / 1000);
    },
    async destroy(id) {
      rows.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of rows) if (payload.grantId === grantId) rows.delete(key);
    },
  };
}
