// Finds for the account page how a user can sign in, and for the applications page whether to offer a passkey.

import type { PageProps } from '@brama/contract/pages/page-props';
import type { Session } from '../sessions/session.ts';
import { findGoogleLink } from '../sign-in/google/account-linking.ts';
import { methodsOn } from '../sign-in/methods.ts';
import { listPasskeys } from '../sign-in/passkey/list.ts';
import { PasskeyOffers } from '../sign-in/passkey/offers.ts';
import { canSignInBy } from '../users/ways-in.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

export function createFindSignInMethods(
  { config, db, now }: Pick<ServerDeps, 'config' | 'db' | 'now'>,
  { links, factors: { changes, passkeys: store, removals } }: Pick<Core, 'factors' | 'links'>,
) {
  const enabledMethods = methodsOn(config);
  const { passkey: settings } = config.methods;
  return async (session: Session): Promise<PageProps['account']['signInMethods']> => {
    const has = (method: 'password' | 'diia') => canSignInBy(db, session.userId, [method]);
    const google = enabledMethods.includes('google');
    return {
      password: await has('password'),
      diia: enabledMethods.includes('diia') ? await has('diia') : null,
      google: google ? await findGoogleLink({ db, links, changes, removals }, session) : null,
      passkey: settings
        ? await listPasskeys({ db, store, settings, changes, removals, now }, session)
        : null,
    };
  };
}

export function createIsPasskeyOffered({
  config,
  db,
  now,
}: Pick<ServerDeps, 'config' | 'db' | 'now'>) {
  const offers = new PasskeyOffers(db, now);
  const isOn = config.methods.passkey !== undefined;
  return async (session: Session): Promise<boolean> => isOn && (await offers.isDue(session));
}
