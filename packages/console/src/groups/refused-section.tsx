// Which members of the group cannot open a chosen application, by reason.
import { Table } from '@brama/ui/table/table.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery } from '@tanstack/react-query';
import { admin, dataOf } from '../api/client.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo } from '../navigation.ts';
import { language } from '../page-data.ts';
import { ApplicationField } from '../ui/application-field.tsx';
import { Section } from '../ui/page.tsx';
import { Pager } from '../ui/pager.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';

type RefusedSectionProps = {
  group: string;
  /** Of the address: the application that is asked about, and the page. */
  application: string | undefined;
  cursor: string | undefined;
};

const pathOf = (group: string) => `/groups/${encodeURIComponent(group)}`;

export function RefusedSection(props: RefusedSectionProps) {
  const { group, application } = props;
  const t = wordsOf('groups');
  return (
    <Section id="refused" lead={t('refused.about')} title={t('refused.title')}>
      <div className="mb-4 max-w-form print:hidden">
        <ApplicationField
          label={t('refused.application')}
          onChoose={(id) => goTo(hrefOf(pathOf(group), { application: id }))}
        />
      </div>
      {application === undefined ? null : <Refused {...props} application={application} />}
    </Section>
  );
}

const reasons = ['no-access', 'no-way', 'disabled'] as const;

function Refused({ group, application, cursor }: RefusedSectionProps & { application: string }) {
  const t = wordsOf('groups');
  const query = useQuery({
    queryKey: ['groups', group, 'refused', application, cursor],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications/{id}/access/refused', {
          params: { path: { id: application }, query: { group, ...(cursor && { cursor }) } },
          signal,
        }),
      ),
    // each request is an event
    refetchOnWindowFocus: false,
  });
  const { data: asked } = useQuery({
    queryKey: ['applications', application],
    queryFn: ({ signal }) =>
      dataOf(
        admin.GET('/api/admin/applications/{id}', {
          params: { path: { id: application } },
          signal,
        }),
      ),
  });
  const title = asked?.title[language] ?? '…';
  return (
    <QueryState query={query}>
      {({ items, next, total, counts }) => (
        <>
          <p className="font-semibold">
            {total === 0
              ? t('refused.nobody', { title })
              : t('refused.total', { count: total, number: numberText(total), title })}
          </p>
          <ul className="mb-3 list-disc ps-5">
            {reasons.map((reason) =>
              counts[reason] === 0 ? null : (
                <li key={reason}>
                  {t(`refused.reasons.${reason}`)}: {numberText(counts[reason])}
                </li>
              ),
            )}
          </ul>
          {items.length === 0 ? null : (
            <Table
              caption={t('refused.title')}
              columns={[
                {
                  id: 'name',
                  name: t('refused.name'),
                  cell: ({ id, fullName }) => (
                    <a className={textLink} href={hrefOf(`/users/${id}`, { application })}>
                      {fullName}
                    </a>
                  ),
                },
                { id: 'username', name: t('refused.username'), cell: ({ username }) => username },
                {
                  id: 'why',
                  name: t('refused.why'),
                  cell: (one) => one.reasons.map((why) => t(`refused.reasons.${why}`)).join('; '),
                },
              ]}
              empty={null}
              idOf={({ id }) => id}
              nameOf={({ fullName }) => fullName}
              rows={items}
            />
          )}
          <Pager
            cursor={cursor}
            hrefOf={(page) => hrefOf(pathOf(group), { application, refusedCursor: page })}
            next={next}
          />
        </>
      )}
    </QueryState>
  );
}
