// The account page. Its HTML contains everything that its sections show, so that it works without JavaScript.

import type { PageProps } from '@brama/contract/pages/page-props';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { Session } from '../sessions/session.ts';
import type { Activity } from './activity.ts';
import type { AccountDeps } from './routes.ts';
import { userFields } from './user-answer.ts';

type Deps = Pick<AccountDeps, 'sessionCookie' | 'ownSessions' | 'connectedApps'> & {
  site: Site;
  /** Returns how the user of the session can sign in. */
  findSignInMethods(session: Session): Promise<PageProps['account']['signInMethods']>;
  /** Returns null if the server sends no email. */
  findSecondaryEmail(userId: string): Promise<PageProps['account']['secondaryEmail']>;
  /** Returns the state of two-step verification. */
  findSecondFactor(session: Session): Promise<PageProps['account']['secondFactor']>;
  /** Returns from when the newest second factors of the user count; undefined if they count. */
  findFactorsCountFrom(userId: string): Promise<number | undefined>;
  activity: Activity;
  now: () => number;
};

export function createAccountPage(deps: Deps): SignedInPage {
  return async (request, signedIn, language) => {
    const { session, user } = signedIn;
    const [
      signInMethods,
      secondaryEmail,
      secondFactor,
      countFrom,
      sessions,
      applications,
      activity,
    ] = await Promise.all([
      deps.findSignInMethods(session),
      deps.findSecondaryEmail(session.userId),
      deps.findSecondFactor(session),
      deps.findFactorsCountFrom(session.userId),
      deps.ownSessions.list(session),
      deps.connectedApps.list(session.userId, language),
      deps.activity(request, signedIn, language),
    ]);
    const props = {
      user: userFields(user, deps.sessionCookie.userHashOf(user.id)),
      signInMethods,
      secondaryEmail,
      secondFactor,
      newFactorsCountFrom: countFrom === undefined ? null : new Date(countFrom).toISOString(),
      sessions,
      connectedApps: { applications },
      activity,
      sentAt: new Date(deps.now()).toISOString(),
    };
    return deps.site.renderParts('account', language, props, pageAddress(request));
  };
}
