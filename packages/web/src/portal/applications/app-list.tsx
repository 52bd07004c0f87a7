// The applications in sections, with a search field when there are many. Only favourites change the order on the page, so
// that no card moves under the pointer; the server has recorded launches for the next page.
import { manyApplications, type Section, sectionsOf } from '@brama/contract/portal/app-sections';
import { platesOf } from '@brama/contract/portal/plates';
import {
  maxShownApplications,
  searchApplications,
} from '@brama/contract/portal/search-applications';
import { textLink } from '@brama/ui/text-link.ts';
import { useEffect, useRef, useState } from 'react';
import { usePageProps } from '../../browser/page-props.ts';
import { FailureAlert } from '../../frame/errors/failure-alert.tsx';
import { useLanguage } from '../../i18n/use-language.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { AppCard } from './app-card.tsx';
import { AppSearchForm } from './app-search-form.tsx';
import { CardIcons } from './card-icons.tsx';
import { FavoriteButton, FavoriteForm } from './favorite-button.tsx';
import { useFavorites } from './use-favorites.ts';

/** Returns the favourites, and focuses the button of a card again after the card has moved. */
function useMovingFavorites(initial: readonly string[]) {
  const { favorites, failure, toggle } = useFavorites(initial);
  const moved = useRef<{ id: string; byKeyboard: boolean }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a card moves only when the favourites change
  useEffect(() => {
    if (moved.current === undefined) return;
    const { id, byKeyboard } = moved.current;
    // a pointer is where the card was, and the page must not move under it
    const options = { preventScroll: !byKeyboard };
    document.getElementById(id)?.querySelector('button')?.focus(options);
    moved.current = undefined;
  }, [favorites]);
  const move = (id: string, byKeyboard: boolean) => {
    moved.current = { id, byKeyboard };
    toggle(id);
  };
  return { favorites, failure, toggle: move };
}

export function AppList() {
  const { t } = useTranslation('apps');
  const language = useLanguage();
  const { user, portal } = usePageProps('apps');
  const { applications } = user;
  const { favorites, failure, toggle } = useMovingFavorites(portal.favorites);
  const [query, setQuery] = useState(portal.search);
  const isPartial = portal.count > maxShownApplications;
  const isSearched = query.trim() !== '';
  const found = searchApplications(applications, query);
  const arrangement = { favorites, recent: portal.recent, categories: portal.categories };
  const sections = sectionsOf(found, arrangement, { isSearched });
  const cards = sections.flatMap((section) => section.applications);
  const colours = platesOf(cards);
  const plates = new Map(cards.map(({ id }, index) => [id, colours[index] ?? null]));
  const count = isPartial ? portal.found : found.length;
  const nothing = t('search.empty', { query: query.trim() });
  return (
    <section aria-labelledby="apps">
      <h2 className="sr-only" id="apps">
        {t('list')}
      </h2>
      {portal.count < manyApplications ? null : (
        <AppSearchForm onQuery={isPartial ? undefined : setQuery} query={query} />
      )}
      <p className={isSearched ? 'mb-4 text-text-2 wrap-anywhere' : 'sr-only'} role="status">
        {isSearched && (count === 0 ? nothing : t('search.found', { count }))}
      </p>
      <div className="mb-5 empty:hidden" role="alert">
        {failure ? <FailureAlert error={failure} title={t('favorites.error')} /> : null}
      </div>
      <div className="grid gap-x-4 gap-y-8 sm:grid-cols-2">
        {sections.map(({ heading, applications: some }) => {
          // short sections share a row
          const isShort = heading !== undefined && some.length === 1;
          return (
            <div className={isShort ? 'min-w-0' : 'col-span-full min-w-0'} key={keyOf(heading)}>
              {heading === undefined ? null : (
                <h3 className="mb-3 font-semibold text-md text-text-2 wrap-anywhere">
                  {typeof heading === 'object' ? heading.category : t(`sections.${heading}`)}
                </h3>
              )}
              <ul className={isShort ? 'grid' : 'grid gap-4 sm:grid-cols-2'}>
                {some.map((application) => (
                  <li
                    className="@container relative min-w-0"
                    id={application.id}
                    key={application.id}
                  >
                    <AppCard application={application} plate={plates.get(application.id) ?? null} />
                    <FavoriteButton
                      application={application}
                      isFavorite={favorites.has(application.id)}
                      onToggle={toggle}
                    />
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      {isSearched && count === 0 ? (
        <a className={textLink} href={`/${language}/faq`}>
          {t('no-apps-error.action')}
        </a>
      ) : null}
      {isPartial && count > found.length ? (
        <p className="mt-5 text-text-2">{t('search.more', { shown: found.length, count })}</p>
      ) : null}
      <FavoriteForm />
      <CardIcons />
    </section>
  );
}

function keyOf(heading: Section['heading']): string {
  return typeof heading === 'object' ? `category ${heading.category}` : `${heading}`;
}
