// A forgotten password: a letter with a one-time link to the address we know, and the new password by it. Whoever asks
// learns nothing: neither from the answer nor from its time, for all that depends on the name happens after it.

import type { Language } from '@brama/contract/paths';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../../../audit/security-events.ts';
import type { Database, Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import { networkOf, widerNetworkOf } from '../../../http/limits/client-network.ts';
import type { RequestLimits } from '../../../http/limits/request-limits.ts';
import type { Requester } from '../../../jobs/fair-queue.ts';
import type { JobQueue } from '../../../jobs/queue.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { Rate } from '../../../rate-limits/limit.ts';
import type { RateLimits } from '../../../rate-limits/store.ts';
import { normalizePassword } from '../../../users/password-policy.ts';
import type { User } from '../../../users/user.ts';
import { type ChangeDeps, logPasswordChange } from '../change/change.ts';
import type { PasswordEmails } from './emails.ts';
import type { PasswordResets } from './token-store.ts';

/** What sending mail needs; absent where mail is off. */
export type MailDeps = { mailer: Mailer; jobQueue: JobQueue; letters: PasswordEmails };

export type ResetDeps = Pick<
  ChangeDeps,
  | 'db'
  | 'faultOf'
  | 'hasher'
  | 'hashQueue'
  | 'findCredentials'
  | 'setPassword'
  | 'forgetDevices'
  | 'revokeUsers'
  | 'now'
> & {
  resets: PasswordResets;
  limits: Pick<RateLimits, 'take'>;
  requestLimits: Pick<RequestLimits, 'countStart'>;
  /** That the user has come by this browser, in the caller's transaction; answers with what tells the browser. */
  rememberDevice(
    queries: Queries,
    request: FastifyRequest,
    userId: string,
  ): Promise<(reply: FastifyReply) => void>;
  userById(id: string): Promise<User | undefined>;
  findByEmail(email: string): Promise<readonly User[]>;
};

type Asked = { name: string; language: Language; turn: Requester; log: FastifyRequest['log'] };

/** Nobody's mailbox is flooded from here. */
const lettersOfUser: Rate = {
  kind: 'rate',
  name: 'password-reset',
  max: 3,
  perMs: 3_600_000,
  burst: 2,
};

export function createReset(deps: ResetDeps & { db: Database }, mail: MailDeps) {
  const { resets, limits, requestLimits } = deps;
  const { mailer, jobQueue, letters } = mail;

  /** By username, or else by address: all who have it, each with a letter of their own. */
  async function usersCalled(name: string): Promise<readonly User[]> {
    // no name holds NUL, and PostgreSQL refuses text that does
    if (name.includes('\0')) return [];
    const credentials = await deps.findCredentials(name);
    if (!credentials) return deps.findByEmail(name);
    const user = await deps.userById(credentials.userId);
    return user ? [user] : [];
  }

  /** An address alone is no way in for whoever signs in by other ways. */
  async function mayReset(user: User): Promise<boolean> {
    if (user.disabled || user.email === null) return false;
    return Boolean((await deps.findCredentials(user.username))?.passwordHash);
  }

  async function mayHaveLetter(user: User): Promise<boolean> {
    if (!(await mayReset(user))) return false;
    return (await limits.take({ limit: lettersOfUser, subject: user.id })) === 0;
  }

  /** When its turn has come, which may be a while after it was asked for. */
  async function write(id: string, language: Language): Promise<void> {
    const user = await deps.userById(id);
    if (!user || !(await mayReset(user))) return;
    await mailer.send(letters.reset(user, language, await resets.issue(id)));
  }

  /** After the answer: whether anybody is called so is told to the log alone. */
  async function lookInto({ name, language, turn, log }: Asked): Promise<void> {
    const users = await usersCalled(name);
    for (const { id: user } of users.length > 0 ? users : [{ id: undefined }])
      logSecurityEvent(log, 'password.reset-asked', { network: turn.source, user });
    for (const user of users)
      if (await mayHaveLetter(user)) jobQueue.add('email', turn, () => write(user.id, language));
  }

  /** Whose link this is. @throws `password.link-over` */
  async function userOf(token: string): Promise<User> {
    const id = (await resets.userIdOf(token)) ?? fail('password.link-over');
    const user = await deps.userById(id);
    return user && !user.disabled ? user : fail('password.link-over');
  }

  return {
    /** @throws `request.too-many` */
    async ask(request: FastifyRequest, language: Language, name: string): Promise<void> {
      await requestLimits.countStart(request, 'password-reset');
      const turn = {
        group: widerNetworkOf(request.ip),
        source: networkOf(request.ip),
        isTrusted: false,
      };
      jobQueue.add('lookup', turn, () => lookInto({ name, language, turn, log: request.log }));
    },

    /**
     * Sets the password; no session comes of it. Answers with what makes this browser a known device: whoever is being
     * guessed at and chooses another password must get in with it. @throws `password.link-over`, `password.refused`
     */
    async use(
      request: FastifyRequest,
      language: Language,
      { token, newPassword }: { token: string; newPassword: string },
    ): Promise<(reply: FastifyReply) => void> {
      const user = await userOf(token);
      const fault = await deps.faultOf(newPassword, user);
      if (fault) fail('password.refused', { fields: { newPassword: fault } });
      const from = (await deps.findCredentials(user.username))?.passwordHash;
      if (!from) fail('password.link-over');
      const turn = { group: user.id, source: '', isTrusted: false };
      const to = await deps.hashQueue.run(turn, () =>
        deps.hasher.hash(normalizePassword(newPassword)),
      );
      const { ended, mark } = await deps.db.transaction().execute(async (transaction) => {
        const used = await resets.consume(transaction, token);
        const isSet = used && (await deps.setPassword(transaction, user.id, { from, to }));
        if (!isSet) fail('password.link-over');
        const ended = await deps.revokeUsers(transaction, {
          users: [user.id],
          scope: 'sign-ins',
          at: deps.now(),
        });
        // whoever knew the old one may have signed in from a device of theirs
        await deps.forgetDevices(transaction, user.id);
        const mark = await deps.rememberDevice(transaction, request, user.id);
        return { ended, mark };
      });
      logPasswordChange(request, user.id, { how: 'reset', ended });
      if (user.email !== null)
        jobQueue.add('notification', turn, () => mailer.send(letters.changed(user, language)));
      return mark;
    },
  };
}

export type Reset = ReturnType<typeof createReset>;
