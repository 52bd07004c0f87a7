// The first half of a recovery: an emailed link or a temporary access code becomes a pending sign-in. It opens only the page for a
// new way to sign in. No response reveals whether an account exists.

import type { Language } from '@brama/contract/paths';
import type { LoginName } from '@brama/contract/sign-in/login-name';
import type { FastifyRequest } from 'fastify';
import type { Queries } from '../database/connect.ts';
import { fail } from '../errors.ts';
import type { RecoveredBy } from '../factors/pending-sign-ins.ts';
import type { Exchange } from '../http/exchange.ts';
import { networkOf, strangerAt } from '../http/limits/client-network.ts';
import type { Requester } from '../jobs/fair-queue.ts';
import { findNamed } from '../users/find-named.ts';
import type { Recovery, RecoveryMail } from './context.ts';
import { admitCode, linksPerUser, recoveryStarts } from './limits.ts';

type LinkRequest = { name: LoginName; language: Language; requester: Requester };

/** Runs when the email's turn comes, which may be some time after the request. */
async function sendLink(
  { users, stores }: Pick<Recovery, 'users' | 'stores'>,
  { mailer, emails }: RecoveryMail,
  userId: string,
  language: Language,
): Promise<void> {
  const user = await users.byId(userId);
  const to = await stores.secondaryEmails.findUsable(userId);
  if (!user || user.disabled || to === undefined) return;
  const token = await stores.links.issue(userId);
  await mailer.send(emails.recovery({ user, language, to }, token));
}

/** Runs after the response. */
async function processRequest(
  recovery: Recovery,
  mail: RecoveryMail,
  { name, language, requester }: LinkRequest,
): Promise<void> {
  for (const user of await findNamed(recovery.users, name)) {
    const to = await recovery.stores.secondaryEmails.findUsable(user.id);
    if (user.disabled || to === undefined) continue;
    const { limits } = recovery.limits;
    if ((await limits.take({ limit: linksPerUser, subject: user.id })) > 0) continue;
    mail.jobQueue.add('email', requester, () => sendLink(recovery, mail, user.id, language));
  }
}

/** Queues an email with a link to the secondary address. @throws `request.too-many` */
export async function requestRecoveryLink(
  recovery: Recovery,
  mail: RecoveryMail,
  request: FastifyRequest,
  language: Language,
  name: LoginName,
): Promise<void> {
  await recovery.limits.requestLimits.countStart(request, recoveryStarts);
  const requester = strangerAt(request.ip);
  mail.jobQueue.add('lookup', requester, () =>
    processRequest(recovery, mail, { name, language, requester }),
  );
}

/** Returns the secret id of the new pending sign-in. */
function startPending(
  { pendingSignIns, now }: Recovery,
  queries: Queries,
  userId: string,
  recoveredBy: RecoveredBy,
): Promise<string> {
  // `otp`: a code that works once (RFC 8176 §2)
  const signIn = { userId, method: 'password', verifiedAt: now(), amr: ['otp'] } as const;
  return pendingSignIns.create(queries, { step: 'recovered', signIn, recoveredBy });
}

/** Uses the link. @throws `recovery.link-over`, `request.too-many` */
export async function useRecoveryLink(
  recovery: Recovery,
  { request, reply }: Exchange,
  token: string,
): Promise<void> {
  const { db, stores, limits, http } = recovery;
  await limits.requestLimits.countStart(request, recoveryStarts);
  const secret = await db.transaction().execute(async (transaction) => {
    const userId = await stores.links.consume(transaction, token);
    return userId === undefined
      ? fail('recovery.link-over')
      : startPending(recovery, transaction, userId, 'secondary-email');
  });
  http.pendingCookie.set(reply, secret);
}

/** Logs and counts the user, never the typed name, because people type passwords into that field. */
function refuseCode(
  { events }: Recovery,
  request: FastifyRequest,
  user: string | undefined,
): never {
  const network = networkOf(request.ip);
  const facts = { method: 'password', reason: 'access-code', network, user } as const;
  events.counter.refuse(request, 'sign-in.refused', facts);
  return fail('recovery.refused', { alreadyLogged: true });
}

/** Uses the code. Returns the secret id of the new pending sign-in; undefined for a wrong code. */
function exchangeCode(
  recovery: Recovery,
  request: FastifyRequest,
  { userId = '', code }: { userId: string | undefined; code: string },
): Promise<string | undefined> {
  const { stores, ownChanges } = recovery;
  return ownChanges.runFor(request, userId, async ({ queries, record }) => {
    if (!(await stores.accessCodes.consume(queries, userId, code))) return undefined;
    // support has checked a person, but this browser has only a code
    await record({ type: 'access-code.used', actor: 'unknown' });
    return startPending(recovery, queries, userId, 'access-code');
  });
}

/** Uses the temporary access code. @throws `recovery.refused`, `sign-in.throttled`, `request.too-many` */
export async function useAccessCode(
  recovery: Recovery,
  { request, reply }: Exchange,
  { username, code }: { username: LoginName; code: string },
): Promise<void> {
  const { users, limits, http } = recovery;
  await limits.requestLimits.countStart(request, recoveryStarts);
  const credentials = await users.findCredentials(username);
  const userId = credentials?.userId;
  const attempt = await admitCode(limits.limits, {
    usernameKey: credentials?.usernameKey ?? username.usernameKey,
    network: networkOf(request.ip),
    device: (await http.trustedDevice(request, async () => userId))?.device,
  });
  const secret = await exchangeCode(recovery, request, { userId, code });
  if (secret === undefined || userId === undefined) return refuseCode(recovery, request, userId);
  await attempt.withdraw();
  http.pendingCookie.set(reply, secret);
}
