// What the code of an error page is about: the refused sign-in, and the user.
import { buttonClass } from '@brama/ui/button.tsx';
import { DefinitionRow, DefinitionRows } from '@brama/ui/definition-rows.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { wordsOf } from '../i18n/words.ts';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { methodText, reasonText } from './attempt-text.ts';

const route = getRouteApi('/sign-in-problems/$code');

export function AttemptPage() {
  const t = wordsOf('sign-in-problems');
  const { code } = route.useParams();
  const query = useQuery({
    queryKey: ['sign-in-attempts', code],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/sign-in-attempts', { params: { query: { code } }, signal })),
  });
  return (
    <Page lead={t('attempt.about')} title={t('attempt.title', { code })}>
      <QueryState query={query} rows={3}>
        {({ items: [attempt] }) =>
          attempt ? (
            <div>
              <DefinitionRows>
                <DefinitionRow name={t('attempts.when')}>
                  <Moment at={attempt.at} />
                </DefinitionRow>
                <DefinitionRow name={t('attempts.user')}>
                  {attempt.user.fullName}, {attempt.user.username}
                </DefinitionRow>
                <DefinitionRow name={t('attempts.how')}>{methodText(attempt)}</DefinitionRow>
                <DefinitionRow name={t('attempts.what')}>{reasonText(attempt)}</DefinitionRow>
                <DefinitionRow name={t('attempts.network')}>{attempt.network ?? '—'}</DefinitionRow>
              </DefinitionRows>
              <p className="mt-4">
                <a className={buttonClass('primary')} href={hrefOf(`/users/${attempt.user.id}`)}>
                  {t('attempt.open-user')}
                </a>
              </p>
            </div>
          ) : (
            <p>{t('attempt.none')}</p>
          )
        }
      </QueryState>
    </Page>
  );
}
