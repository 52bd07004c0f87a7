// SQL of the token store. These queries run in every sign-in and refresh, so they are prepared once.

import type { Database } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OidcTokensTable } from '../../../database/schema.ts';

/**
 * Stands in place of the time of use. For a refresh token: another one replaced it, so a client that sends it has stolen
 * it. For an authorization code: it was sent twice.
 */
export const voidedAt = 0;

export type NewRow = {
  idHash: string;
  model: string;
  payload: string;
  grantId: string | null;
  expiresAt: number;
};

type Insert = NewRow & {
  /** Hash of the authorization code that the token is issued from. */
  codeHash: string | null;
  /** Hash of the refresh token that the token is issued from. */
  refreshHash: string | null;
};

const rowColumns = ['model', 'payload', 'grant_id', 'expires_at', 'consumed_at'] as const;
export type TokenRow = Pick<OidcTokensTable, (typeof rowColumns)[number]> & {
  /** When the authorization code was used that the token was issued from. */
  code_consumed_at: number | null;
};

/** The hash of the authorization code that a record was issued from, directly or through refresh tokens. */
const codeHashOf = (db: Database, idHash: string | null) =>
  db.selectFrom('oidc_tokens').select('code_hash').where('id_hash', '=', idHash);

const usedSuccessorOf = (db: Database, predecessor: string) =>
  db
    .selectFrom('oidc_tokens')
    .select('id_hash')
    .where('predecessor', '=', predecessor)
    .where('consumed_at', '>', voidedAt);

// by the key alone: with a second condition SQLite would plan the query again each time
const selectRow = (db: Database, idHash: string) =>
  db
    .selectFrom('oidc_tokens')
    .select(rowColumns)
    .select((eb) =>
      eb
        .selectFrom('oidc_tokens as code')
        .select('code.consumed_at')
        .whereRef('code.id_hash', '=', 'oidc_tokens.code_hash')
        .as('code_consumed_at'),
    )
    .where('id_hash', '=', idHash);

function insertRow(db: Database, given: Insert) {
  const values = {
    payload: given.payload,
    grant_id: given.grantId,
    expires_at: given.expiresAt,
  };
  return db
    .insertInto('oidc_tokens')
    .values(({ fn, val }) => ({
      id_hash: given.idHash,
      model: given.model,
      predecessor: null,
      consumed_at: null,
      code_hash: fn.coalesce(val(given.codeHash), codeHashOf(db, given.refreshHash)),
      ...values,
    }))
    .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values));
}

/** Inserts a refresh token unless another successor of `predecessor` was used. */
function insertSuccessor(db: Database, given: NewRow & { predecessor: string }) {
  return db
    .insertInto('oidc_tokens')
    .columns(['id_hash', 'model', 'payload', 'grant_id', 'predecessor', 'code_hash', 'expires_at'])
    .expression(
      db
        .selectNoFrom(({ cast, val }) => [
          val(given.idHash).as('id_hash'),
          val(given.model).as('model'),
          val(given.payload).as('payload'),
          val(given.grantId).as('grant_id'),
          val(given.predecessor).as('predecessor'),
          codeHashOf(db, given.predecessor).as('code_hash'),
          cast<number>(val(given.expiresAt), 'bigint').as('expires_at'),
        ])
        .where(({ exists, not }) => not(exists(usedSuccessorOf(db, given.predecessor)))),
    );
}

const update = (db: Database) => db.updateTable('oidc_tokens');

/** `since`: a refresh token that was used after this moment may be used again. */
const consumeRefreshToken = (db: Database, given: { idHash: string; at: number; since: number }) =>
  update(db)
    .set(({ fn, val }) => ({ consumed_at: fn.coalesce('consumed_at', val(given.at)) }))
    .where('id_hash', '=', given.idHash)
    .where('model', '=', 'RefreshToken')
    .where((eb) => eb.or([eb('consumed_at', 'is', null), eb('consumed_at', '>', given.since)]));

const consume = (db: Database, given: { idHash: string; model: string; at: number }) =>
  update(db)
    .set({ consumed_at: given.at })
    .where('id_hash', '=', given.idHash)
    .where('model', '=', given.model)
    .where('consumed_at', 'is', null);

const voidCode = (db: Database, given: { idHash: string; expiresAt: number }) =>
  update(db)
    .set({ consumed_at: voidedAt, expires_at: given.expiresAt })
    .where('id_hash', '=', given.idHash)
    .where('model', '=', 'AuthorizationCode');

const voidUnusedSuccessors = (db: Database, predecessor: string) =>
  update(db)
    .set({ consumed_at: voidedAt })
    .where('predecessor', '=', predecessor)
    .where('consumed_at', 'is', null);

/** A power failure may undo these writes: then the user signs in again (decision 0023). */
const relaxed = { relaxedDurability: true };

export function tokenQueries(db: Database) {
  return {
    row: prepare(db, ({ idHash }: { idHash: string }) => selectRow(db, idHash)),
    insert: prepare(db, (given: Insert) => insertRow(db, given), relaxed),
    insertSuccessor: prepare(
      db,
      (given: NewRow & { predecessor: string }) => insertSuccessor(db, given),
      relaxed,
    ),
    consume: prepare(db, (given: Parameters<typeof consume>[1]) => consume(db, given), relaxed),
    consumeRefreshToken: prepare(
      db,
      (given: Parameters<typeof consumeRefreshToken>[1]) => consumeRefreshToken(db, given),
      relaxed,
    ),
    // locks the row until the end of the transaction: a concurrent successor sees the result of this one
    lock: prepare(db, ({ idHash, model }: { idHash: string; model: string }) =>
      update(db).set({ model }).where('id_hash', '=', idHash),
    ),
    voidUnusedSuccessors: prepare(db, ({ predecessor }: { predecessor: string }) =>
      voidUnusedSuccessors(db, predecessor),
    ),
    // ends issued tokens, so a power failure must not undo it
    voidCode: prepare(db, (given: { idHash: string; expiresAt: number }) => voidCode(db, given)),
    usedSuccessor: prepare(db, ({ predecessor }: { predecessor: string }) =>
      usedSuccessorOf(db, predecessor),
    ),
  };
}
