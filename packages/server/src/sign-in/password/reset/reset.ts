// Resets a forgotten password: sends an email with a one-time link, and accepts the new password with it. Accepts also the first
// password of an invited user. The response
// reveals nothing about the user, not even by its time, because all that depends on the name happens after it.

import type { Language } from '@brama/contract/paths';
import type { LoginName } from '@brama/contract/sign-in/login-name';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { ResetLink } from '../../../factors/password-reset-tokens.ts';
import { strangerAt } from '../../../http/limits/client-network.ts';
import { type Requester, requesterFor } from '../../../jobs/fair-queue.ts';
import type { Rate } from '../../../rate-limits/limit-kinds.ts';
import type { StartKind } from '../../../rate-limits/network-limits.ts';
import { findNamed } from '../../../users/find-named.ts';
import type { UserStore } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import { lockUser, waysOf } from '../../../users/ways-in.ts';
import type { Password, PasswordMail } from '../context.ts';
import { type PasswordChange, sendPasswordChanged, storePassword } from '../new-password.ts';

/** Reset needs mail. */
export type Reset = { password: Password; mail: PasswordMail };

type ResetRequest = {
  name: LoginName;
  language: Language;
  requester: Requester;
  log: FastifyRequest['log'];
};

export const resetStarts: StartKind = { name: 'password-reset' };

/** Keeps an attacker from flooding a mailbox. */
const emailsPerUser: Rate = {
  kind: 'rate',
  name: 'password-reset',
  max: 3,
  perMs: 3_600_000,
  burst: 2,
};

/** Users without a password sign in by other methods. Their mailbox alone must not give access. */
async function mayReset(users: UserStore, user: User): Promise<boolean> {
  if (user.disabled || user.email === null) return false;
  return users.hasPassword(user.id);
}

/** Runs when the email's turn comes, which may be some time after the request. */
async function sendEmail(
  { password: { users, resetTokens }, mail: { mailer, emails } }: Reset,
  userId: string,
  language: Language,
): Promise<void> {
  const user = await users.byId(userId);
  if (!user?.email || !(await mayReset(users, user))) return;
  const token = await resetTokens.issue(userId, user.email);
  await mailer.send(emails.reset(user, language, token));
}

/** Runs after the response. Only the log shows whether the name belongs to a user. */
async function processRequest(reset: Reset, { name, language, requester, log }: ResetRequest) {
  const { users, limits, events } = reset.password;
  const found = await findNamed(users, name);
  const { source: network } = requester;
  for (const { id: user } of found.length > 0 ? found : [{ id: undefined }])
    events.counter.refuse({ log }, 'password.reset-asked', { network, user });
  for (const user of found) {
    if (!(await mayReset(users, user))) continue;
    if ((await limits.limits.take({ limit: emailsPerUser, subject: user.id })) > 0) continue;
    reset.mail.jobQueue.add('email', requester, () => sendEmail(reset, user.id, language));
  }
}

/** A link belongs to its mailbox, which need not be that of the user any more. */
const isSentTo = ({ email }: ResetLink, present: string | null | undefined) =>
  email === null || email === present;

type FoundLink = { user: User; from: string | null; link: ResetLink };

/** Returns the user of the link, with the present hash. @throws `password.link-over` */
async function findLink(
  { resetTokens, users }: Pick<Password, 'resetTokens' | 'users'>,
  token: string,
): Promise<FoundLink> {
  const link = (await resetTokens.find(token)) ?? fail('password.link-over');
  const user = await users.byId(link.userId);
  const from = await users.passwordHashOf(link.userId);
  // only an invitation is for users without a password
  const isFor = (from === null) === link.isInvitation;
  if (!user || user.disabled || !isFor || !isSentTo(link, user.email))
    return fail('password.link-over');
  return { user, from, link };
}

/** Locks the user. Returns whether the link still holds: the mailbox alone gives no access to an account in use. */
async function mayUse(
  { enabledMethods }: Pick<Password, 'enabledMethods'>,
  queries: Queries,
  link: ResetLink,
): Promise<boolean> {
  await lockUser(queries, link.userId);
  const user = queries.selectFrom('users').select('email').where('id', '=', link.userId);
  if (!isSentTo(link, (await user.executeTakeFirst())?.email)) return false;
  if (!link.isInvitation) return true;
  return (await waysOf(queries, link.userId, enabledMethods)).length === 0;
}

type Use = { token: string; link: ResetLink; hashes: PasswordChange };

/** Uses the token and stores the hash. @throws `password.link-over` */
function store(password: Password, request: FastifyRequest, { token, link, hashes }: Use) {
  const { userId } = hashes;
  return password.ownChanges.runFor(request, userId, async (change) => {
    const { queries } = change;
    if (!(await mayUse(password, queries, link))) return fail('password.link-over');
    const isUsed = await password.resetTokens.consume(queries, token);
    const ended = isUsed && (await storePassword(password, change, request, hashes));
    if (!ended) return fail('password.link-over');
    change.logEnded(ended, 'password-changed');
    return password.devices.remember(queries, request, { userId, hasSecondFactor: false });
  });
}

/** Queues an email with a link. @throws `request.too-many` */
export async function requestLink(
  reset: Reset,
  request: FastifyRequest,
  language: Language,
  name: LoginName,
): Promise<void> {
  await reset.password.limits.requestLimits.countStart(request, resetStarts);
  const { ip, log } = request;
  const requester = strangerAt(ip);
  reset.mail.jobQueue.add('lookup', requester, () =>
    processRequest(reset, { name, language, requester, log }),
  );
}

/**
 * Sets the password without starting a session. Returns the function that sets the device cookie, which makes this
 * browser a trusted device. So the user can sign in from it even while an attacker guesses passwords.
 * @throws `password.link-over`, `password.refused`
 */
export async function resetPassword(
  password: Password,
  request: FastifyRequest,
  language: Language,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<(reply: FastifyReply) => void> {
  const { user, from, link } = await findLink(password, token);
  const { id: userId } = user;
  const issue = await password.validate(newPassword, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
  const to = await password.hash(requesterFor(userId), newPassword);
  const hashes = { userId, from, to, how: 'reset' } as const;
  const { applyCookie } = await store(password, request, { token, link, hashes });
  sendPasswordChanged(password, user, language);
  return applyCookie;
}
