// The applications a user may open, in the order of their titles.

import type { ApplicationAnswer } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import type { User } from '../users/user.ts';
import type { Application } from './application.ts';
import { hasAccess } from './has-access.ts';
import type { Protocol } from './protocol.ts';
import { isSandbox } from './sandbox.ts';

const collators: Record<Language, Intl.Collator> = {
  uk: new Intl.Collator('uk'),
  en: new Intl.Collator('en'),
};

type Deps = { all(): Promise<Application[]>; protocols: ReadonlyMap<string, Protocol> };

export function createApplicationList({ all, protocols }: Deps) {
  function canBeOpened(application: Application): boolean {
    // one whose protocol this release does not speak cannot be opened either
    const protocol = protocols.get(application.protocol.type);
    return protocol !== undefined && (protocol.isLaunchable?.(application) ?? true);
  }

  return async (user: User, language: Language): Promise<ApplicationAnswer[]> =>
    (await all())
      .filter((one) => canBeOpened(one) && hasAccess(user, one))
      .map((one) => ({
        id: one.id,
        name: one.name,
        title: one.title[language],
        description: one.description[language],
        ...(isSandbox(one) && { sandbox: true as const }),
      }))
      .sort((one, other) => collators[language].compare(one.title, other.title));
}
