// Makes temporary access codes for new users of an import, and a sheet of them for printing. They are kept by this page only, until it is
// left.
import { maxAccessCodeHours, maxCodesOfSheet } from '@brama/contract/admin/access-codes';
import { Alert } from '@brama/ui/alert.tsx';
import { Button } from '@brama/ui/button.tsx';
import { EmptyState } from '@brama/ui/empty-state.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useBlocker } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useMay } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { language } from '../page-data.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import type { FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { NotFoundText } from '../ui/not-found-text.tsx';
import { Page } from '../ui/page.tsx';
import { QueryState } from '../ui/query-state.tsx';
import { hrefOf } from '../ui/search-params.ts';
import {
  importQuery,
  issueCodes,
  type NewUsersOfImport,
  newUsersQuery,
  type Sheet,
  useSourceTitle,
} from './queries.ts';
import { SlipGroups } from './slips.tsx';

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

/** @throws FormError */
function hoursOf({ hours = '' }: FormValues): number {
  const given = /^\d{1,3}$/.test(hours.trim()) ? Number(hours) : 0;
  if (given >= 1 && given <= maxAccessCodeHours) return given;
  throw new FormError({ hours: wordsOf('new-users')('sheet.hours-wrong') });
}

function Codes({ id, found }: { id: string; found: NewUsersOfImport }) {
  const queries = useQueryClient();
  const [sheet, setSheet] = useState<Sheet>();
  const [isMaking, setMaking] = useState(false);
  const make = async (values: FormValues) => {
    const wanted = {
      group: values['group'] || null,
      hours: hoursOf(values),
      renew: values['renew'] === 'true',
    };
    setMaking(true);
    try {
      setSheet(await issueCodes(id, wanted));
    } finally {
      setMaking(false);
    }
    keepFocus();
  };
  const again = () => {
    setSheet(undefined);
    void queries.invalidateQueries({ queryKey: newUsersQuery(id).queryKey });
    keepFocus();
  };
  return (
    <>
      <LeaveQuestion hasCodes={sheet !== undefined && sheet.codes.length > 0} isMaking={isMaking} />
      {sheet ? (
        <Made onAgain={again} sheet={sheet} />
      ) : (
        <Choice found={found} id={id} make={make} />
      )}
    </>
  );
}

/** Returns how many get a code, and how many have one already. */
function countText({ count, withCode }: { count: number; withCode: number }): string {
  const t = wordsOf('new-users');
  const number = numberText(count - withCode);
  return withCode === 0
    ? number
    : t('sheet.number-with-code', { number, withCode: numberText(withCode) });
}

type ChoiceProps = {
  id: string;
  found: NewUsersOfImport;
  make(values: FormValues): Promise<void>;
};

function Choice({ id, found, make }: ChoiceProps) {
  const t = wordsOf('new-users');
  const { groups, ...all } = found.withoutWay;
  if (all.count === 0)
    return <EmptyState title={t('sheet.none')}>{t('sheet.none-text')}</EmptyState>;
  const options = groups.map((group) => ({
    value: group.name,
    label: t('sheet.group-option', {
      title: group.title?.[language] ?? group.name,
      number: countText(group),
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
            options: [{ value: '', label: t('sheet.all', { number: countText(all) }) }, ...options],
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

type LeaveQuestionProps = { isMaking: boolean; hasCodes: boolean };

/** Asks before the codes disappear, also while they are made, within the console and when the document is left. */
function LeaveQuestion({ isMaking, hasCodes }: LeaveQuestionProps) {
  const t = wordsOf('new-users');
  const disabled = !isMaking && !hasCodes;
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => true,
    disabled,
    withResolver: true,
  });
  useEffect(() => {
    // no codes are made: the form says why
    if (disabled) reset?.();
  }, [disabled, reset]);
  return (
    <ConfirmDialog
      action={t('sheet.leave')}
      onCancel={() => reset?.()}
      onConfirm={() => proceed?.()}
      open={status === 'blocked'}
      title={t(isMaking ? 'sheet.making-question' : 'sheet.leave-question')}
    >
      {t(isMaking ? 'sheet.making-text' : 'sheet.leave-text')}
    </ConfirmDialog>
  );
}

/** Asks before other codes take the place of those that are shown. */
function AgainButton({ hasCodes, onAgain }: { hasCodes: boolean; onAgain(): void }) {
  const t = wordsOf('new-users');
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button look="secondary" onClick={hasCodes ? () => setAsking(true) : onAgain} type="button">
        {t('sheet.again')}
      </Button>
      <ConfirmDialog
        action={t('sheet.again')}
        onCancel={() => setAsking(false)}
        onConfirm={onAgain}
        open={isAsking}
        title={t('sheet.leave-question')}
      >
        {t('sheet.leave-text')}
      </ConfirmDialog>
    </>
  );
}

function Made({ sheet, onAgain }: { sheet: Sheet; onAgain(): void }) {
  const t = wordsOf('new-users');
  const { codes, leftOut, remaining } = sheet;
  const hasCodes = codes.length > 0;
  return (
    <>
      <div className="flex flex-col gap-4 print:hidden">
        {hasCodes ? (
          <Alert kind="warning" title={t('sheet.once')}>
            <p>{t('sheet.once-text')}</p>
            <p>{t('sheet.count', { count: codes.length })}</p>
            {remaining > 0 ? (
              <p>{t('sheet.remaining', { number: numberText(remaining) })}</p>
            ) : null}
          </Alert>
        ) : (
          <EmptyState title={t('sheet.none')}>{t('sheet.none-text')}</EmptyState>
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
          {hasCodes ? (
            <Button look="primary" onClick={() => print()} type="button">
              {t('sheet.print')}
            </Button>
          ) : null}
          <AgainButton hasCodes={hasCodes} onAgain={onAgain} />
        </div>
      </div>
      <SlipGroups codes={codes} words={route.useLoaderData()} />
    </>
  );
}
