// Makes temporary access codes for new users of an import, and a sheet of them for printing. They are kept by this page only, until it is
// left.
import { maxAccessCodeHours, maxCodesOfSheet } from '@brama/contract/admin/access-codes';
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { admin, dataOf } from '../api/client.ts';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import { importQuery, type NewUsersOfImport, newUsersQuery, useSourceTitle } from './queries.ts';
import { type Sheet, SlipGroups } from './slips.tsx';

const route = getRouteApi('/imports/$id/access-codes');

export function AccessCodesPage() {
  const t = wordsOf('new-users');
  const may = useMay();
  const { id } = route.useParams();
  const one = useQuery(importQuery(id));
  const titleOf = useSourceTitle();
  const query = useQuery(newUsersQuery(id));
  const { error } = query;
  if (error instanceof AdminProblem && error.status === 404) return <NotFoundText />;
  return (
    <Page
      lead={
        <a className={`${textLink} print:hidden`} href={hrefOf(`/imports/${id}`)}>
          {t('sheet.back')}
        </a>
      }
      title={t('sheet.title', { source: one.data ? titleOf(one.data.source) : '' })}
    >
      {may('factors.write') ? (
        <QueryState query={query} rows={2}>
          {(found) => <Codes found={found} id={id} />}
        </QueryState>
      ) : (
        <p>{t('sheet.forbidden')}</p>
      )}
    </Page>
  );
}

const issueCodes = (id: string, body: { group: string | null; hours: number; renew: boolean }) =>
  dataOf(admin.POST('/api/admin/imports/{id}/access-codes', { params: { path: { id } }, body }));

/** @throws FormError */
function hoursOf({ hours = '' }: FormValues): number {
  const given = /^\d{1,3}$/.test(hours.trim()) ? Number(hours) : 0;
  if (given >= 1 && given <= maxAccessCodeHours) return given;
  throw new FormError({ hours: wordsOf('new-users')('sheet.hours-wrong') });
}

function Codes({ id, found }: { id: string; found: NewUsersOfImport }) {
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet>();
  const isShown = sheet !== undefined && sheet.codes.length > 0;
  useEffect(() => {
    if (!isShown) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isShown]);
  if (sheet)
    return (
      <Made
        onAgain={() => {
          setSheet(undefined);
          void queries.invalidateQueries({ queryKey: newUsersQuery(id).queryKey });
        }}
        sheet={sheet}
      />
    );
  return (
    <Choice
      found={found}
      id={id}
      make={async (values) =>
        setSheet(
          await issueCodes(id, {
            group: values['group'] || null,
            hours: hoursOf(values),
            renew: values['renew'] === 'true',
          }),
        )
      }
    />
  );
}

type ChoiceProps = {
  id: string;
  found: NewUsersOfImport;
  make(values: FormValues): Promise<void>;
};

function Choice({ id, found, make }: ChoiceProps) {
  const t = wordsOf('new-users');
  const { count, groups } = found.withoutWay;
  if (count === 0) return <EmptyState title={t('sheet.none')}>{t('sheet.none-text')}</EmptyState>;
  const options = groups.map(({ name, title, count: members }) => ({
    value: name,
    label: t('sheet.group-option', {
      title: title?.[language] ?? name,
      number: numberText(members),
    }),
  }));
  return (
    <>
      <p className="max-w-prose">
        {t('sheet.lead')} {t('sheet.limit', { limit: numberText(maxCodesOfSheet) })}
      </p>
      <Form
        done={t('sheet.made')}
        fields={[
          {
            name: 'group',
            label: t('sheet.group'),
            kind: 'choice',
            required: true,
            options: [
              { value: '', label: t('sheet.all', { number: numberText(count) }) },
              ...options,
            ],
          },
          {
            name: 'hours',
            label: t('sheet.hours'),
            kind: 'number',
            required: true,
            hint: t('sheet.hours-hint'),
          },
          { name: 'renew', label: t('sheet.renew'), kind: 'flag' },
        ]}
        id={`access-codes-${id}`}
        initial={{ group: '', hours: `${maxAccessCodeHours}`, renew: '' }}
        keepsDraft={false}
        save={make}
        submitLabel={t('sheet.make')}
      />
    </>
  );
}

function Made({ sheet, onAgain }: { sheet: Sheet; onAgain(): void }) {
  const t = wordsOf('new-users');
  const { codes, leftOut, remaining } = sheet;
  return (
    <>
      <div className="flex flex-col gap-4 print:hidden">
        {codes.length === 0 ? (
          <EmptyState title={t('sheet.none')}>{t('sheet.none-text')}</EmptyState>
        ) : (
          <Alert kind="warning" title={t('sheet.once')}>
            <p>{t('sheet.once-text')}</p>
            <p>{t('sheet.count', { count: codes.length })}</p>
            {remaining > 0 ? (
              <p>{t('sheet.remaining', { number: numberText(remaining) })}</p>
            ) : null}
          </Alert>
        )}
        {leftOut.length > 0 ? (
          <Alert kind="info" title={t('sheet.left-out')}>
            <ul className="list-disc ps-5">
              {leftOut.map(({ userId, username, fullName }) => (
                <li key={userId}>
                  <a className={textLink} href={hrefOf(`/users/${userId}`)}>
                    {`${fullName} (${username})`}
                  </a>
                </li>
              ))}
            </ul>
          </Alert>
        ) : null}
        <div className="flex flex-wrap gap-3">
          {codes.length > 0 ? (
            <Button look="primary" onClick={() => print()} type="button">
              {t('sheet.print')}
            </Button>
          ) : null}
          <Button look="secondary" onClick={onAgain} type="button">
            {t('sheet.again')}
          </Button>
        </div>
      </div>
      <SlipGroups codes={codes} />
    </>
  );
}
