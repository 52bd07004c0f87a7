// Codes, tokens and other short-lived records of the library. Only hashes of their ids are stored, and the
// payload never repeats the id.

import { lifetimes } from '@brama/contract/lifetimes';
import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import { deleteExpired } from '../../../database/delete-expired.ts';
import { isUniqueViolation } from '../../../database/errors.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OnRejected, WriteBatch } from '../../../database/write-batch.ts';

/** A used refresh token may be sent again for so long: its answer may have been lost on the way. */
const graceMs = lifetimes.repeatedRefresh * 1000;

/** Nothing issued from a code lives longer, with a day for clocks that differ. */
const longestTokenMs = (lifetimes.refreshToken + 24 * 3600) * 1000;

/**
 * In place of a time of use: of a refresh token in whose place another came, which makes whoever brings it a thief;
 * of a code that was sent twice.
 */
const voidedAt = 0;

type Row = {
  model: string;
  payload: string;
  grant_id: string | null;
  expires_at: number;
  consumed_at: number | null;
  /** Of the authorization code that the token goes back to. */
  code_consumed_at: number | null;
};

/** What a token is issued from: an authorization code, or a refresh token. */
export type TokenSource = { code?: string | undefined; refreshToken?: string | undefined };

/**
 * The queries every sign-in and every refresh asks. What they write may be lost in a power cut: whoever it
 * belonged to signs in once more (decision 0023).
 */
function queriesOf(db: Database) {
  // by the key alone: with a second condition to choose an index by, SQLite plans it anew every time
  const row = prepare(db, ({ idHash }: { idHash: string }) =>
    db
      .selectFrom('oidc_tokens')
      .select(['model', 'payload', 'grant_id', 'expires_at', 'consumed_at'])
      .select((eb) =>
        eb
          .selectFrom('oidc_tokens as code')
          .select('code.consumed_at')
          .whereRef('code.id_hash', '=', 'oidc_tokens.code_hash')
          .as('code_consumed_at'),
      )
      .where('id_hash', '=', idHash),
  );
  type Put = {
    idHash: string;
    model: string;
    payload: string;
    grantId: string | null;
    /** Hash of the code, or of the refresh token, that it is issued from. */
    codeHash: string | null;
    refreshHash: string | null;
    expiresAt: number;
  };
  /** The code that a record goes back to, as it is kept with it. */
  const codeHashOf = (idHash: string | null) =>
    db.selectFrom('oidc_tokens').select('code_hash').where('id_hash', '=', idHash);
  const put = ({ idHash, model, payload, grantId, codeHash, refreshHash, expiresAt }: Put) => {
    const values = { payload, grant_id: grantId, expires_at: expiresAt };
    return db
      .insertInto('oidc_tokens')
      .values(({ fn, val }) => ({
        id_hash: idHash,
        model,
        predecessor: null,
        consumed_at: null,
        code_hash: fn.coalesce(val(codeHash), codeHashOf(refreshHash)),
        ...values,
      }))
      .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values));
  };
  const putUnlessUsed = (given: Put & { before: string }) =>
    db
      .insertInto('oidc_tokens')
      .columns([
        'id_hash',
        'model',
        'payload',
        'grant_id',
        'predecessor',
        'code_hash',
        'expires_at',
      ])
      .expression(
        db
          .selectNoFrom(({ cast, val }) => [
            val(given.idHash).as('id_hash'),
            val(given.model).as('model'),
            val(given.payload).as('payload'),
            val(given.grantId).as('grant_id'),
            val(given.before).as('predecessor'),
            codeHashOf(given.before).as('code_hash'),
            cast<number>(val(given.expiresAt), 'bigint').as('expires_at'),
          ])
          .where(({ exists, not }) => not(exists(successorUsed(given.before)))),
      );
  const successorUsed = (before: string) =>
    db
      .selectFrom('oidc_tokens')
      .select('id_hash')
      .where('predecessor', '=', before)
      .where('consumed_at', '>', voidedAt);
  const consume = ({ idHash, model, at }: { idHash: string; model: string; at: number }) =>
    db
      .updateTable('oidc_tokens')
      .set({ consumed_at: at })
      .where('id_hash', '=', idHash)
      .where('model', '=', model)
      .where('consumed_at', 'is', null);
  type Repeat = { idHash: string; at: number; since: number };
  const consumeRefresh = ({ idHash, at, since }: Repeat) =>
    db
      .updateTable('oidc_tokens')
      .set(({ fn, val }) => ({ consumed_at: fn.coalesce('consumed_at', val(at)) }))
      .where('id_hash', '=', idHash)
      .where('model', '=', 'RefreshToken')
      .where((has) => has.or([has('consumed_at', 'is', null), has('consumed_at', '>', since)]));
  return {
    row,
    consumeRefresh: prepare(db, consumeRefresh, { relaxedDurability: true }),
    put: prepare(db, put, { relaxedDurability: true }),
    consume: prepare(db, consume, { relaxedDurability: true }),
    // held until the end: of two at the same moment the second sees what the first has put
    hold: prepare(db, ({ before, model }: { before: string; model: string }) =>
      db.updateTable('oidc_tokens').set({ model }).where('id_hash', '=', before),
    ),
    voidOthers: prepare(db, ({ before }: { before: string }) =>
      db
        .updateTable('oidc_tokens')
        .set({ consumed_at: voidedAt })
        .where('predecessor', '=', before)
        .where('consumed_at', 'is', null),
    ),
    putUnlessUsed: prepare(db, putUnlessUsed, { relaxedDurability: true }),
    // it ends what it issued, so it is never lost
    voidCode: prepare(db, ({ idHash, expiresAt }: { idHash: string; expiresAt: number }) =>
      db
        .updateTable('oidc_tokens')
        .set({ consumed_at: voidedAt, expires_at: expiresAt })
        .where('id_hash', '=', idHash)
        .where('model', '=', 'AuthorizationCode'),
    ),
    usedSuccessor: prepare(db, ({ before }: { before: string }) => successorUsed(before)),
  };
}

type NewToken = {
  model: string;
  id: string;
  payload: AdapterPayload;
  ttlSeconds: number;
  source: TokenSource;
};
type Successor = { id: string; payload: AdapterPayload; ttlSeconds: number; predecessor: string };

export function createTokenStore(db: Database, now: () => number) {
  const queries = queriesOf(db);

  /** Has the one that came in its place been used? Then its first user has it, and this is somebody else. */
  async function isSuccessorUsed(idHash: string): Promise<boolean> {
    return (await queries.usedSuccessor.first({ before: idHash })) !== undefined;
  }

  async function isInGrace(model: string, idHash: string, consumedAt: number): Promise<boolean> {
    if (model !== 'RefreshToken' || consumedAt <= now() - graceMs) return false;
    return !(await isSuccessorUsed(idHash));
  }

  async function payloadFrom(id: string, row: Row): Promise<AdapterPayload> {
    const payload: AdapterPayload = { ...JSON.parse(row.payload), jti: id };
    if (row.consumed_at === null || (await isInGrace(row.model, hashSecret(id), row.consumed_at)))
      return payload;
    // the library asks only whether
    return { ...payload, consumed: true };
  }

  async function rowOf(model: string, id: string): Promise<Row | undefined> {
    const row = await queries.row.first({ idHash: hashSecret(id) });
    const isAlive = row?.model === model && row.expires_at > now();
    return isAlive && row.code_consumed_at !== voidedAt ? row : undefined;
  }

  function valuesOf(
    model: string,
    id: string,
    payload: AdapterPayload,
    ttlSeconds: number,
    { code, refreshToken }: TokenSource = {},
  ) {
    // whoever reads the table shall not learn the id
    const { jti: _jti, ...kept } = payload;
    return {
      idHash: hashSecret(id),
      model,
      payload: JSON.stringify(kept),
      grantId: payload.grantId ?? null,
      codeHash: code === undefined ? null : hashSecret(code),
      refreshHash: refreshToken === undefined ? null : hashSecret(refreshToken),
      expiresAt: now() + ttlSeconds * 1000,
    };
  }

  /** Returns the grant that must die with a record that was used before; nothing for a repeated refresh in time. */
  async function lostTo(
    model: string,
    id: string,
  ): Promise<{ lost: string | undefined } | undefined> {
    const row = await rowOf(model, id);
    const consumedAt = row?.consumed_at;
    if (typeof consumedAt === 'number' && (await isInGrace(model, hashSecret(id), consumedAt)))
      return undefined;
    return { lost: row?.grant_id ?? undefined };
  }

  return {
    async find(model: string, id: string): Promise<AdapterPayload | undefined> {
      const row = await rowOf(model, id);
      return row && payloadFrom(id, row);
    },

    async put(
      model: string,
      id: string,
      payload: AdapterPayload,
      ttlSeconds: number,
    ): Promise<void> {
      await queries.put.change(valuesOf(model, id, payload, ttlSeconds));
    },

    /** Adds a new token to the writes of a token request. */
    addPut(writes: WriteBatch, { model, id, payload, ttlSeconds, source }: NewToken) {
      writes.add(queries.put.filled(valuesOf(model, id, payload, ttlSeconds, source)));
    },

    /**
     * Adds a refresh token that comes in place of `predecessor`; others in its place become void. `onRefused` is called
     * where one of those was used meanwhile.
     */
    addSuccessor(
      writes: WriteBatch,
      { id, payload, ttlSeconds, predecessor }: Successor,
      onRefused: OnRejected,
    ) {
      const model = 'RefreshToken';
      const before = hashSecret(predecessor);
      const values = valuesOf(model, id, payload, ttlSeconds);
      writes.add(queries.hold.filled({ before, model }), onRefused);
      writes.add(queries.voidOthers.filled({ before }));
      // only now: what is void can no longer be used beside this one
      writes.add(queries.putUnlessUsed.filled({ ...values, before }), onRefused);
    },

    /**
     * Adds the use of a record. One conditional UPDATE: of two at the same moment, on any nodes, one wins. A refresh
     * token may be used again for a moment: `addSuccessor` then decides by its successors. One that was voided may not.
     */
    addConsume(writes: WriteBatch, model: string, id: string, onRefused: OnRejected) {
      const [idHash, at] = [hashSecret(id), now()];
      const statement =
        model === 'RefreshToken'
          ? queries.consumeRefresh.filled({ idHash, at, since: at - graceMs })
          : queries.consume.filled({ idHash, model, at });
      writes.add(statement, onRefused);
    },

    /** What waits for a person is kept for so long from now. */
    async keepFor(model: string, id: string, seconds: number): Promise<void> {
      await db
        .updateTable('oidc_tokens')
        .set({ expires_at: now() + seconds * 1000 })
        .where('id_hash', '=', hashSecret(id))
        .where('model', '=', model)
        .execute();
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

    /** Returns nothing where the record could be used, else the grant that must die. */
    async consume(model: string, id: string): Promise<{ lost: string | undefined } | undefined> {
      const used = await queries.consume.change({ idHash: hashSecret(id), model, at: now() });
      return used > 0 ? undefined : lostTo(model, id);
    },

    lostTo,

    /**
     * Ends every token that goes back to an authorization code, also those that are being issued at this moment. The
     * code outlives them, so that they stay dead.
     */
    async voidCode(code: string): Promise<void> {
      const expiresAt = now() + longestTokenMs;
      await queries.voidCode.change({ idHash: hashSecret(code), expiresAt });
    },

    /** Of two at the same moment one hears true. */
    async remove(model: string, id: string): Promise<boolean> {
      const result = await db
        .deleteFrom('oidc_tokens')
        .where('id_hash', '=', hashSecret(id))
        .where('model', '=', model)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    /** Deletes up to `most` records that are over. Returns how many. */
    deleteExpired: (most: number) => deleteExpired(db, 'oidc_tokens', now(), most),
  };
}

export type TokenStore = ReturnType<typeof createTokenStore>;
