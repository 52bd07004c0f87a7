// Describes an application that a user has asked for and cannot open from the applications page.

import { parseAppId } from '@brama/contract/app-id';
import type { MissingApplication } from '@brama/contract/pages/apps-page';
import type { Language } from '@brama/contract/paths';
import type { Site } from '../pages/web-build.ts';
import type { User } from '../users/user.ts';
import { hasAccess } from './access/access.ts';
import { contactOf } from './interaction-pages.ts';
import type { ApplicationStore } from './store.ts';

type Deps = { site: Pick<Site, 'instance'>; applicationById: ApplicationStore['byId'] };

/**
 * Returns a function that describes the application with this id. Its title is no secret: the sign-in page shows it to everyone with the id,
 * and its contact is for users without access. Who has access stays unsaid, because the names of groups may be secret.
 */
export function createDescribeMissing({ site, applicationById }: Deps) {
  return async (
    appId: string,
    user: User,
    language: Language,
  ): Promise<Omit<MissingApplication, 'reference'>> => {
    const id = parseAppId(appId);
    const application = id && (await applicationById(id));
    if (!application) return { reason: 'unknown', contact: contactOf(null, site, language) };
    return {
      title: application.title[language],
      reason: hasAccess(user, application) ? 'opens-elsewhere' : 'no-access',
      contact: contactOf(application.contact, site, language),
    };
  };
}
