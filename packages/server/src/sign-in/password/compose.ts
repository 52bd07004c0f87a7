// Wires the sign-in method "password" and its pages for changing and resetting passwords.

import type { Language } from '@brama/contract/paths';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config/config.ts';
import { deriveKey } from '../../crypto/keys.ts';
import { createPasswordChoice } from '../../users/password-choice.ts';
import { normalizePassword } from '../../users/password-policy.ts';
import type { User } from '../../users/user.ts';
import type { ComposedMethod, SignInContext } from '../method.ts';
import { createAttemptLimits } from './attempt-limits.ts';
import { createAuthenticate } from './authenticate.ts';
import { createChange } from './change/change.ts';
import { registerChange } from './change/routes.ts';
import { createDummyHashes } from './hashing/dummy-hash.ts';
import { createHashQueue, type HashQueue } from './hashing/hash-queue.ts';
import { createVerifyPassword } from './hashing/verify.ts';
import { createPasswordMethod } from './method.ts';
import type { NewPasswordDeps } from './new-password.ts';
import { createPasswordPages } from './password-pages.ts';
import { createPasswordEmails } from './reset/emails.ts';
import { createReset, type MailDeps } from './reset/reset.ts';
import { registerReset } from './reset/routes.ts';
import { PasswordResetTokens } from './reset/token-store.ts';

/** Names that a password must not consist of. */
function serviceNames({ organisationNameUk, organisationNameEn, baseUrl }: Config) {
  return [organisationNameUk, organisationNameEn, new URL(baseUrl).hostname, 'Brama', 'Брама'];
}

function composeAuthenticate(context: SignInContext, hashQueue: HashQueue) {
  const { config, keys, users, hasher, now } = context;
  const key = deriveKey(keys.data, 'what unknown names are checked against');
  const dummyHashes = createDummyHashes({ sampleHashes: users.sampleHashes, key, now });
  return createAuthenticate({
    findCredentials: users.findCredentials,
    devices: context.devices,
    admit: createAttemptLimits({ limits: context.limits.limits, settings: config }),
    hashQueue,
    verifyPassword: createVerifyPassword({
      renewPasswordHash: users.renewPasswordHash,
      hasher,
      dummyHashes,
    }),
    pause: context.pause,
  });
}

function composeNewPassword(context: SignInContext, hashQueue: HashQueue): NewPasswordDeps {
  const { config, users, hasher } = context;
  return {
    validate: createPasswordChoice({
      minLength: config.passwordMinLength,
      names: serviceNames(config),
    }),
    hash: (requester, password) =>
      hashQueue.run(requester, () => hasher.hash(normalizePassword(password))),
    passwordHashOf: users.passwordHashOf,
    setPassword: users.setPassword,
    revokeUsers: context.revokeUsers,
  };
}

/** Notifies the user by email that the password has changed. */
function notifyChanged({ jobQueue, mailer, emails }: MailDeps, user: User, language: Language) {
  if (user.email === null) return;
  const requester = { group: user.id, source: '', isTrusted: false };
  jobQueue.add('notification', requester, () => mailer.send(emails.changed(user, language)));
}

function composePages(
  context: SignInContext,
  hashQueue: HashQueue,
  resetTokens: PasswordResetTokens,
) {
  const { config, db, devices, users, now } = context;
  const { sessionCookie, returnToCookie } = context.http;
  const { site } = context.pages;
  const pages = createPasswordPages({ site, leastLength: config.passwordMinLength });
  const newPassword = composeNewPassword(context, hashQueue);
  const emails = createPasswordEmails({ site, baseUrl: config.baseUrl });
  const mail = context.mail && { ...context.mail, emails };
  const authenticate = composeAuthenticate(context, hashQueue);

  async function registerPages(server: FastifyInstance) {
    const change = createChange({
      db,
      authenticate,
      newPassword,
      devices,
      sessionCookie,
      resetTokens,
      now,
      sessions: context.sessions,
    });
    await registerChange(server, {
      change,
      pages,
      sessionCookie,
      returnToCookie,
      notifyChanged: (user, language) => mail && notifyChanged(mail, user, language),
    });
    if (!mail) return;
    const reset = createReset({
      db,
      newPassword,
      resetTokens,
      devices,
      mail,
      now,
      limits: context.limits.limits,
      requestLimits: context.limits.requestLimits,
      users: {
        byId: users.byId,
        findCredentials: users.findCredentials,
        findByEmail: async ({ emailKey }) =>
          (await users.findByEmail(emailKey, 'password')).map(({ user }) => user),
      },
    });
    await registerReset(server, { reset, pages, returnToCookie });
  }

  return { authenticate, registerPages };
}

export function composePassword(context: SignInContext): ComposedMethod {
  const { config, hasher, now } = context;
  const hashQueue = createHashQueue({ threads: config.hashThreads, queue: config.hashQueue });
  const resetTokens = new PasswordResetTokens(context.db, now);
  const method = createPasswordMethod({
    ...composePages(context, hashQueue, resetTokens),
    loginPage: context.pages.loginPage,
    close() {
      hashQueue.close();
      return hasher.close();
    },
    now,
  });
  return { method, cleanupTasks: [(most) => resetTokens.deleteExpired(most)] };
}
