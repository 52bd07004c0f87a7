// The signing keys, their rotation, and the replacement of leaked ones.
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { wordsOf } from '../i18n/words.ts';
import { ActButton } from '../ui/act-button.tsx';
import { Moment } from '../ui/moment.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';

const key = ['keys'];
const chips = { signing: 'on', next: 'current', former: 'off' } as const;

const rotate = (atOnce: boolean) =>
  dataOf(
    admin.POST('/api/admin/keys/rotate', {
      params: { header: newIdempotencyKey() },
      body: { atOnce },
    }),
  );

export function KeysPage() {
  const t = wordsOf('keys');
  const may = useMay();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => dataOf(admin.GET('/api/admin/keys', { signal })),
  });
  const isWaiting = query.data?.items.some(({ state }) => state === 'next') ?? false;
  return (
    <Page lead={t('about')} title={t('title')}>
      <QueryState query={query} rows={2}>
        {({ items }) => (
          <Table
            caption={t('title')}
            columns={[
              { id: 'kid', name: t('kid'), cell: ({ kid }) => <code translate="no">{kid}</code> },
              { id: 'alg', name: t('alg'), cell: ({ alg }) => <span translate="no">{alg}</span> },
              {
                id: 'state',
                name: t('state'),
                cell: ({ state }) => (
                  <StatusChip kind={chips[state]}>{t(`states.${state}`)}</StatusChip>
                ),
              },
              {
                id: 'created',
                name: t('created'),
                cell: ({ createdAt }) => <Moment at={createdAt} />,
              },
              { id: 'signs', name: t('signs'), cell: ({ signsFrom }) => <Moment at={signsFrom} /> },
            ]}
            empty={<EmptyState title={t('empty')}>{t('empty-text')}</EmptyState>}
            idOf={({ kid }) => kid}
            nameOf={({ kid }) => kid}
            rows={items}
          />
        )}
      </QueryState>
      {may('keys.rotate') && query.data ? (
        <div className="flex flex-wrap items-start gap-3">
          <ActButton
            act={() => rotate(false)}
            changes={[key]}
            confirm={{ title: t('rotate-question'), text: t('rotate-text') }}
            disabledReason={isWaiting ? t('waiting') : undefined}
            done={t('rotated')}
          >
            {t('rotate')}
          </ActButton>
          <ActButton
            act={() => rotate(true)}
            changes={[key]}
            confirm={{ title: t('replace-question'), text: t('replace-text') }}
            done={t('replaced')}
          >
            {t('replace')}
          </ActButton>
        </div>
      ) : null}
    </Page>
  );
}
