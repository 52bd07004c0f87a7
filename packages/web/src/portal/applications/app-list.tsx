// The grid of applications, with a search field when there are many. The order is fixed when the page opens, so that
// cards do not move under the pointer.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readRecentApps } from '../../browser/storage/recent-apps.ts';
import { Field } from '../../ui/field.tsx';
import { useWithoutScript } from '../without-script.tsx';
import { AppCard } from './app-card.tsx';
import { orderApplications } from './app-order.ts';
import { searchApplications, searchFrom } from './app-search.ts';
import { useShownApplications } from './use-shown-applications.ts';

export const grid = 'grid gap-4 sm:grid-cols-2';

export function AppList() {
  const { t } = useTranslation('apps');
  const applications = useShownApplications();
  const withoutScript = useWithoutScript();
  const [recent] = useState(readRecentApps);
  const [query, setQuery] = useState('');
  const searched = query.trim() !== '';
  const found = searchApplications(orderApplications(applications, recent), query);
  const nothing = t('search.empty', { query: query.trim() });
  return (
    <section aria-labelledby="apps">
      <h2 className="sr-only" id="apps">
        {t('list')}
      </h2>
      {withoutScript || applications.length < searchFrom ? null : (
        <search className="mb-5 block max-w-form">
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
      <ul className={grid}>
        {found.map((application) => (
          <li className="@container min-w-0" key={application.id}>
            <AppCard application={application} />
          </li>
        ))}
      </ul>
    </section>
  );
}
