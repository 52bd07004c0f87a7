// A process that works on an import updates `seen_at` and its progress every few seconds. Other processes take over an import that is
// not updated.

import type { Database } from '../../database/connect.ts';

/** An import that was not updated for so long has lost its process. */
export const aliveMs = 15_000;
const intervalMs = 3_000;

/** Another process has taken over the import. */
export class ClaimLost extends Error {
  override name = 'ClaimLost';
}

export type Heartbeat = {
  /** @throws {ClaimLost} */
  check(): void;
  /** Counts rows that are compared. The next update stores the sum. */
  count(rows: number): void;
};

type Claim = { importId: string; claims: number };

/** Runs `work`, and updates the import meanwhile. */
export async function withHeartbeat<Result>(
  { db, now }: { db: Database; now(): number },
  { importId, claims }: Claim,
  work: (heartbeat: Heartbeat) => Promise<Result>,
): Promise<Result> {
  let isLost = false;
  let compared: number | null = null;
  let beating: Promise<void> | undefined;
  async function beat(): Promise<void> {
    const { numUpdatedRows } = await db
      .updateTable('imports')
      .set({ seen_at: now(), compared_rows: compared })
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
      count(rows) {
        compared = (compared ?? 0) + rows;
      },
    });
  } finally {
    clearInterval(timer);
    await beating;
  }
}
