// The applications page. Its HTML contains the applications and the data of the user, so that the browser requests
// nothing before it shows them.

import { normalizeAppId } from '@brama/contract/app-id';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, myDataParameter, paths, userHashParameter } from '@brama/contract/paths';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { Session } from '../sessions/session.ts';
import type { AccountDeps } from './routes.ts';

type Deps = Pick<AccountDeps, 'findUserAnswer' | 'ownSessions' | 'connectedApps'>;
type User = PageProps['apps']['user'];
type Arrival = Pick<PageProps['apps'], 'opening' | 'isUnknown'>;

/** Decides what the page opens on arrival: the application of the query, if the user may open it. */
function arrivalOf(carried: string, { userHash, applications }: User): Arrival {
  const query = new URLSearchParams(carried);
  const appId = query.get('appId');
  if (appId === null) return { isUnknown: false };
  const found = applications.find(({ id }) => id === normalizeAppId(appId));
  // launches for a suspended request even without access: the launch then shows the error
  if (!found && !query.has('request')) return { isUnknown: true };
  const href = `${paths.appRedirect}${carried}&${userHashParameter}=${userHash}`;
  return { opening: { href, ...(found && { title: found.title }) }, isUnknown: false };
}

async function myDataOf(
  { ownSessions, connectedApps }: Deps,
  session: Session,
  language: Language,
) {
  const [applications, sessions] = await Promise.all([
    connectedApps.list(session.userId, language),
    ownSessions.list(session),
  ]);
  return { connectedApps: { applications }, sessions };
}

export function createAppsPage(deps: Deps, site: Site): SignedInPage {
  return async (request, signedIn, language) => {
    const user = await deps.findUserAnswer(signedIn.user, language);
    const address = pageAddress(request);
    const isWithMyData = new URLSearchParams(address.query).has(myDataParameter);
    const props = {
      user,
      ...arrivalOf(address.carried, user),
      ...(isWithMyData && { myData: await myDataOf(deps, signedIn.session, language) }),
    };
    return site.renderParts('apps', language, props, address);
  };
}
