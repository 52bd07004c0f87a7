// The dependencies that the files of sign-in with a password share.

import type { MethodId } from '@brama/contract/pages/login-page';
import type { PasswordIssue } from '@brama/contract/sign-in/password/method';
import type { Config } from '../../config/config.ts';
import { deriveKey } from '../../crypto/keys.ts';
import type { PasswordResetTokens } from '../../factors/password-reset-tokens.ts';
import type { Requester } from '../../jobs/fair-queue.ts';
import type { Site } from '../../pages/web-build.ts';
import { createPasswordChoice } from '../../users/password-choice.ts';
import { normalizePassword } from '../../users/password-policy.ts';
import type { User } from '../../users/user.ts';
import type { SignInContext } from '../method.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { type Authenticate, createAuthenticate } from './authenticate.ts';
import { createDummyHashes } from './hashing/dummy-hash.ts';
import type { HashQueue } from './hashing/hash-queue.ts';
import { createVerifyPassword } from './hashing/verify.ts';
import { createPasswordEmails, type PasswordEmails } from './reset/emails.ts';

type Shared = Pick<
  SignInContext,
  | 'db'
  | 'users'
  | 'sessions'
  | 'devices'
  | 'events'
  | 'changes'
  | 'ownChanges'
  | 'revokeUsers'
  | 'now'
>;

export type PasswordMail = NonNullable<SignInContext['mail']> & { emails: PasswordEmails };

export type Password = Shared &
  Pick<SignInContext, 'http' | 'limits'> & {
    authenticate: Authenticate;
    /** Returns why the user may not choose this password, or undefined. */
    validate(password: string, user: User): Promise<PasswordIssue | undefined>;
    /** Hashes the password when the turn comes. @throws `busy` */
    hash(requester: Requester, password: string): Promise<string>;
    resetTokens: PasswordResetTokens;
    enabledMethods: readonly MethodId[];
    site: Site;
    /** Characters a password must have. */
    leastLength: number;
    /** Absent when no mail server is configured. */
    mail: PasswordMail | undefined;
  };

/** Names that a password must not consist of. */
function serviceNames({ organisationNameUk, organisationNameEn, baseUrl }: Config) {
  return [organisationNameUk, organisationNameEn, new URL(baseUrl).hostname, 'Brama', 'Брама'];
}

function composeAuthenticate(context: SignInContext, hashQueue: HashQueue) {
  const { config, keys, users, devices, hasher, now, pause } = context;
  const key = deriveKey(keys.data, 'what unknown names are checked against');
  const dummyHashes = createDummyHashes({ sampleHashes: users.sampleHashes, key, now });
  return createAuthenticate({
    findCredentials: users.findCredentials,
    devices,
    admit: createAttemptLimits({ limits: context.limits.limits, settings: config }),
    hashQueue,
    verifyPassword: createVerifyPassword({
      renewPasswordHash: users.renewPasswordHash,
      passwordHashOf: users.passwordHashOf,
      hasher,
      dummyHashes,
    }),
    countThrottled: (userId, network) =>
      context.events.counter.count({
        type: 'sign-in.refused',
        actor: 'unknown',
        userId,
        method: 'password',
        network,
      }),
    pause,
  });
}

export function createPassword(
  context: SignInContext,
  hashQueue: HashQueue,
  resetTokens: PasswordResetTokens,
): Password {
  const { config, db, users, sessions, devices, revokeUsers, hasher, mail, now, isBreached } =
    context;
  const { site } = context.pages;
  const leastLength = config.passwordMinLength;
  const emails = createPasswordEmails({ site, baseUrl: config.baseUrl });
  return {
    db,
    users,
    sessions,
    devices,
    events: context.events,
    changes: context.changes,
    ownChanges: context.ownChanges,
    revokeUsers,
    now,
    http: context.http,
    limits: context.limits,
    authenticate: composeAuthenticate(context, hashQueue),
    validate: createPasswordChoice({
      minLength: leastLength,
      names: serviceNames(config),
      isBreached,
    }),
    hash: (requester, password) =>
      hashQueue.run(requester, () => hasher.hash(normalizePassword(password))),
    resetTokens,
    enabledMethods: context.enabledMethods,
    site,
    leastLength,
    mail: mail && { ...mail, emails },
  };
}
