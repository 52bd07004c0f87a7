// The applications page: its props for browsers without JavaScript. Other browsers request the same data.

import { normalizeAppId } from '@brama/contract/app-id';
import type { PageProps } from '@brama/contract/pages/page-props';
import { paths, userHashParameter } from '@brama/contract/paths';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { AccountDeps } from './routes.ts';

type Deps = Pick<AccountDeps, 'findUserAnswer' | 'ownSessions' | 'connectedApps'> & { site: Site };

/** Returns what the page launches: the application or the suspended request that the query names. */
function launchOf(carried: string, { userHash, applications }: PageProps['apps']['user']) {
  const query = new URLSearchParams(carried);
  const appId = query.get('appId');
  const isOwn = appId !== null && applications.some(({ id }) => id === normalizeAppId(appId));
  // launches for a suspended request even without access: the launch then shows the error
  if (!isOwn && !query.has('request')) return { continueTo: '', isUnknown: appId !== null };
  const continueTo = `${paths.appRedirect}${carried}&${userHashParameter}=${userHash}`;
  return { continueTo, isUnknown: false };
}

export function createAppsPage(deps: Deps): SignedInPage {
  return async (request, session, language) => {
    const user = await deps.findUserAnswer(session.userId, language);
    const address = pageAddress(request);
    if (!user) return deps.site.renderScreen('apps', language, address);
    const props = {
      user,
      connectedApps: { applications: await deps.connectedApps.list(session.userId, language) },
      sessions: await deps.ownSessions.list(session),
      ...launchOf(address.carried, user),
    };
    return deps.site.renderPage('apps', language, props, address);
  };
}
