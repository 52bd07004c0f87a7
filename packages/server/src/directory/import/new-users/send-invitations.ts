// Sends the invitations of the users whom imports have created, one after the other and not too fast. Each is issued by the same code as
// that of an administrator. It is noted as sent after the mail server has accepted it. A server that is killed in between sends another
// one later, whose link replaces the first.

import type { UninvitedCode } from '@brama/contract/admin/imports/codes';
import { emailKey } from '@brama/contract/sign-in/login-name';
import type { Logger } from 'pino';
import type { Database, Queries } from '../../../database/connect.ts';
import { RequestError } from '../../../errors.ts';
import { type Change, inChange } from '../../../events/change.ts';
import type { EventStore } from '../../../events/store.ts';
import type { CountedAttempt } from '../../../rate-limits/admit.ts';
import type { Rate } from '../../../rate-limits/limit-kinds.ts';
import type { RateLimits } from '../../../rate-limits/rate-limits.ts';
import { loadTarget, type Target } from '../../../users/changes/target.ts';
import type { Invitations, Invited } from '../../../users/invitations.ts';
import { hasStarted } from '../../../users/lifecycle/effective-state.ts';
import { recentRolesOf } from '../../../users/roles/second-administrator.ts';
import { type InvitationDeps, issueInvitation } from '../../users/invitations.ts';
import { type DueInvitation, endInvitation, nextInvitation, postpone } from './invitation-store.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Of all nodes together: 60 000 invitations take a working day and do not flood a mail server. */
const invitationsOfImports: Rate = {
  kind: 'rate',
  name: 'import-invitation',
  max: 120,
  perMs: minuteMs,
  burst: 10,
};

/** A node that sends an invitation has so much time before another one tries it. */
const claimMs = 5 * minuteMs;
/** After each failed attempt; after the last one the invitation is given up. */
const retryMs = [5 * minuteMs, 30 * minuteMs, 2 * hourMs, 8 * hourMs, 24 * hourMs] as const;
/** A later invitation would only confuse, such as after email was off for long. */
const latestMs = 7 * 24 * hourMs;

export type InviteJobDeps = Omit<InvitationDeps, 'invitations'> & {
  invitations: Invitations;
  db: Database;
  events: EventStore;
  limits: Pick<RateLimits, 'take'>;
  log: Logger;
};

const codeOfField: Readonly<Record<string, UninvitedCode>> = {
  email: 'no-email',
  disabled: 'cannot-sign-in',
  validFrom: 'cannot-sign-in',
  validUntil: 'cannot-sign-in',
};

/** Returns why the user cannot be invited. */
function codeOfRefusal({ issues = [] }: RequestError): UninvitedCode {
  const codes = issues.map(({ path: [field] }) => codeOfField[`${field}`]);
  return codes.find((one) => one) ?? 'has-way-to-sign-in';
}

async function whyNot(
  queries: Queries,
  target: Target | undefined,
  { dueAt }: DueInvitation,
  at: number,
): Promise<UninvitedCode | undefined> {
  if (!target) return 'cannot-sign-in';
  if (at > dueAt + latestMs) return 'too-late';
  const roles = await recentRolesOf(queries, target.user.id, at, target.roles);
  return roles.length > 0 ? 'has-role' : undefined;
}

/** Issues the link of a user who is locked; or returns undefined, and notes why not. */
async function issue(
  deps: InviteJobDeps,
  change: Pick<Change, 'queries' | 'record'>,
  due: DueInvitation,
): Promise<Invited | undefined> {
  const { queries } = change;
  const { userId, attempts } = due;
  const at = deps.now();
  const target = await loadTarget(queries, userId);
  const { facts } = target?.lifecycle ?? {};
  if (facts?.validFrom && !hasStarted(facts, at)) {
    await postpone(queries, due, { nextAt: facts.validFrom, dueAt: facts.validFrom });
    return undefined;
  }
  if (!(await postpone(queries, due, { nextAt: at + claimMs, attempts: attempts + 1 })))
    return undefined;
  const code = await whyNot(queries, target, due, at);
  if (code || !target) {
    await endInvitation(queries, userId, code, at);
    return undefined;
  }
  try {
    return await issueInvitation(deps, change, target);
  } catch (error) {
    if (!(error instanceof RequestError)) throw error;
    await endInvitation(queries, userId, codeOfRefusal(error), at);
    return undefined;
  }
}

/** Counts the invitation for its mailbox, as for one user. Returns undefined if it must wait. */
async function admit({ invitations }: InviteJobDeps, email: string) {
  try {
    return await invitations.admit(emailKey(email));
  } catch (error) {
    if (error instanceof RequestError) return undefined;
    throw error;
  }
}

/** Sends an invitation. Returns false if the mail server has not accepted it. */
async function deliver(
  { invitations, db, now }: InviteJobDeps,
  { userId, attempts }: DueInvitation,
  invited: Invited,
): Promise<boolean> {
  const reason = await invitations.deliver(invited);
  const at = now();
  const next = retryMs[attempts];
  if (reason === undefined) await endInvitation(db, userId, undefined, at);
  else if (next === undefined) await endInvitation(db, userId, 'not-delivered', at);
  else
    await db
      .updateTable('import_invitations')
      .set({ next_at: at + next })
      .where('user_id', '=', userId)
      .where('state', '=', 'waiting')
      .execute();
  return reason === undefined;
}

/** Returns false if the mail server does not accept emails now. */
async function invite(deps: InviteJobDeps, due: DueInvitation): Promise<boolean> {
  const { db, events, log, now } = deps;
  let attempt: CountedAttempt | undefined;
  if (due.email !== null) {
    attempt = await admit(deps, due.email);
    if (!attempt) {
      await postpone(db, due, { nextAt: now() + hourMs });
      return true;
    }
  }
  const invited = await inChange(db, { events }, { actor: 'server', log }, (change) =>
    issue(deps, change, due),
  ).catch(async (error: unknown) => {
    await attempt?.withdraw();
    throw error;
  });
  if (invited) return deliver(deps, due, invited);
  await attempt?.withdraw();
  return true;
}

/**
 * Sends the invitations that are due, as many as the rate allows now. Returns false if the mail server does not accept them. Several nodes
 * may do it at once.
 */
export async function sendInvitations(
  deps: InviteJobDeps,
  isStopped = () => false,
): Promise<boolean> {
  const { db, limits, now } = deps;
  while (!isStopped()) {
    const due = await nextInvitation(db, now());
    if (!due) return true;
    const counter = { limit: invitationsOfImports, subject: 'all' };
    if ((await limits.take(counter)) > 0) return true;
    if (!(await invite(deps, due))) return false;
  }
  return true;
}
