// The API tokens that the caller may see.
import { buttonClass } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { admin, dataOf } from '../api/client.ts';
import { useMay, useMe } from '../api/me.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

const route = getRouteApi('/tokens');

const readTokens = (cursor: string | undefined, signal: AbortSignal) =>
  dataOf(
    admin.GET('/api/admin/tokens', {
      params: { query: cursor === undefined ? {} : { cursor } },
      signal,
    }),
  );

type ApiToken = Awaited<ReturnType<typeof readTokens>>['items'][number];

export function TokensPage() {
  const t = wordsOf('tokens');
  const may = useMay();
  const me = useMe();
  const mayRevoke = ({ username }: ApiToken) =>
    me.roles.includes('administrator') || username === me.username;
  const { cursor } = route.useSearch();
  const query = useQuery({
    queryKey: ['tokens', cursor],
    queryFn: ({ signal }) => readTokens(cursor, signal),
    placeholderData: keepPreviousData,
  });
  const create = may('tokens.write') ? (
    <a className={buttonClass('primary')} href={hrefOf('/tokens/new')}>
      {t('create')}
    </a>
  ) : undefined;
  return (
    <Page action={create} lead={t('about')} title={t('title')}>
      <QueryState query={query}>
        {({ items, next }) => (
          <div>
            <Table
              caption={t('title')}
              columns={[
                { id: 'name', name: t('name'), cell: ({ name }) => name },
                { id: 'user', name: t('user'), cell: ({ username }) => username },
                {
                  id: 'scopes',
                  name: t('scopes'),
                  cell: ({ scopes }) => <Scopes scopes={scopes} />,
                },
                { id: 'ends', name: t('ends'), cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
                {
                  id: 'used',
                  name: t('used'),
                  cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : t('never')),
                },
                ...(may('tokens.write') && items.some(mayRevoke)
                  ? [
                      {
                        id: 'acts',
                        name: t('acts'),
                        hasActs: true,
                        cell: (one: ApiToken) =>
                          mayRevoke(one) ? <RevokeButton token={one} /> : null,
                      },
                    ]
                  : []),
              ]}
              empty={<EmptyState title={t('empty')}>{t('empty-text')}</EmptyState>}
              idOf={({ id }) => id}
              nameOf={({ name }) => name}
              rows={items}
            />
            <Pager
              cursor={cursor}
              hrefOf={(page) => hrefOf('/tokens', { cursor: page })}
              next={next}
            />
          </div>
        )}
      </QueryState>
    </Page>
  );
}

/** More are shown on demand. */
const shortList = 3;

function Scopes({ scopes }: Pick<ApiToken, 'scopes'>) {
  const t = wordsOf('tokens');
  const text = scopes.map((one) => findText('tokens', `permissions.${one}`) ?? one).join('; ');
  if (scopes.length <= shortList) return text;
  return (
    <details>
      <summary className="min-h-11 py-2">{t('scope-count', { count: scopes.length })}</summary>
      {text}
    </details>
  );
}

function RevokeButton({ token: { id, name } }: { token: ApiToken }) {
  const t = wordsOf('tokens');
  return (
    <ActButton
      act={() => dataOf(admin.DELETE('/api/admin/tokens/{id}', { params: { path: { id } } }))}
      changes={[['tokens']]}
      confirm={{ title: t('revoke-question', { name }), text: t('revoke-text') }}
      done={t('revoked')}
    >
      {t('revoke')}
    </ActButton>
  );
}
