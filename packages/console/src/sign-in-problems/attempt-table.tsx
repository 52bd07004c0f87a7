// The last attempts of a user to sign in.
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { Table } from '@brama/ui/table/table.tsx';
import { wordsOf } from '../i18n/words.ts';
import { Moment } from '../ui/moment.tsx';
import { methodText, reasonText } from './attempt-text.ts';

type Attempt = {
  at: string;
  result: 'succeeded' | 'refused';
  step: string;
  method: string | null;
  reason: string | null;
  network: string | null;
  reference: string | null;
};

export function AttemptTable({ attempts }: { attempts: readonly Attempt[] }) {
  const t = wordsOf('sign-in-problems');
  return (
    <Table
      caption={t('attempts.title')}
      columns={[
        { id: 'when', name: t('attempts.when'), cell: ({ at }) => <Moment at={at} /> },
        {
          id: 'result',
          name: t('attempts.result'),
          cell: ({ result }) => (
            <StatusChip kind={result === 'succeeded' ? 'on' : 'error'}>
              {t(`attempts.${result}`)}
            </StatusChip>
          ),
        },
        { id: 'how', name: t('attempts.how'), cell: methodText },
        {
          id: 'what',
          name: t('attempts.what'),
          cell: (one) => (one.result === 'succeeded' ? '—' : reasonText(one)),
        },
        { id: 'network', name: t('attempts.network'), cell: ({ network }) => network ?? '—' },
        {
          id: 'code',
          name: t('attempts.code'),
          cell: ({ reference }) => reference && <code translate="no">{reference}</code>,
        },
      ]}
      empty={<p className="text-text-2">{t('attempts.none')}</p>}
      idOf={({ at, reference }) => `${at} ${reference}`}
      nameOf={({ at }) => at}
      rows={attempts}
    />
  );
}
