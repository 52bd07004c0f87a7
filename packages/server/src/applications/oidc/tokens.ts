// Codes, tokens and other short-lived records of the library. Only hashes of their ids are stored, and the
// payload never repeats the id.

import type { AdapterPayload } from 'oidc-provider';
import type { Database, Queries } from '../../database/connect.ts';
import { isUniqueViolation } from '../../database/faults.ts';
import { hashSecret } from '../../secrets.ts';

/** A used refresh token may be sent again for so long: its answer may have been lost on the way. */
const graceMs = 10_000;

/** In place of a time of use: never used, but another came in its place. Whoever brings it is a thief. */
const voidedAt = 0;

type Row = { payload: string; consumed_at: number | null };

export function createTokens(db: Database, now: () => number) {
  /** Has the one that came in its place been used? Then its first user has it, and this is somebody else. */
  async function isSuccessorUsed(idHash: string): Promise<boolean> {
    const used = await db
      .selectFrom('oidc_tokens')
      .select('id_hash')
      .where('predecessor', '=', idHash)
      .where('consumed_at', '>', voidedAt)
      .executeTakeFirst();
    return used !== undefined;
  }

  async function isInGrace(model: string, idHash: string, consumedAt: number): Promise<boolean> {
    if (model !== 'RefreshToken' || consumedAt <= now() - graceMs) return false;
    return !(await isSuccessorUsed(idHash));
  }

  async function payloadFrom(model: string, id: string, row: Row): Promise<AdapterPayload> {
    const payload: AdapterPayload = { ...JSON.parse(row.payload), jti: id };
    if (row.consumed_at === null || (await isInGrace(model, hashSecret(id), row.consumed_at)))
      return payload;
    return { ...payload, consumed: Math.floor(row.consumed_at / 1000) };
  }

  function rowOf(model: string, id: string) {
    return db
      .selectFrom('oidc_tokens')
      .select(['payload', 'consumed_at', 'grant_id'])
      .where('id_hash', '=', hashSecret(id))
      .where('model', '=', model)
      .where('expires_at', '>', now())
      .executeTakeFirst();
  }

  return {
    async find(model: string, id: string): Promise<AdapterPayload | undefined> {
      const row = await rowOf(model, id);
      return row && payloadFrom(model, id, row);
    },

    /** `predecessor`: the refresh token this one comes in place of; others in its place become void. */
    async put(
      model: string,
      id: string,
      payload: AdapterPayload,
      { ttlSeconds, predecessor }: { ttlSeconds: number; predecessor?: string | undefined },
    ): Promise<void> {
      // whoever reads the table shall not learn the id
      const { jti: _jti, ...kept } = payload;
      const values = {
        payload: JSON.stringify(kept),
        grant_id: payload.grantId ?? null,
        predecessor: predecessor === undefined ? null : hashSecret(predecessor),
        expires_at: now() + ttlSeconds * 1000,
      };
      const write = (queries: Queries) =>
        queries
          .insertInto('oidc_tokens')
          .values({ id_hash: hashSecret(id), model, consumed_at: null, ...values })
          .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values))
          .execute();
      if (predecessor === undefined) await write(db);
      else
        await db.transaction().execute(async (transaction) => {
          const before = hashSecret(predecessor);
          // held until the end: of two at the same moment the second sees what the first has put
          await transaction
            .updateTable('oidc_tokens')
            .set({ model })
            .where('id_hash', '=', before)
            .execute();
          await transaction
            .updateTable('oidc_tokens')
            .set({ consumed_at: voidedAt })
            .where('predecessor', '=', before)
            .where('consumed_at', 'is', null)
            .execute();
          await write(transaction);
        });
    },

    /** For ids that may be seen once only. False when this one has been. */
    async putOnce(model: string, id: string, ttlSeconds: number): Promise<boolean> {
      try {
        await db
          .insertInto('oidc_tokens')
          .values({
            id_hash: hashSecret(id),
            model,
            grant_id: null,
            predecessor: null,
            payload: '{}',
            expires_at: now() + ttlSeconds * 1000,
            consumed_at: null,
          })
          .execute();
        return true;
      } catch (error) {
        if (isUniqueViolation(error)) return false;
        throw error;
      }
    },

    /**
     * Uses a record up. One conditional UPDATE: of two at the same moment, on any nodes, one wins. Where it
     * is lost, answers with the grant that must die.
     */
    async consume(model: string, id: string): Promise<{ lost: string | undefined } | undefined> {
      const idHash = hashSecret(id);
      const at = now();
      const { numUpdatedRows } = await db
        .updateTable('oidc_tokens')
        .set({ consumed_at: at })
        .where('id_hash', '=', idHash)
        .where('model', '=', model)
        .where('consumed_at', 'is', null)
        .executeTakeFirst();
      if (numUpdatedRows > 0n) return undefined;
      const row = await rowOf(model, id);
      const consumedAt = row?.consumed_at;
      if (typeof consumedAt === 'number' && (await isInGrace(model, idHash, consumedAt)))
        return undefined;
      return { lost: row?.grant_id ?? undefined };
    },

    async remove(model: string, id: string): Promise<void> {
      await db
        .deleteFrom('oidc_tokens')
        .where('id_hash', '=', hashSecret(id))
        .where('model', '=', model)
        .execute();
    },

    /** Everything of one kind that hangs on a grant. */
    async removeOfGrant(model: string, grantId: string): Promise<void> {
      await db
        .deleteFrom('oidc_tokens')
        .where('grant_id', '=', grantId)
        .where('model', '=', model)
        .execute();
    },

    /** Deletes up to `most` records that are over. Returns how many. */
    async sweep(most: number): Promise<number> {
      const result = await db
        .deleteFrom('oidc_tokens')
        .where('id_hash', 'in', (q) =>
          q
            .selectFrom('oidc_tokens')
            .select('id_hash')
            .where('expires_at', '<=', now())
            .limit(most),
        )
        .executeTakeFirst();
      return Number(result.numDeletedRows);
    },
  };
}

export type Tokens = ReturnType<typeof createTokens>;
