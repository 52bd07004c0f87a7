// The door by which users arrive, with its methods.

import { createSecretKey } from 'node:crypto';
import type { Config } from '../config/config.ts';
import { deriveKey } from '../crypto/derived-key.ts';
import type { JobQueue } from '../jobs/queue.ts';
import type { LoginPage } from '../pages/login-page.ts';
import type { DiiaDeps } from '../sign-in/diia/method.ts';
import { createDiiaRequests } from '../sign-in/diia/request-store.ts';
import { createGoogleAttempts } from '../sign-in/google/attempt-store.ts';
import type { GoogleDeps } from '../sign-in/google/method.ts';
import { createMethods } from '../sign-in/methods.ts';
import { createAttemptLimits } from '../sign-in/password/attempt-limits.ts';
import { createDummyHashes } from '../sign-in/password/hashing/dummy-hash.ts';
import { createHashQueue } from '../sign-in/password/hashing/hash-queue.ts';
import type { PasswordDeps } from '../sign-in/password/method.ts';
import { createSignInService } from '../sign-in/service.ts';
import { createSignInTickets } from '../sign-in/ticket-store.ts';
import { createLinkedIdentities } from '../users/linked-identities.ts';
import { createPasswordChoice } from '../users/password-choice.ts';
import { hashTaxId } from '../users/tax-id.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';
import { revokeUsers } from './revoke-users.ts';

/** What a password must not be made of. */
function namesOfService({ organisationNameUk, organisationNameEn, baseUrl }: Config) {
  return [organisationNameUk, organisationNameEn, new URL(baseUrl).hostname, 'Brama', 'Брама'];
}

type Deps = { loginPage: LoginPage; jobQueue: JobQueue };

export function composeSignIn(parts: ServerDeps, core: Core, { loginPage, jobQueue }: Deps) {
  const { config, db, keys, hasher, site, mailer, now } = parts;
  const {
    users,
    encryption,
    sessions,
    sessionCookie,
    returnToCookie,
    limits,
    devices,
    requestLimits,
  } = core;
  const userById = users.byId;
  const tickets = createSignInTickets(db, {
    ttlSeconds: config.signInTicketSeconds,
    now,
    encryption,
  });
  const diiaRequests = createDiiaRequests(db, { now, encryption });
  const googleAttempts = createGoogleAttempts(db, { now, encryption });

  function passwordDeps(): PasswordDeps {
    return {
      ...users,
      userById,
      hasher,
      dummyHashes: createDummyHashes({
        sampleHashes: users.sampleHashes,
        key: deriveKey(keys.data, 'what unknown names are checked against'),
        now,
      }),
      admit: createAttemptLimits({ limits, settings: config }),
      deviceOf: devices.deviceOf,
      db,
      sessions,
      sessionCookie,
      returnToCookie,
      limits,
      requestLimits,
      revokeUsers,
      forgetDevices: devices.forgetUser,
      rememberDevice: devices.remember,
      findByEmail: async (email) =>
        (await users.findByEmail(email, 'password')).map(({ user }) => user),
      mail: mailer && { mailer, jobQueue },
      baseUrl: config.baseUrl,
      faultOf: createPasswordChoice({
        least: config.passwordMinLength,
        names: namesOfService(config),
      }),
      now,
      site,
      leastLength: config.passwordMinLength,
      loginPage,
      pause: parts.pause,
      hashQueue: createHashQueue({ threads: config.hashThreads, queue: config.hashQueue }),
    };
  }

  function diiaDeps(): DiiaDeps | undefined {
    if (!config.diia) return undefined;
    const taxIdKey = createSecretKey(keys.taxId);
    return {
      settings: config.diia,
      authorities: parts.diiaAuthorities,
      requests: diiaRequests,
      hashTaxId: (taxId) => hashTaxId(taxId, taxIdKey),
      userByTaxIdHash: users.byTaxIdHash,
      fetch: parts.fetch,
      begin: (request) => requestLimits.countStart(request, 'diia'),
      baseUrl: config.baseUrl,
      secure: config.secure,
      now,
    };
  }

  function googleDeps(): GoogleDeps | undefined {
    if (!config.google) return undefined;
    return {
      settings: config.google,
      attempts: googleAttempts,
      links: createLinkedIdentities(db, now),
      findByEmail: users.findByEmail,
      userById,
      sessionCookie,
      otherMethods: config.diia ? ['password', 'tax-id'] : ['password'],
      stateKey: deriveKey(keys.data, 'Google state'),
      logKey: deriveKey(keys.data, 'Google accounts in the log'),
      fetch: parts.fetch,
      begin: (request) => requestLimits.countStart(request, 'google'),
      baseUrl: config.baseUrl,
      secure: config.secure,
      now,
    };
  }

  const methods = createMethods({
    password: passwordDeps(),
    diia: diiaDeps(),
    google: googleDeps(),
  });
  return {
    methods,
    signInService: createSignInService({ db, tickets, sessions, sessionCookie, devices, methods }),
    cleanupTasks: [
      tickets.deleteExpiredTaxIds,
      tickets.deleteExpired,
      // also where Diia or Google has been switched off: what was kept for them must not stay
      diiaRequests.deleteExpired,
      googleAttempts.deleteExpired,
    ],
  };
}
