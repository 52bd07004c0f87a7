// The applications that a user may open, sorted by title.

import type { ApplicationResponse } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import type { User } from '../users/user.ts';
import { hasAccess } from './access/access.ts';
import { type Application, compareTitles } from './application.ts';
import { shownIconPath } from './icons/icon-path.ts';
import type { Protocol } from './protocol.ts';
import { isSandbox } from './sandbox.ts';

type Deps = { all(): Promise<Application[]>; protocols: ReadonlyMap<string, Protocol> };

export function createApplicationList({ all, protocols }: Deps) {
  function isLaunchable(application: Application): boolean {
    // a record can name a protocol that this release does not have
    const protocol = protocols.get(application.protocol.type);
    return protocol !== undefined && (protocol.isLaunchable?.(application) ?? true);
  }

  return async (user: User, language: Language): Promise<ApplicationResponse[]> =>
    (await all())
      .filter((one) => isLaunchable(one) && hasAccess(user, one))
      .map((one) => {
        const icon = shownIconPath(one);
        return {
          id: one.id,
          name: one.name,
          title: one.title[language],
          description: one.description[language],
          ...(icon !== undefined && { icon }),
          ...(one.category && { category: one.category[language] }),
          ...(isSandbox(one) && { sandbox: true as const }),
        };
      })
      .sort((one, other) => compareTitles(one, other, language));
}
