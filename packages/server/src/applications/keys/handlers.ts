// Lists and rotates signing keys.

import type { Handlers, ReplayChecks } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { Change } from '../../events/change.ts';
import { type KeyTimes, withStates } from './schedule.ts';
import type { KeyStore } from './store.ts';

type Deps = { signingKeys: KeyStore; now: () => number };

/** Returns false if nothing has changed, because the next keys wait already. */
export async function rotateKeys(
  signingKeys: KeyStore,
  { queries, record }: Pick<Change, 'queries' | 'record'>,
  how: 'at-once' | 'by-administrator' | 'by-command',
): Promise<boolean> {
  if (how === 'at-once') await signingKeys.replaceAll(queries);
  else if (!(await signingKeys.add(queries))) return false;
  await record({ type: 'keys.rotated', how, level: how === 'at-once' ? 'warn' : undefined });
  return true;
}

/** A repeated response has only public facts of its time. */
export const keyReplayChecks: Pick<ReplayChecks, 'rotateKeys'> = {
  rotateKeys: async () => undefined,
};

/** Returns the keys as the administration API shows them. */
export const itemsOf = (keys: readonly KeyTimes[], now: number) =>
  withStates(keys, now).map(({ createdAt, signsFrom, kid, alg, state }) => ({
    kid,
    alg,
    state,
    createdAt: isoTime(createdAt),
    signsFrom: isoTime(signsFrom),
  }));

export function createKeyHandlers({ signingKeys, now }: Deps): Handlers<'listKeys' | 'rotateKeys'> {
  const list = async (queries: Queries) => ({
    items: itemsOf(await signingKeys.readable(queries), now()),
  });

  return {
    listKeys: ({ queries }) => list(queries),

    async rotateKeys({ body: { atOnce }, queries, record }) {
      const how = atOnce ? 'at-once' : 'by-administrator';
      if (!(await rotateKeys(signingKeys, { queries, record }, how))) {
        const { items } = await list(queries);
        const next = items.find(({ state }) => state === 'next');
        fail('admin.conflict', {
          fields: { atOnce: `the next keys wait already, and sign from ${next?.signsFrom}` },
        });
      }
      return list(queries);
    },
  };
}
