// One import at a time reads the register, over all processes: the register has one token for each of its users.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/connect.ts';
import { aliveMs } from '../heartbeat.ts';
import { findImport, type Import } from '../import-store.ts';

const intervalMs = 1_000;

type Deps = { db: Database; now(): number };

/** Returns whether an earlier import of the register is being compared; with `isAny`, also a later one. */
export async function isRegisterBusy(
  { db, now }: Deps,
  own: Pick<Import, 'id' | 'created_at'>,
  isAny = false,
): Promise<boolean> {
  const others = db
    .selectFrom('imports as i')
    .innerJoin('sources as s', 's.name', 'i.source')
    .select('i.id')
    .where('s.kind', '=', 'edebo')
    .where('i.state', '=', 'comparing')
    .where('i.seen_at', '>', now() - aliveMs)
    .where('i.id', '!=', own.id)
    .limit(1);
  const earlier = others.where((is) =>
    is.or([
      is('i.created_at', '<', own.created_at),
      is.and([is('i.created_at', '=', own.created_at), is('i.id', '<', own.id)]),
    ]),
  );
  return (await (isAny ? others : earlier).executeTakeFirst()) !== undefined;
}

/** Waits until no earlier import of the register is being compared. */
export async function untilRegisterIsFree(
  deps: Deps,
  importId: string,
  wait: () => Promise<unknown> = () => sleep(intervalMs),
): Promise<void> {
  const own = await findImport(deps.db, importId);
  while (own && (await isRegisterBusy(deps, own))) await wait();
}
