// The applications page. Its skeleton is sent first, because scripts request the data of the user. Browsers without
// JavaScript continue to the same page with the data in it, or to the application that the query names.

import { normalizeAppId } from '@brama/contract/app-id';
import type { PageProps } from '@brama/contract/pages/page-props';
import { paths, userHashParameter } from '@brama/contract/paths';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { AccountDeps } from './routes.ts';

type Deps = Pick<AccountDeps, 'findUserAnswer' | 'ownSessions' | 'connectedApps'>;

/** Requests the page with the data of the user in it. */
const withoutScripts = 'scripts=off';

/** Returns the address that launches the application or the suspended request of the query, if the user may. */
function launchAddress(carried: string, { userHash, applications }: PageProps['apps']['user']) {
  const query = new URLSearchParams(carried);
  const appId = query.get('appId');
  const isOwn = appId !== null && applications.some(({ id }) => id === normalizeAppId(appId));
  // launches for a suspended request even without access: the launch then shows the error
  const isLaunched = isOwn || query.has('request');
  return isLaunched ? `${paths.appRedirect}${carried}&${userHashParameter}=${userHash}` : undefined;
}

export function createAppsPage(deps: Deps, site: Site): SignedInPage {
  return async (request, session, language) => {
    const address = pageAddress(request);
    const { query, carried } = address;
    const skeleton = (continueTo?: string) =>
      site.renderScreen('apps', language, address, continueTo);
    const isComplete = query.slice(1).split('&').includes(withoutScripts);
    const completeAddress = `/${language}/apps${query === '' ? '?' : `${query}&`}${withoutScripts}`;
    if (!isComplete && carried === '') return skeleton(completeAddress);
    const user = await deps.findUserAnswer(session.userId, language);
    if (!user) return skeleton();
    const launch = launchAddress(carried, user);
    if (launch !== undefined) return skeleton(launch);
    if (!isComplete) return skeleton(completeAddress);
    const props = {
      user,
      connectedApps: { applications: await deps.connectedApps.list(session.userId, language) },
      sessions: await deps.ownSessions.list(session),
      isUnknown: new URLSearchParams(carried).has('appId'),
    };
    return site.renderPage('apps', language, props, address);
  };
}
