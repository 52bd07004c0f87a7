// Passes the administration API what it reads and changes of OpenID Connect: signing keys and registrations.

import type { RegistrationDeps } from '../../applications/oidc/clients/registration-handlers.ts';
import { Registrations } from '../../applications/oidc/clients/registrations.ts';
import type { SigningKeys } from '../../applications/oidc/keys/handlers.ts';
import { withStates } from '../../applications/oidc/keys/schedule.ts';
import { createKeyStore } from '../../applications/oidc/keys/store.ts';
import type { GroupDeps } from '../../directory/groups/groups.ts';
import type { Core } from '../core.ts';
import type { ServerDeps } from '../deps.ts';

export function composeOidcParts(
  { config, db, logger, now }: Pick<ServerDeps, 'config' | 'db' | 'logger' | 'now'>,
  { applications, encryption }: Pick<Core, 'applications' | 'encryption'>,
): { signingKeys: SigningKeys } & Pick<RegistrationDeps & GroupDeps, 'registrations'> {
  const keys = createKeyStore(db, { now, encryption, log: logger });
  const registrations = new Registrations({ db, applications, now });
  return {
    signingKeys: {
      list: async (queries) => withStates(await keys.readable(queries), now()),
      add: keys.add,
      replaceAll: keys.replaceAll,
    },
    registrations: {
      areOn: config.oidcRegistration,
      list: () => registrations.list(),
      issue: registrations.issue.bind(registrations),
      isGroupInToken: registrations.isGroupInToken.bind(registrations),
      listTokens: registrations.listTokens.bind(registrations),
      hasToken: registrations.hasToken.bind(registrations),
      revokeToken: registrations.revokeToken.bind(registrations),
      removeWithin: registrations.removeWithin.bind(registrations),
    },
  };
}
