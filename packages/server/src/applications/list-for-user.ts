// The applications that a user may open, in the order of the applications page: by category, then by their place, then by title.

import type { ApplicationResponse } from '@brama/contract/api/user';
import { type Language, languages } from '@brama/contract/paths';
import type { User } from '../users/user.ts';
import { hasAccess } from './access/access.ts';
import { type Application, compareTitles } from './application.ts';
import { shownIconPath } from './icons/icon-path.ts';
import type { Protocol } from './protocol.ts';
import { isSandbox } from './sandbox.ts';

type Deps = { all(): Promise<Application[]>; protocols: ReadonlyMap<string, Protocol> };

/** Greater than every position. */
const last = Number.MAX_SAFE_INTEGER;

const placeOf = ({ position }: Application) => position ?? last;

/** Returns the smallest position in each category. Applications of other users count too, so that all users see one order. */
function placesOfCategories(all: readonly Application[], language: Language) {
  const places = new Map<string, number>();
  for (const one of all) {
    const category = one.category?.[language];
    if (category === undefined) continue;
    places.set(category, Math.min(places.get(category) ?? last, placeOf(one)));
  }
  return places;
}

/** Returns a function that compares two applications. Those without a category stand after the others. */
function createCompare(all: readonly Application[], language: Language) {
  const places = placesOfCategories(all, language);
  const placeIn = (category: string) => places.get(category) ?? last;
  const compareCategories = (one: Application, other: Application): number => {
    const [a, b] = [one.category?.[language], other.category?.[language]];
    if (a === b) return 0;
    if (a === undefined) return 1;
    if (b === undefined) return -1;
    return placeIn(a) - placeIn(b) || compareTitles({ title: a }, { title: b }, language);
  };
  return (one: Application, other: Application): number =>
    compareCategories(one, other) ||
    placeOf(one) - placeOf(other) ||
    compareTitles({ title: one.title[language] }, { title: other.title[language] }, language);
}

export function createApplicationList({ all, protocols }: Deps) {
  function isLaunchable(application: Application): boolean {
    // a record can name a protocol that this release does not have
    const protocol = protocols.get(application.protocol.type);
    return protocol !== undefined && (protocol.isLaunchable?.(application) ?? true);
  }

  function shown(application: Application, language: Language): ApplicationResponse {
    const { id, name, title, description, category } = application;
    const icon = shownIconPath(application);
    const otherTitle = languages.map((one) => title[one]).find((one) => one !== title[language]);
    return {
      id,
      name,
      title: title[language],
      ...(otherTitle !== undefined && { otherTitle }),
      description: description[language],
      ...(icon !== undefined && { icon }),
      ...(category && { category: category[language] }),
      ...(isSandbox(application) && { sandbox: true as const }),
    };
  }

  return async (user: User, language: Language): Promise<ApplicationResponse[]> => {
    const known = await all();
    return known
      .filter((one) => isLaunchable(one) && hasAccess(user, one))
      .sort(createCompare(known, language))
      .map((one) => shown(one, language));
  };
}
