// Why sign-ins of known users were refused in the last 24 hours, for the start page.
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { Section } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { methodText, reasonText } from './attempt-text.ts';

export function FrequentReasons() {
  const t = wordsOf('sign-in-problems');
  const query = useQuery({
    queryKey: ['sign-in-attempts', 'reasons'],
    queryFn: ({ signal }) => dataOf(admin.GET('/api/admin/sign-in-attempts/reasons', { signal })),
  });
  return (
    <Section title={t('frequent.title')}>
      <QueryState query={query} rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="text-text-2">{t('frequent.none')}</p>
          ) : (
            <ul className="divide-y divide-line border-line border-y">
              {items.map((one) => (
                <li
                  className="row flex min-h-11 flex-wrap items-center justify-between gap-x-4"
                  key={`${one.step} ${one.method} ${one.reason}`}
                >
                  <span>
                    {reasonText(one)} <span className="text-text-2">{methodText(one)}</span>
                  </span>
                  <span className="font-semibold">{numberText(one.count)}</span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      <p className="mt-3">
        <a className={textLink} href={hrefOf('/statistics')}>
          {t('frequent.statistics')}
        </a>
      </p>
    </Section>
  );
}
