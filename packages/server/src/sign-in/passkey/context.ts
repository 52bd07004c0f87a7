// The dependencies that the files of sign-in with a passkey share.

import { deriveKey } from '../../crypto/keys.ts';
import type { PasskeyStore } from '../../factors/passkey-store.ts';
import { hostCookie } from '../../http/host-cookie.ts';
import type { SignInContext } from '../method.ts';
import { type Challenges, createChallenges } from './challenges.ts';
import type { PasskeyOffers } from './offers.ts';
import type { PasskeySettings } from './settings.ts';
import type { UsedChallenges } from './used-challenges.ts';

export type Passkeys = Pick<
  SignInContext,
  'db' | 'events' | 'changes' | 'ownChanges' | 'removals' | 'usableFactors' | 'now'
> & {
  settings: PasskeySettings;
  /** The origin of our pages. No other may use our challenges. */
  origin: string;
  /** Names the organisation when a passkey is added. */
  organisationOf(language: 'uk' | 'en'): string;
  sessionCookie: SignInContext['http']['sessionCookie'];
  /** Binds challenges of sign-ins to the browser that received them. */
  browserCookie: ReturnType<typeof hostCookie>;
  challenges: Challenges;
  used: UsedChallenges;
  store: PasskeyStore;
  offers: PasskeyOffers;
  requestLimits: SignInContext['limits']['requestLimits'];
  /** Loads the library, once. */
  verify(): Promise<typeof import('./verify.ts')>;
};

export function createPasskeys(
  context: SignInContext,
  settings: PasskeySettings,
  { store, used, offers }: Pick<Passkeys, 'store' | 'used' | 'offers'>,
): Passkeys {
  const { config, db, keys, now } = context;
  const { organisationNameUk: uk, organisationNameEn: en } = config;
  return {
    settings,
    db,
    events: context.events,
    changes: context.changes,
    removals: context.removals,
    usableFactors: context.usableFactors,
    ownChanges: context.ownChanges,
    now,
    origin: config.baseUrl,
    organisationOf: (language) => ({ uk, en })[language],
    sessionCookie: context.http.sessionCookie,
    // strict: only our own pages use it
    browserCookie: hostCookie('passkey', { secure: config.secure, sameSite: 'strict' }),
    challenges: createChallenges(deriveKey(keys.data, 'passkey challenges'), now),
    used,
    store,
    offers,
    requestLimits: context.limits.requestLimits,
    verify: () => import('./verify.ts'),
  };
}
