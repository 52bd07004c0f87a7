// Stores proxy-granting tickets, as hashes. They end with the session.

import { sql } from 'kysely';
import { hashSecret } from '../../../crypto/secrets.ts';
import type { Database } from '../../../database/connect.ts';
import { isForeignKeyViolation } from '../../../database/errors.ts';
import { prepare, runTogether } from '../../../database/prepared.ts';
import type { Session } from '../../../sessions/session.ts';
import { type SessionStore, type SignedIn, signedInColumns } from '../../../sessions/store.ts';
import type { Application } from '../../application.ts';
import { type ApplicationStore, prefixedApplicationColumns } from '../../store.ts';

/** One session has at most so many of one application; further ones replace the oldest. */
const maxPerSession = 20;

type NewGrant = {
  /** The proxy-granting ticket. */
  pgt: string;
  application: Application;
  session: Session;
  /** The user had signed in since the login request of the first ticket. */
  fresh: boolean;
  /** Addresses of the proxies, the newest first. */
  proxies: readonly string[];
};

export type FoundGrant = Omit<NewGrant, 'pgt' | 'session'> & {
  /** Undefined if the session has expired or the user is disabled. */
  signedIn: SignedIn | undefined;
};

type Owner = { sessionUid: string; applicationId: string };
type Row = Owner & {
  idHash: string;
  userId: string;
  proxies: string;
  fresh: number;
  createdAt: number;
};

const insertGrant = (db: Database, row: Row) =>
  db.insertInto('cas_proxy_grants').values({
    id_hash: row.idHash,
    session_uid: row.sessionUid,
    application_id: row.applicationId,
    user_id: row.userId,
    proxies: row.proxies,
    fresh: row.fresh,
    created_at: row.createdAt,
  });

/** Deletes the grants that are older than the newest `maxPerSession`. */
function deleteOldest(db: Database, { sessionUid, applicationId }: Owner) {
  const oldestKept = db
    .selectFrom('cas_proxy_grants')
    .select('created_at')
    .where('session_uid', '=', sessionUid)
    .where('application_id', '=', applicationId)
    .orderBy('created_at', 'desc')
    .limit(sql.lit(1))
    .offset(sql.lit(maxPerSession - 1));
  return db
    .deleteFrom('cas_proxy_grants')
    .where('session_uid', '=', sessionUid)
    .where('application_id', '=', applicationId)
    .where('created_at', '<', oldestKept);
}

const findGrant = (db: Database, { idHash }: { idHash: string }) =>
  db
    .selectFrom((chosen) =>
      // a subquery first: SQLite would plan a plain join again for every parameter
      chosen
        .selectFrom('cas_proxy_grants')
        .select(['application_id', 'session_uid', 'proxies', 'fresh'])
        .where('id_hash', '=', idHash)
        .limit(sql.lit(1))
        .as('g'),
    )
    .innerJoin('sessions as s', 's.uid', 'g.session_uid')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .innerJoin('applications as a', 'a.id', 'g.application_id')
    .select(['g.proxies', 'g.fresh'])
    .select([...signedInColumns.session, ...signedInColumns.user, ...prefixedApplicationColumns]);

type Deps = {
  db: Database;
  sessions: SessionStore;
  applications: ApplicationStore;
  now: () => number;
};

export function createProxyGrantStore({ db, sessions, applications, now }: Deps) {
  // an application repeats a validation whose grant a power failure has undone
  const relaxed = { relaxedDurability: true };
  const insert = prepare(db, (row: Row) => insertGrant(db, row), relaxed);
  const prune = prepare(db, (owner: Owner) => deleteOldest(db, owner), relaxed);
  const find = prepare(db, (given: { idHash: string }) => findGrant(db, given));

  return {
    /** Returns false if the session has ended. */
    async store({ pgt, application, session, fresh, proxies }: NewGrant): Promise<boolean> {
      const owner = { sessionUid: session.uid, applicationId: application.id };
      const row = {
        ...owner,
        idHash: hashSecret(pgt),
        userId: session.userId,
        proxies: JSON.stringify(proxies),
        fresh: fresh ? 1 : 0,
        createdAt: now(),
      };
      try {
        await runTogether(db, [insert.filled(row), prune.filled(owner)]);
      } catch (error) {
        if (isForeignKeyViolation(error)) return false;
        throw error;
      }
      return true;
    },

    async find(pgt: string): Promise<FoundGrant | undefined> {
      const row = await find.first({ idHash: hashSecret(pgt) });
      return (
        row && {
          application: applications.fromPrefixed(row),
          signedIn: sessions.signedInFrom(row),
          fresh: row.fresh === 1,
          proxies: JSON.parse(row.proxies),
        }
      );
    },
  };
}

export type ProxyGrantStore = ReturnType<typeof createProxyGrantStore>;
