// What every door gets: the records, who is visiting, how often somebody may try.

import { createBrowsers } from '../applications/browsers.ts';
import { createPendingRequests } from '../applications/pending-store.ts';
import { createApplicationStore } from '../applications/store.ts';
import { createSubjectOf } from '../applications/subjects.ts';
import { deriveKey } from '../derived-key.ts';
import { createRequestLimits } from '../http/request-limits.ts';
import { createUserHash } from '../http/user-hash.ts';
import { createVisitors } from '../http/visitor.ts';
import { createWayBack } from '../http/way-back.ts';
import { createNetworkLimits } from '../limits/of-networks.ts';
import { createLimits } from '../limits/store.ts';
import { createSealing } from '../sealing.ts';
import { createOpenSessions } from '../sessions/open-sessions.ts';
import { createSessionStore } from '../sessions/store.ts';
import { createKnownDevices } from '../sign-in/known-devices.ts';
import { createUserStore } from '../users/store.ts';
import type { Parts } from './parts.ts';

export function composeCore({ config, db, keys, now, pause }: Parts) {
  const { secure } = config;
  const sealing = createSealing(keys.data);
  const lifetimes = {
    idleSeconds: config.sessionIdleSeconds,
    absoluteSeconds: config.sessionAbsoluteSeconds,
  };
  const sessions = createSessionStore(db, { lifetimes, now, sealing });
  const limits = createLimits(db, { key: deriveKey(keys.data, 'what limits count'), now });
  const devices = createKnownDevices({ db, secure, now });
  const networkLimits = createNetworkLimits({ limits, settings: config, now, pause });
  return {
    users: createUserStore(db),
    sealing,
    sessions,
    openSessions: createOpenSessions(db, { lifetimes, now }),
    applications: createApplicationStore(db, now),
    pendingRequests: createPendingRequests(db, { ttlSeconds: 3600, now, sealing }),
    subjectOf: createSubjectOf(deriveKey(keys.data, 'pairwise subjects of OpenID Connect')),
    browsers: createBrowsers(secure),
    visitors: createVisitors({
      sessions,
      secure,
      userHashOf: createUserHash(deriveKey(keys.data, 'user hashes in pages')),
    }),
    wayBack: createWayBack(secure),
    limits,
    devices,
    networkLimits,
    requestLimits: createRequestLimits({
      limits: networkLimits,
      knownDevice: devices.knownDevice,
    }),
  };
}

export type Core = ReturnType<typeof composeCore>;
