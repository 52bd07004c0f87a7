// Lists and rotates signing keys.

import type { Handlers, ReplayChecks } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { withStates } from './schedule.ts';
import type { KeyStore } from './store.ts';

type Deps = { signingKeys: KeyStore; now: () => number };

/** A repeated response has only public facts of its time. */
export const keyReplayChecks: Pick<ReplayChecks, 'rotateKeys'> = {
  rotateKeys: async () => undefined,
};

export function createKeyHandlers({ signingKeys, now }: Deps): Handlers<'listKeys' | 'rotateKeys'> {
  async function list(queries: Queries) {
    const keys = withStates(await signingKeys.readable(queries), now());
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
