// A process that works on an import says every few seconds that it lives. Others take over what no process works on.

import type { Database } from '../../database/connect.ts';

/** Without a sign of life for so long, the process has ended. */
export const aliveMs = 15_000;
const intervalMs = 3_000;

/** The process has lost the import to another one, which took it for dead. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

export type Heartbeat = {
  /** @throws {ClaimLost} */
  check(): void;
};

type Claim = { importId: string; claims: number };

/** Runs `work` while it says that the process lives. */
export async function withHeartbeat<Result>(
  { db, now }: { db: Database; now(): number },
  { importId, claims }: Claim,
  work: (heartbeat: Heartbeat) => Promise<Result>,
): Promise<Result> {
  let isLost = false;
  let beating: Promise<void> | undefined;
  async function beat(): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('imports')
      .set({ seen_at: now() })
      .where('id', '=', importId)
      .where('claims', '=', claims)
      .executeTakeFirstOrThrow();
    isLost ||= numUpdatedRows === 0n;
  }
  const timer = setInterval(() => {
    // one that fails is late; the next one comes soon
    beating ??= beat()
      .catch(() => undefined)
      .finally(() => {
        beating = undefined;
      });
  }, intervalMs);
  try {
    await beat();
    return await work({
      check() {
        if (isLost) throw new ClaimLost();
      },
    });
  } finally {
    clearInterval(timer);
    await beating;
  }
}
