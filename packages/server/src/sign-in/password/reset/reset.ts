// Resets a forgotten password: sends an email with a one-time link, and accepts the new password with it. The response
// reveals nothing about the user, not even by its time, because all that depends on the name happens after it.

import type { Language } from '@brama/contract/paths';
import type { LoginName } from '@brama/contract/sign-in/login-name';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Database } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { networkOf, widerNetworkOf } from '../../../http/limits/client-network.ts';
import type { RequestLimits } from '../../../http/limits/request-limits.ts';
import type { Requester } from '../../../jobs/fair-queue.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Rate } from '../../../rate-limits/limit-kinds.ts';
import type { RateLimits } from '../../../rate-limits/rate-limits.ts';
import type { Credentials } from '../../../users/store.ts';
import type { User } from '../../../users/user.ts';
import type { TrustedDevices } from '../../trusted-devices.ts';
import { logPasswordChange, type NewPasswordDeps } from '../new-password.ts';
import type { PasswordEmails } from './emails.ts';
import type { PasswordResetTokens } from './token-store.ts';

export type MailDeps = { mailer: Mailer; jobQueue: JobQueue; emails: PasswordEmails };

export type ResetDeps = {
  db: Database;
  users: {
    byId(id: string): Promise<User | undefined>;
    findCredentials(name: LoginName): Promise<Credentials | undefined>;
    findByEmail(name: LoginName): Promise<readonly User[]>;
  };
  newPassword: NewPasswordDeps;
  resetTokens: PasswordResetTokens;
  devices: Pick<TrustedDevices, 'forgetUser' | 'remember'>;
  limits: Pick<RateLimits, 'take'>;
  requestLimits: Pick<RequestLimits, 'countStart'>;
  mail: MailDeps;
  now: () => number;
};

type ResetRequest = {
  name: LoginName;
  language: Language;
  requester: Requester;
  log: FastifyRequest['log'];
};

/** Keeps an attacker from flooding a mailbox. */
const emailsPerUser: Rate = {
  kind: 'rate',
  name: 'password-reset',
  max: 3,
  perMs: 3_600_000,
  burst: 2,
};

/** Returns the user with this username, or else all users with this email address: each gets an email. */
async function findUsers({ users }: ResetDeps, name: LoginName): Promise<readonly User[]> {
  const credentials = await users.findCredentials(name);
  if (!credentials) return users.findByEmail(name);
  const user = await users.byId(credentials.userId);
  return user ? [user] : [];
}

/** Users without a password sign in by other methods. Their mailbox alone must not give access. */
async function mayReset({ newPassword }: ResetDeps, user: User): Promise<boolean> {
  if (user.disabled || user.email === null) return false;
  return (await newPassword.passwordHashOf(user.id)) !== null;
}

/** Runs when the email's turn comes, which may be some time after the request. */
async function sendEmail(deps: ResetDeps, userId: string, language: Language): Promise<void> {
  const { mailer, emails } = deps.mail;
  const user = await deps.users.byId(userId);
  if (!user || !(await mayReset(deps, user))) return;
  const token = await deps.resetTokens.issue(userId);
  await mailer.send(emails.reset(user, language, token));
}

/** Runs after the response. Only the log shows whether the name belongs to a user. */
async function processRequest(deps: ResetDeps, { name, language, requester, log }: ResetRequest) {
  const users = await findUsers(deps, name);
  for (const { id: user } of users.length > 0 ? users : [{ id: undefined }])
    logSecurityEvent(log, 'password.reset-asked', { network: requester.source, user });
  for (const user of users) {
    if (!(await mayReset(deps, user))) continue;
    if ((await deps.limits.take({ limit: emailsPerUser, subject: user.id })) > 0) continue;
    deps.mail.jobQueue.add('email', requester, () => sendEmail(deps, user.id, language));
  }
}

/** Returns the user of the link. @throws `password.link-over` */
async function userOfToken({ resetTokens, users }: ResetDeps, token: string): Promise<User> {
  const id = (await resetTokens.userIdOf(token)) ?? fail('password.link-over');
  const user = await users.byId(id);
  return user && !user.disabled ? user : fail('password.link-over');
}

/** Uses the token and stores the hash. @throws `password.link-over` */
function store(
  { db, resetTokens, newPassword, devices, now }: ResetDeps,
  request: FastifyRequest,
  { token, userId, ...hashes }: { token: string; userId: string; from: string; to: string },
) {
  return db.transaction().execute(async (transaction) => {
    const isUsed = await resetTokens.consume(transaction, token);
    if (!isUsed || !(await newPassword.setPassword(transaction, userId, hashes)))
      fail('password.link-over');
    const ended = await newPassword.revokeUsers(transaction, {
      users: [userId],
      scope: 'sign-ins',
      at: now(),
    });
    // an attacker with the old password may have signed in from a device
    await devices.forgetUser(transaction, userId);
    const applyCookie = await devices.remember(transaction, request, userId);
    return { ended, applyCookie };
  });
}

async function resetPassword(
  deps: ResetDeps,
  request: FastifyRequest,
  { token, password, language }: { token: string; password: string; language: Language },
): Promise<(reply: FastifyReply) => void> {
  const { newPassword, mail } = deps;
  const user = await userOfToken(deps, token);
  const issue = await newPassword.validate(password, user);
  if (issue) fail('password.refused', { fields: { newPassword: issue } });
  const from = (await newPassword.passwordHashOf(user.id)) ?? fail('password.link-over');
  const requester = { group: user.id, source: '', isTrusted: false };
  const to = await newPassword.hash(requester, password);
  const { ended, applyCookie } = await store(deps, request, { token, userId: user.id, from, to });
  logPasswordChange(request, user.id, { how: 'reset', ended });
  if (user.email !== null)
    mail.jobQueue.add('notification', requester, () =>
      mail.mailer.send(mail.emails.changed(user, language)),
    );
  return applyCookie;
}

export function createReset(deps: ResetDeps) {
  return {
    /** Queues an email with a link. @throws `request.too-many` */
    async requestLink(request: FastifyRequest, language: Language, name: LoginName): Promise<void> {
      await deps.requestLimits.countStart(request, 'password-reset');
      const { ip, log } = request;
      const requester = { group: widerNetworkOf(ip), source: networkOf(ip), isTrusted: false };
      deps.mail.jobQueue.add('lookup', requester, () =>
        processRequest(deps, { name, language, requester, log }),
      );
    },

    /**
     * Sets the password without starting a session. Returns the function that sets the device cookie: while an attacker
     * guesses, the user can sign in with the new password from this browser. @throws `password.link-over`, `password.refused`
     */
    use: (
      request: FastifyRequest,
      language: Language,
      { token, newPassword: password }: { token: string; newPassword: string },
    ) => resetPassword(deps, request, { token, password, language }),
  };
}

export type Reset = ReturnType<typeof createReset>;
