// Uses a second factor, and in the same transaction starts the session of the pending sign-in or raises that of the signed-in
// user. If the factor was used meanwhile, nothing changes.

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { PendingSignIn } from '../../factors/pending-sign-ins.ts';
import { amrWithFactor } from '../../sessions/assurance.ts';
import type { Session } from '../../sessions/session.ts';
import { shareUser } from '../../users/ways-in.ts';
import type { Subject, Verification } from './context.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

export type Proof = {
  /** RFC 8176 values of the factor. */
  amr: readonly string[];
  /** Uses the factor. Returns false if another request was faster. */
  use(queries: Queries): Promise<boolean>;
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

async function apply(queries: Queries, { use, record }: Proof): Promise<void> {
  if (!(await use(queries))) undone('refused');
  await record?.(queries);
}

async function startSession(
  { pendingSignIns, completeSignIn }: Verification,
  { request, reply }: Exchange,
  pending: PendingSignIn,
  proof: Proof,
): Promise<void> {
  const isStarted = await completeSignIn(request, reply, async (queries) => {
    if (!(await pendingSignIns.take(queries, pending))) return undefined;
    await apply(queries, proof);
    return { ...pending.signIn, amr: amrWithFactor(pending.signIn, proof.amr) };
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
  const amr = amrWithFactor(session, proof.amr);
  const { renewedId, applyCookie } = await db.transaction().execute(async (transaction) => {
    await shareUser(transaction, session.userId);
    await apply(transaction, proof);
    const isRaised = await sessions.raise(transaction, session, amr);
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
