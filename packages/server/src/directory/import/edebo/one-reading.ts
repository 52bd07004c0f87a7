// One import at a time reads the register, over all processes: the register has one token for each of its users.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../database/connect.ts';
import { aliveMs } from '../heartbeat.ts';
import { findImport } from '../import-store.ts';

const intervalMs = 1_000;

/** Waits until no earlier import of the register is being compared. */
export async function untilRegisterIsFree(
  { db, now }: { db: Database; now(): number },
  importId: string,
  wait: () => Promise<unknown> = () => sleep(intervalMs),
): Promise<void> {
  const own = await findImport(db, importId);
  if (!own) return;
  for (;;) {
    const earlier = await db
      .selectFrom('imports as i')
      .innerJoin('sources as s', 's.name', 'i.source')
      .select('i.id')
      .where('s.kind', '=', 'edebo')
      .where('i.state', '=', 'comparing')
      .where('i.seen_at', '>', now() - aliveMs)
      .where((is) =>
        is.or([
          is('i.created_at', '<', own.created_at),
          is.and([is('i.created_at', '=', own.created_at), is('i.id', '<', importId)]),
        ]),
      )
      .limit(1)
      .executeTakeFirst();
    if (!earlier) return;
    await wait();
  }
}
