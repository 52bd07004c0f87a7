// The applications page. Its HTML contains the applications and the data of the user, so that the browser requests
// nothing before it shows them.

import { normalizeAppId } from '@brama/contract/app-id';
import { referenceOf } from '@brama/contract/errors';
import type { MissingApplication } from '@brama/contract/pages/apps-page';
import type { PageProps } from '@brama/contract/pages/page-props';
import { type Language, paths, searchParameter, userHashParameter } from '@brama/contract/paths';
import { pageAddress } from '../pages/address.ts';
import type { SignedInPage } from '../pages/pages.ts';
import type { Site } from '../pages/web-build.ts';
import type { Session } from '../sessions/session.ts';
import type { User } from '../users/user.ts';
import { portalList } from './portal-list.ts';
import type { AccountDeps } from './routes.ts';

type Deps = Pick<AccountDeps, 'findUserAnswer' | 'rememberedApplications'> & {
  isPasskeyOffered(session: Session): Promise<boolean>;
  /** Describes an application that is not in the list of the user. */
  describeMissing(
    appId: string,
    user: User,
    language: Language,
  ): Promise<Omit<MissingApplication, 'reference'>>;
};

type Arrival = Pick<PageProps['apps'], 'opening'> & { missingId?: string };

/** Decides what the page opens on arrival: the application of the query, if the user may open it. */
function arrivalOf(
  carried: string,
  { userHash, applications }: Pick<PageProps['apps']['user'], 'userHash' | 'applications'>,
): Arrival {
  const query = new URLSearchParams(carried);
  const appId = query.get('appId');
  if (appId === null) return {};
  const found = applications.find(({ id }) => id === normalizeAppId(appId));
  // launches for a suspended request even without access: the launch then shows the error
  if (!found && !query.has('request')) return { missingId: appId };
  const href = `${paths.appRedirect}${carried}&${userHashParameter}=${userHash}`;
  return { opening: { href, ...(found && { title: found.title }) } };
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
    const { missingId, opening } = arrivalOf(address.carried, user);
    const missing =
      missingId === undefined
        ? undefined
        : await deps.describeMissing(missingId, signedIn.user, language);
    // support finds the application by the code that the user reads out
    if (missing)
      request.log.info(
        { application: missingId, reason: missing.reason },
        'application not listed',
      );
    const props = {
      user: { ...user, applications },
      portal,
      offersPasskey,
      ...(opening && { opening }),
      ...(missing && { missing: { ...missing, reference: referenceOf(request.id) } }),
    };
    return site.renderParts('apps', language, props, address);
  };
}
