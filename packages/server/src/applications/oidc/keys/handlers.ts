// Lists and rotates signing keys.

import type { keyStates } from '@brama/contract/admin/system/keys';
import type { Handlers } from '../../../admin/handler.ts';
import { isoTime } from '../../../admin/times.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';

type Key = {
  kid: string;
  alg: string;
  state: (typeof keyStates)[number];
  createdAt: number;
  signsFrom: number;
};

export type SigningKeys = {
  /** Returns the keys by algorithm, the newest first. */
  list(queries: Queries): Promise<readonly Key[]>;
  /** Creates keys that sign after all clients have read them. Returns false if such keys wait already. */
  add(queries: Queries): Promise<boolean>;
  /** Creates keys that sign now, and deletes all others. */
  replaceAll(queries: Queries): Promise<void>;
};

export function createKeyHandlers({
  signingKeys,
}: {
  signingKeys: SigningKeys;
}): Handlers<'listKeys' | 'rotateKeys'> {
  async function list(queries: Queries) {
    const keys = await signingKeys.list(queries);
    const items = keys.map(({ createdAt, signsFrom, kid, alg, state }) => ({
      kid,
      alg,
      state,
      createdAt: isoTime(createdAt),
      signsFrom: isoTime(signsFrom),
    }));
    return { items };
  }

  return {
    listKeys: ({ queries }) => list(queries),

    async rotateKeys({ body: { atOnce }, queries, record }) {
      if (atOnce) await signingKeys.replaceAll(queries);
      else if (!(await signingKeys.add(queries))) {
        const { items } = await list(queries);
        const next = items.find(({ state }) => state === 'next');
        fail('admin.conflict', {
          fields: { atOnce: `the next keys wait already, and sign from ${next?.signsFrom}` },
        });
      }
      const how = atOnce ? 'at-once' : 'by-administrator';
      await record({ type: 'keys.rotated', how, level: atOnce ? 'warn' : undefined });
      return list(queries);
    },
  };
}
