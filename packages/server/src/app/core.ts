// Creates what all areas share: stores, cookies and rate limits.

import { ApplicationActivity } from '../applications/diagnostics/activity.ts';
import { createKeyStore } from '../applications/keys/store.ts';
import { Registrations } from '../applications/oidc/clients/registrations.ts';
import { ApplicationOwners } from '../applications/owners.ts';
import { createPairwiseSubject } from '../applications/pairwise-subjects.ts';
import { UserApplications } from '../applications/portal/user-applications.ts';
import { createApplicationStore } from '../applications/store.ts';
import { createBrowserCookie } from '../applications/suspended-requests/browser-cookie.ts';
import { createAuthorizationRequestFinder } from '../applications/suspended-requests/finder.ts';
import { createAuthorizationRequestStore } from '../applications/suspended-requests/store.ts';
import { createEncryption } from '../crypto/encryption.ts';
import { deriveKey } from '../crypto/keys.ts';
import { EventCounter } from '../events/counter.ts';
import { EventStore } from '../events/store.ts';
import { ChangeRule } from '../factors/change-rule.ts';
import { PasskeyStore } from '../factors/passkey-store.ts';
import { PendingSignIns } from '../factors/pending-sign-ins.ts';
import { SecondFactors } from '../factors/policy.ts';
import { RecoveryCodes } from '../factors/recovery-codes.ts';
import { RememberedBrowsers } from '../factors/remembered-browsers.ts';
import { RemovalRule } from '../factors/removal-rule.ts';
import { TotpFactors } from '../factors/totp.ts';
import { UsableFactors } from '../factors/usable-factors.ts';
import { createRequestLimits } from '../http/limits/request-limits.ts';
import { createReturnToCookie } from '../http/return-to-cookie.ts';
import { createPendingCookie, createRememberedCookie } from '../http/second-factor-cookies.ts';
import { createSessionCookie } from '../http/session-cookie.ts';
import { createUserHash } from '../http/user-hash.ts';
import { NetworkLimits } from '../rate-limits/network-limits.ts';
import { RateLimits } from '../rate-limits/rate-limits.ts';
import { createRecoveryStores } from '../recovery/compose.ts';
import { lifetimesFrom } from '../sessions/session.ts';
import { createSessionStore } from '../sessions/store.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { TrustedDevices } from '../sign-in/trusted-devices.ts';
import { LinkedIdentities } from '../users/linked-identities.ts';
import { LastSignIns } from '../users/search/last-sign-ins.ts';
import { SearchTexts } from '../users/search/refresh.ts';
import { UserStore } from '../users/store.ts';
import type { ServerDeps } from './deps.ts';

const dayMs = 24 * 3_600_000;

export function composeCore({ config, db, keys, logger, now, pause }: ServerDeps) {
  const { secure } = config;
  const encryption = createEncryption(keys.data);
  const lifetimes = lifetimesFrom(config);
  const sessions = createSessionStore(db, { lifetimes, now, encryption });
  const limits = new RateLimits(db, { key: deriveKey(keys.data, 'what limits count'), now });
  const devices = new TrustedDevices({ db, secure, now });
  const networkLimits = new NetworkLimits({ limits, settings: config, now, pause });
  const browsers = createBrowserCookie(secure);
  const pendingSignIns = new PendingSignIns(db, now);
  const totp = new TotpFactors(db, { encryption, now });
  const usable = new UsableFactors({ hasPasskeys: config.methods.passkey !== undefined });
  const remembered = new RememberedBrowsers(db, {
    lifetimeMs: config.secondFactorRememberDays * dayMs,
    now,
  });
  const policy = new SecondFactors({
    settings: {
      policy: config.secondFactor,
      policyOfRoles: config.secondFactorRoles,
      graceMs: config.secondFactorGraceDays * dayMs,
      hasPasskeys: config.methods.passkey !== undefined,
    },
    now,
  });
  const {
    secondaryEmails,
    links: recoveryLinks,
    accessCodes,
  } = createRecoveryStores(db, keys, now);
  const applications = createApplicationStore(db, now);
  const authorizationRequests = createAuthorizationRequestStore(db, {
    ttlSeconds: 3600,
    now,
    encryption,
  });
  return {
    users: new UserStore(db),
    links: new LinkedIdentities(db, now),
    searchTexts: new SearchTexts(db),
    lastSignIns: new LastSignIns(db),
    events: {
      store: new EventStore(db, now),
      counter: new EventCounter({ db, now, log: logger }),
    },
    factors: {
      totp,
      passkeys: new PasskeyStore(db, now),
      secondaryEmails,
      accessCodes,
      usable,
      changes: new ChangeRule(db, { usableFactors: usable, now }),
      recoveryCodes: new RecoveryCodes(db, {
        key: deriveKey(keys.data, 'recovery codes of users'),
        now,
      }),
      remembered,
      pendingSignIns,
      policy,
      removals: new RemovalRule(methodsOn(config), policy),
    },
    encryption,
    sessions,
    recoveryLinks,
    applications,
    owners: new ApplicationOwners(db),
    registrations: new Registrations({ db, applications, now }),
    signingKeys: createKeyStore(db, { now, encryption, log: logger }),
    userApplications: new UserApplications(db, now),
    activity: new ApplicationActivity({ db, now, log: logger }),
    authorizationRequests,
    findAuthorizationRequest: createAuthorizationRequestFinder({
      browsers,
      authorizationRequests,
    }),
    pairwiseSubject: createPairwiseSubject(
      deriveKey(keys.data, 'pairwise subjects of OpenID Connect'),
    ),
    browsers,
    sessionCookie: createSessionCookie({
      sessions,
      secure,
      userHashOf: createUserHash(deriveKey(keys.data, 'user hashes in pages')),
      now,
    }),
    returnToCookie: createReturnToCookie(secure),
    pendingCookie: createPendingCookie(pendingSignIns, { secure }),
    rememberedCookie: createRememberedCookie(remembered, { secure }),
    limits,
    devices,
    networkLimits,
    requestLimits: createRequestLimits({
      limits: networkLimits,
      trustedDevice: (request) => devices.findForAnyUser(request),
    }),
  };
}

export type Core = ReturnType<typeof composeCore>;
