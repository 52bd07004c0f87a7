// SQL of the token store. These queries run in every sign-in and refresh, so they are prepared once.

import type { Database } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import type { OidcTokensTable } from '../../../database/schema.ts';

/**
 * Replaces the time of use in a record that was misused. A replaced refresh token has it: a client that sends it has
 * stolen it. An authorization code that was sent twice has it too.
 */
export const voidedAt = 0;

export type NewRow = {
  idHash: string;
  model: string;
  payload: string;
  grantId: string | null;
  expiresAt: number;
  /** Hash of the authorization code that the token is issued from. */
  codeHash: string | null;
  /** Hash of the refresh token that the token is issued from. */
  refreshHash: string | null;
};

/** A row as `selectTokenRow` reads it. */
export type TokenRow = Pick<
  OidcTokensTable,
  'model' | 'payload' | 'grant_id' | 'expires_at' | 'consumed_at'
> & { code_consumed_at: number | null };

/** The hash of the authorization code that a record was issued from, directly or through refresh tokens. */
const codeHashOf = (db: Database, idHash: string | null) =>
  db.selectFrom('oidc_tokens').select('code_hash').where('id_hash', '=', idHash);

const usedSuccessorOf = (db: Database, predecessor: string | null) =>
  db
    .selectFrom('oidc_tokens')
    .select('id_hash')
    .where('predecessor', '=', predecessor)
    .where('consumed_at', '>', voidedAt);

// by the key alone: with a second condition SQLite would plan the query again each time
export const selectTokenRow = (db: Database, idHash: string) =>
  db
    .selectFrom('oidc_tokens')
    .select((eb) => [
      'model',
      'payload',
      'grant_id',
      'expires_at',
      'consumed_at',
      // when the authorization code was used that the token was issued from
      eb
        .selectFrom('oidc_tokens as code')
        .select('code.consumed_at')
        .whereRef('code.id_hash', '=', 'oidc_tokens.code_hash')
        .as('code_consumed_at'),
    ])
    .where('id_hash', '=', idHash);

function insertRow(db: Database, given: NewRow) {
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
      code_hash: fn.coalesce(val(given.codeHash), codeHashOf(db, given.refreshHash)),
      ...values,
    }))
    .onConflict((conflict) => conflict.column('id_hash').doUpdateSet(values));
}

/** Inserts a refresh token unless another successor of the one that it is issued from was used. */
function insertSuccessor(db: Database, given: NewRow) {
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
          val(given.refreshHash).as('predecessor'),
          codeHashOf(db, given.refreshHash).as('code_hash'),
          cast<number>(val(given.expiresAt), 'bigint').as('expires_at'),
        ])
        .where(({ exists, not }) => not(exists(usedSuccessorOf(db, given.refreshHash)))),
    );
}

/**
 * A power failure may undo the issue and the use of codes and tokens: the user signs in again (decision 0048). Waiting for
 * the disk would make a token request cost a third more.
 */
const relaxed = { relaxedDurability: true };

function updates(db: Database) {
  const update = db.updateTable('oidc_tokens');
  const byHash = (idHash: string) => update.where('id_hash', '=', idHash);
  return {
    consume: prepare(
      db,
      ({ idHash, model, at }: { idHash: string; model: string; at: number }) =>
        byHash(idHash)
          .set({ consumed_at: at })
          .where('model', '=', model)
          .where('consumed_at', 'is', null),
      relaxed,
    ),
    /**
     * `since`: a refresh token that was used after this moment may be used again. Locks the row until the end of the
     * transaction: a concurrent successor sees the result of this one.
     */
    consumeRefreshToken: prepare(
      db,
      ({ idHash, at, since }: { idHash: string; at: number; since: number }) =>
        byHash(idHash)
          .set(({ fn, val }) => ({ consumed_at: fn.coalesce('consumed_at', val(at)) }))
          .where('model', '=', 'RefreshToken')
          .where((eb) => eb.or([eb('consumed_at', 'is', null), eb('consumed_at', '>', since)])),
      relaxed,
    ),
    voidUnusedSuccessors: prepare(
      db,
      ({ predecessor }: { predecessor: string }) =>
        update
          .set({ consumed_at: voidedAt })
          .where('predecessor', '=', predecessor)
          .where('consumed_at', 'is', null),
      relaxed,
    ),
    // ends issued tokens, so a power failure must not undo it
    voidCode: prepare(db, ({ idHash, expiresAt }: { idHash: string; expiresAt: number }) =>
      byHash(idHash)
        .set({ consumed_at: voidedAt, expires_at: expiresAt })
        .where('model', '=', 'AuthorizationCode'),
    ),
  };
}

export function tokenQueries(db: Database) {
  return {
    row: prepare(db, ({ idHash }: { idHash: string }) => selectTokenRow(db, idHash)),
    usedSuccessor: prepare(db, ({ predecessor }: { predecessor: string }) =>
      usedSuccessorOf(db, predecessor),
    ),
    insert: prepare(db, (given: NewRow) => insertRow(db, given), relaxed),
    insertSuccessor: prepare(db, (given: NewRow) => insertSuccessor(db, given), relaxed),
    ...updates(db),
  };
}
