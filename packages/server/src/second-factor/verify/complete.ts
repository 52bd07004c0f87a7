// Uses a second factor, and in the same transaction starts the session of the pending sign-in or raises that of the signed-in
// user. If the factor was used meanwhile, nothing changes.

import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { PendingSignIn } from '../../factors/pending-sign-ins.ts';
import type { Exchange } from '../../http/exchange.ts';
import type { Session } from '../../sessions/session.ts';
import { shareUser } from '../../users/ways-in.ts';
import type { Subject, Verification } from './context.ts';

export type Proof = {
  /** RFC 8176 values of the factor. */
  amr: readonly string[];
  /** Uses the factor. Returns when it was added; undefined if another request was faster. */
  use(queries: Queries): Promise<number | undefined>;
  /** Stores what else belongs to the verification. */
  record?(queries: Queries): Promise<void>;
};

/** `refused`: the factor was used. `over`: the sign-in or the session has ended. */
export type Completion = 'done' | 'refused' | 'over';

/** Rolls back the transaction. */
class Undone extends Error {
  readonly completion: Completion;
  constructor(completion: Completion) {
    super(completion);
    this.completion = completion;
  }
}

function undone(completion: Completion): never {
  throw new Undone(completion);
}

/** Returns when the factor was added. */
async function apply(queries: Queries, { use, record }: Proof): Promise<number> {
  const addedAt = (await use(queries)) ?? undone('refused');
  await record?.(queries);
  return addedAt;
}

async function startSession(
  { pendingSignIns, sessions, completeSignIn }: Verification,
  { request, reply }: Exchange,
  pending: PendingSignIn,
  proof: Proof,
): Promise<void> {
  const isStarted = await completeSignIn(request, reply, async (queries) => {
    if (!(await pendingSignIns.take(queries, pending))) return undefined;
    const addedAt = await apply(queries, proof);
    return sessions.withFactor(queries, pending.signIn, { amr: proof.amr, addedAt });
  });
  if (!isStarted) undone('over');
}

/** The session gets a new secret id, because an attacker may know the old one. */
async function raiseSession(
  { db, sessions, limits, http: { sessionCookie } }: Verification,
  { request, reply }: Exchange,
  session: Session,
  proof: Proof,
): Promise<void> {
  const secretId = sessionCookie.secretIdOf(request) ?? fail('session.required');
  const { renewedId, applyCookie } = await db.transaction().execute(async (transaction) => {
    await shareUser(transaction, session.userId);
    const addedAt = await apply(transaction, proof);
    const isRaised = await sessions.raise(transaction, session, { amr: proof.amr, addedAt });
    const renewedId = isRaised && (await sessions.rotate(transaction, secretId));
    if (!renewedId) return undone('over');
    return { renewedId, applyCookie: await limits.trustDevice(transaction, request, session) };
  });
  sessionCookie.set(reply, renewedId, session);
  applyCookie(reply);
}

export async function complete(
  verification: Verification,
  exchange: Exchange,
  { pending, session }: Subject,
  proof: Proof,
): Promise<Completion> {
  try {
    if (pending) await startSession(verification, exchange, pending, proof);
    else await raiseSession(verification, exchange, session, proof);
    return 'done';
  } catch (error) {
    if (error instanceof Undone) return error.completion;
    throw error;
  }
}
