// The applications page. Its HTML contains the applications and the data of the user, so that the browser requests
// nothing before it shows them.

import { normalizeAppId } from '@brama/contract/app-id';
import type { PageProps } from '@brama/contract/pages/page-props';
import { paths, searchParameter, userHashParameter } from '@brama/contract/paths';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { Session } from '../sessions/session.ts';
import { portalList } from './portal-list.ts';
import type { AccountDeps } from './routes.ts';

type Deps = Pick<AccountDeps, 'findUserAnswer' | 'rememberedApplications'> & {
  isPasskeyOffered(session: Session): Promise<boolean>;
};
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

export function createAppsPage(deps: Deps, site: Site): SignedInPage {
  return async (request, signedIn, language) => {
    const [user, remembered, offersPasskey] = await Promise.all([
      deps.findUserAnswer(signedIn.user, language),
      deps.rememberedApplications(signedIn.user.id),
      deps.isPasskeyOffered(signedIn.session),
    ]);
    const address = pageAddress(request);
    const search = new URLSearchParams(address.query).get(searchParameter) ?? '';
    const { applications, portal } = portalList(user.applications, remembered, search);
    const props = {
      user: { ...user, applications },
      portal,
      offersPasskey,
      ...arrivalOf(address.carried, user),
    };
    return site.renderParts('apps', language, props, address);
  };
}
