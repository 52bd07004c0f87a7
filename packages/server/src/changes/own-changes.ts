// Every change that signed-in users make to their own ways to sign in runs here, in one transaction. It locks the user, requires that
// the session still exists, and applies the rule of changes to the session as it is now. Checks before the transaction may be
// outdated: a revocation, a sign-out or a later sign-in may have come between.

import type { EventType } from '@brama/contract/events/event-table';
import type { FastifyRequest } from 'fastify';
import { hashSecret } from '../crypto/secrets.ts';
import type { Database, Queries } from '../database/connect.ts';
import { forChange } from '../database/postgres/row-locks.ts';
import { fail } from '../errors.ts';
import { Change, type ChangeDeps, inChange } from '../events/change.ts';
import type { ChangeRequirement, ChangeRule } from '../factors/change-rule.ts';
import { endFactorWait, endsFactorWait } from '../sessions/factor-wait.ts';
import { type Session, sessionColumns, sessionFrom } from '../sessions/session.ts';
import { lockUser } from '../users/ways-in.ts';
import { causeOf } from './cause.ts';

type Deps = Required<ChangeDeps> & {
  db: Database;
  rule: ChangeRule;
  /** Returns the secret id of the session that the browser has sent. */
  secretIdOf(request: FastifyRequest): string | undefined;
};

export type OwnChange = {
  change: Change;
  queries: Queries;
  /** The session as it is now. */
  session: Session;
  secretId: string;
};

/**
 * What a change requires in its transaction. `user`: nothing more than the lock of the user, also if the session has ended meanwhile.
 * `session`: the session still exists. The others require what the rule says, and the present secret id of the session: an attacker
 * may have sent one that was replaced meanwhile.
 */
export type OwnChangeRequirement = 'user' | 'session' | ChangeRequirement;

/** With one of these the user vouches for the new factors, in a session of Diia. After a removal others may be left. */
const additions: readonly EventType[] = [
  'password.changed',
  'google.linked',
  'passkey.added',
  'second-factor.added',
  'recovery-codes.created',
  'secondary-email.added',
];

/** Returns the session and the hash of its secret id. @throws `session.required` */
async function lockSession(queries: Queries, { uid, userId }: Session) {
  const query = queries
    .selectFrom('sessions')
    .select([...sessionColumns, 'id_hash'])
    .where('uid', '=', uid)
    .where('user_id', '=', userId);
  const row = await forChange(queries, query).executeTakeFirst();
  return row ? { session: sessionFrom(row), idHash: row.id_hash } : fail('session.required');
}

/** Returns the session as it is now. @throws `session.required`, and what the rule throws */
async function lock(
  queries: Queries,
  rule: ChangeRule,
  given: { session: Session; secretId: string; requirement: OwnChangeRequirement },
): Promise<Session> {
  const { requirement } = given;
  if (!(await lockUser(queries, given.session.userId))) fail('session.required');
  if (requirement === 'user') return given.session;
  const { session, idHash } = await lockSession(queries, given.session);
  if (requirement === 'session') return session;
  if (idHash !== hashSecret(given.secretId)) fail('session.required');
  await rule.check(session, requirement, queries);
  return session;
}

export function createOwnChanges({ db, rule, secretIdOf, events, notifyUser }: Deps) {
  const deps = { events, notifyUser };
  return {
    /**
     * Runs `work`, and reports what has happened after the commit. Returns its result. An error undoes everything.
     * @throws `session.required`, and what the requirement throws
     */
    async run<T>(
      request: FastifyRequest,
      given: Session,
      requirement: OwnChangeRequirement,
      work: (own: OwnChange) => Promise<T>,
    ): Promise<T> {
      const secretId = secretIdOf(request) ?? fail('session.required');
      const { userId, uid: sessionUid } = given;
      return inChange(db, deps, causeOf(request, { userId, sessionUid }), async (change) => {
        const { queries } = change;
        const session = await lock(queries, rule, { session: given, secretId, requirement });
        const result = await work({ change, queries, session, secretId });
        if (change.hasHappened(additions) && endsFactorWait(session))
          await endFactorWait(queries, session.userId);
        return result;
      });
    },

    /** Runs `work` in one transaction, for a user who is not signed in yet. */
    runFor: <T>(
      request: FastifyRequest,
      userId: string | undefined,
      work: (change: Change) => Promise<T>,
    ): Promise<T> => inChange(db, deps, causeOf(request, { userId }), work),

    /** Does the same in the transaction of the caller, who calls `committed` after it. */
    begin: (request: FastifyRequest, queries: Queries, userId: string) =>
      new Change(deps, queries, causeOf(request, { userId })),
  };
}

export type OwnChanges = ReturnType<typeof createOwnChanges>;
