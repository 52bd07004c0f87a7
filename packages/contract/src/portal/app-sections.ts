// Divides the applications into the sections of the page: favourites, recently used, categories, others. Pure.
import type { ApplicationResponse } from '../api/user.ts';

/** From this number on the page has a search field, and recently used applications have a section of their own. */
export const manyApplications = 8;
/** Up to this number the page has no headings. */
const fewApplications = 4;
const maxRecent = 4;

export type Section = {
  /** Undefined for a list without a heading; `category` is in the data of the application. */
  heading: 'favorites' | 'recent' | 'others' | { category: string } | undefined;
  applications: readonly ApplicationResponse[];
};

export type Arrangement = {
  favorites: ReadonlySet<string>;
  /** Ids of launched applications, the last one first. */
  recent: readonly string[];
  /** In the order of the page. */
  categories: readonly string[];
};

type Applications = readonly ApplicationResponse[];

/** Returns the recently used applications first, the last one at the beginning. */
function recentFirst(applications: Applications, recent: readonly string[]): Applications {
  const ranks = new Map(recent.map((id, index) => [id, index]));
  const rank = ({ id }: ApplicationResponse) => ranks.get(id) ?? ranks.size;
  return applications.toSorted((one, other) => rank(one) - rank(other));
}

function inOrder(applications: Applications, { favorites, recent }: Arrangement): Applications {
  const isFavorite = ({ id }: ApplicationResponse) => favorites.has(id);
  return [
    ...applications.filter(isFavorite),
    ...recentFirst(
      applications.filter((one) => !isFavorite(one)),
      recent,
    ),
  ];
}

/** `applications` are in the order of the server. Each one is in one section. */
export function sectionsOf(
  applications: Applications,
  arrangement: Arrangement,
  { isSearched = false } = {},
): Section[] {
  const { favorites, recent, categories } = arrangement;
  const isMany = applications.length >= manyApplications;
  const ordered = inOrder(applications, arrangement);
  const hasCategories = categories.length > 0 && applications.length > fewApplications;
  if (isSearched || !(isMany || hasCategories))
    return [{ heading: undefined, applications: ordered }];
  const launched = new Set(recent);
  const ofRecent = isMany
    ? ordered.filter(({ id }) => launched.has(id) && !favorites.has(id)).slice(0, maxRecent)
    : [];
  const isPlaced = new Set(ofRecent.map(({ id }) => id));
  const rest = (isMany ? applications : ordered).filter(
    ({ id }) => !favorites.has(id) && !isPlaced.has(id),
  );
  const sections: Section[] = [
    { heading: 'favorites', applications: ordered.filter(({ id }) => favorites.has(id)) },
    { heading: 'recent', applications: ofRecent },
    ...categories.map((category) => ({
      heading: { category },
      applications: rest.filter((one) => one.category === category),
    })),
    { heading: 'others', applications: rest.filter(({ category }) => category === undefined) },
  ];
  const shown = sections.filter((section) => section.applications.length > 0);
  const [only] = shown;
  return shown.length === 1 && only?.heading === 'others'
    ? [{ ...only, heading: undefined }]
    : shown;
}
