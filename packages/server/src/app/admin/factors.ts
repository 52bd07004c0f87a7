// Passes the administration API what it reads and changes about the ways in of users.

import type { FactorDeps } from '../../directory/factors/factors.ts';
import { PasskeyStore } from '../../factors/passkey-store.ts';
import { UsableFactors } from '../../factors/usable-factors.ts';
import { createRecoveryStores } from '../../recovery/compose.ts';
import { listFactors } from '../../recovery/list-factors.ts';
import { methodsOn } from '../../sign-in/methods.ts';
import { LinkedIdentities } from '../../users/linked-identities.ts';
import { UserStore } from '../../users/store.ts';
import type { ServerDeps } from '../deps.ts';

export function composeFactors({
  config,
  db,
  keys,
  now,
}: Pick<ServerDeps, 'config' | 'db' | 'keys' | 'now'>): Pick<
  FactorDeps,
  'findFactors' | 'links' | 'removePasskey' | 'usableFactors' | 'issueAccessCode'
> {
  const { accessCodes } = createRecoveryStores(db, keys, now);
  const passkeys = new PasskeyStore(db, now);
  const users = new UserStore(db);
  const enabledMethods = methodsOn(config);
  return {
    async findFactors(userId) {
      if (!(await users.byId(userId))) return undefined;
      return listFactors(db, userId, { enabledMethods, at: now() });
    },
    links: new LinkedIdentities(db, now),
    usableFactors: new UsableFactors({ hasPasskeys: config.methods.passkey !== undefined }),
    removePasskey: passkeys.remove.bind(passkeys),
    issueAccessCode: accessCodes.issue.bind(accessCodes),
  };
}
