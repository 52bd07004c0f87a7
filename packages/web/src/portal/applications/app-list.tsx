// The grid of applications, with a search field when there are many. An inline script has put recently opened ones first.
// Then the order is fixed, so that cards do not move under the pointer.
import { useState } from 'react';
import { appliedRecentApps } from '../../browser/storage/recent-apps.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Field } from '../../ui/field.tsx';
import { AppCard } from './app-card.tsx';
import { orderApplications } from './app-order.ts';
import { searchApplications, searchFrom } from './app-search.ts';
import { useShownApplications } from './use-shown-applications.ts';

export function AppList() {
  const { t } = useTranslation('apps');
  const applications = useShownApplications();
  const [recent] = useState(appliedRecentApps);
  const [query, setQuery] = useState('');
  const searched = query.trim() !== '';
  const found = searchApplications(orderApplications(applications, recent), query);
  const nothing = t('search.empty', { query: query.trim() });
  return (
    <section aria-labelledby="apps">
      <h2 className="sr-only" id="apps">
        {t('list')}
      </h2>
      {applications.length < searchFrom ? null : (
        <search className="with-script mb-5 block max-w-form">
          <Field
            autoComplete="off"
            id="search"
            label={t('search.label')}
            onChange={(event) => setQuery(event.target.value)}
            type="search"
            value={query}
          />
        </search>
      )}
      <p className={searched ? 'mb-4 text-text-2 wrap-anywhere' : 'sr-only'} role="status">
        {searched && (found.length === 0 ? nothing : t('search.found', { count: found.length }))}
      </p>
      <ul className="grid gap-4 sm:grid-cols-2" data-apps="">
        {found.map((application) => (
          <li className="@container min-w-0" data-app={application.id} key={application.id}>
            <AppCard application={application} />
          </li>
        ))}
      </ul>
    </section>
  );
}
