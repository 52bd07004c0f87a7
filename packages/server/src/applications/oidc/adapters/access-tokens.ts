// Reads an access token with everything that it depends on in one statement: the grant, the session, the user and the application.

import { sql } from 'kysely';
import type { AdapterPayload } from 'oidc-provider';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import { prepare } from '../../../database/prepared.ts';
import { type SessionStore, type SignedIn, signedInColumns } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import { type ApplicationStore, prefixedApplicationColumns } from '../../store.ts';
import { voidedAt } from './token-queries.ts';

export type BoundAccessToken = SignedIn & {
  payload: AdapterPayload;
  /** Undefined if the client id is not that of the application. */
  application: Application | undefined;
};

type Deps = {
  db: Database;
  sessions: SessionStore;
  applications: Pick<ApplicationStore, 'fromPrefixed'>;
  now: () => number;
};

function prepareFind(db: Database) {
  // a subquery first: SQLite would plan a plain join again for every parameter
  return prepare(db, ({ idHash }: { idHash: string }) =>
    db
      .selectFrom((chosen) =>
        chosen
          .selectFrom('oidc_tokens')
          .select(['model', 'payload', 'grant_id', 'code_hash', 'consumed_at'])
          .select('expires_at as token_expires_at')
          .where('id_hash', '=', idHash)
          .limit(sql.lit(1))
          .as('t'),
      )
      .innerJoin('oidc_grants as g', 'g.id', 't.grant_id')
      .innerJoin('sessions as s', 's.uid', 'g.session_uid')
      .innerJoin('users as u', 'u.id', 's.user_id')
      .leftJoin('applications as a', 'a.id', 'g.client_id')
      .leftJoin('oidc_tokens as code', 'code.id_hash', 't.code_hash')
      .select(['t.model', 't.payload', 't.consumed_at', 't.token_expires_at'])
      .select(['g.id as grant_id', 'g.client_id', 'g.expires_at as grant_expires_at'])
      .select('code.consumed_at as code_consumed_at')
      .select([...signedInColumns.session, ...signedInColumns.user])
      .select(prefixedApplicationColumns),
  );
}

const isPast = (seconds: unknown, now: number) =>
  typeof seconds !== 'number' || seconds * 1000 <= now;

/**
 * Returns a function that finds a bearer token of a live session. It returns undefined for every token that needs more
 * checks, such as one that is bound to a key or belongs to a device.
 */
export function createAccessTokenFinder({ db, sessions, applications, now }: Deps) {
  const query = prepareFind(db);

  return async function findBoundToken(value: string): Promise<BoundAccessToken | undefined> {
    const row = await query.first({ idHash: hashSecret(value) });
    const signedIn = sessions.signedInFrom(row);
    if (!row || !signedIn) return undefined;
    const at = now();
    const isUsable =
      row.model === 'AccessToken' &&
      row.consumed_at === null &&
      row.code_consumed_at !== voidedAt &&
      row.token_expires_at > at &&
      !isPast(Math.floor(row.grant_expires_at / 1000), at);
    if (!isUsable) return undefined;
    const payload: AdapterPayload = JSON.parse(row.payload);
    const isBound =
      payload.kind === 'AccessToken' &&
      payload['expiresWithSession'] === true &&
      payload['sessionUid'] === signedIn.session.uid &&
      payload.accountId === signedIn.user.id &&
      payload.clientId === row.client_id &&
      payload.grantId === row.grant_id &&
      !isPast(payload.exp, at);
    if (!isBound) return undefined;
    const application = row.a_id === null ? undefined : applications.fromPrefixed(row);
    return { ...signedIn, payload, application };
  };
}
