// Chooses what the applications page shows: favourites first, then the recently used, then the rest in the given order. Pure.

import type { ApplicationResponse } from '@brama/contract/api/user';
import type { PortalProps } from '@brama/contract/pages/apps-page';
import {
  maxShownApplications,
  searchApplications,
} from '@brama/contract/portal/search-applications';

/** What the portal remembers for the user about an application. */
export type Remembered = { id: string; isFavorite: boolean; lastUsedAt: number | null };

const maxQueryLength = 100;

/** Returns the ids of favourites, and of launched applications with the last one first. */
function idsOf(remembered: readonly Remembered[]) {
  const favorites = remembered.filter(({ isFavorite }) => isFavorite).map(({ id }) => id);
  const recent = remembered
    .filter(({ lastUsedAt }) => lastUsedAt !== null)
    .sort((one, other) => (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0))
    .map(({ id }) => id);
  return { favorites, recent };
}

/** Returns at most `maxShownApplications`, in the given order; favourites and recently used ones stay. */
function withinLimit(
  applications: readonly ApplicationResponse[],
  { favorites, recent }: ReturnType<typeof idsOf>,
): readonly ApplicationResponse[] {
  if (applications.length <= maxShownApplications) return applications;
  const preferred = new Map([...favorites, ...recent].map((id, index) => [id, index]));
  const rank = ({ id }: ApplicationResponse) => preferred.get(id) ?? preferred.size;
  const chosen = applications
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, maxShownApplications);
  const ids = new Set(chosen.map(({ id }) => id));
  return applications.filter(({ id }) => ids.has(id));
}

/**
 * Returns the applications of the page, in the given order, and the rest of its props. `query` is the searched text. Up to
 * `maxShownApplications` the page receives all applications, and searches by itself.
 */
export function portalList(
  all: readonly ApplicationResponse[],
  remembered: readonly Remembered[],
  query: string,
): { applications: ApplicationResponse[]; portal: PortalProps } {
  // the sandbox is for developers
  const own = all.filter(({ sandbox }) => !sandbox);
  const search = query.slice(0, maxQueryLength);
  const found = own.length > maxShownApplications ? searchApplications(own, search) : own;
  const ids = idsOf(remembered);
  const applications = [...withinLimit(found, ids)];
  const shown = new Set(applications.map(({ id }) => id));
  // the applications of a category stand together
  const categories = [...new Set(applications.flatMap(({ category }) => category ?? []))];
  const favorites = ids.favorites.filter((id) => shown.has(id));
  const recent = ids.recent.filter((id) => shown.has(id));
  return {
    applications,
    portal: {
      favorites,
      recent,
      categories,
      search,
      count: own.length,
      found: found.length,
    },
  };
}
