// A new bulk change: what is done, and to whom. The users are pasted, selected in the list of users, or all that its filters find. Nothing
// changes before the preview has been seen.
import { type BulkActType, bulkActTypes } from '@brama/contract/admin/bulk/act-types';
import { Alert } from '@brama/ui/alert.tsx';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useMemo } from 'react';
import { admin, dataOf, newIdempotencyKey } from '../api/client.ts';
import { useMay, useMayChangeGroup, useMe } from '../api/me.ts';
import { AdminProblem } from '../api/problem.ts';
import { isoOfLocal, numberText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { goTo, history } from '../navigation.ts';
import { language } from '../page-data.ts';
import { maxSelected, readBulkSelection } from '../storage/bulk-selection.ts';
import type { FormField, FormValues } from '../ui/fields.tsx';
import { Form, FormError } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import { hrefOf, oneOf } from '../ui/search-params.ts';
import { sentFilters } from '../ui/user-filters.ts';

const route = getRouteApi('/bulk/new');

type Given = NonNullable<Parameters<typeof admin.POST<'/api/admin/bulk-changes'>>[1]['body']>;
type Search = ReturnType<typeof route.useSearch>;
type Users = { ids: string[] } | { filter: Record<string, string | boolean> };

/** Returns the users of the address: a selection or a filter; undefined if they are to be pasted. */
function usersOf({ from, act: _act, ...filters }: Search): Users | undefined {
  if (from === 'selection') return { ids: [...readBulkSelection()] };
  const filter = sentFilters(filters);
  return Object.keys(filter).length === 0 ? undefined : { filter };
}

/** Returns the pasted usernames, whatever stands between them. */
const pasted = (text: string) =>
  text
    .split(/[\s,;]+/)
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Returns the first moment after a day in Kyiv. */
function afterDay(date: string): string | undefined {
  if (date === '') return undefined;
  const next = new Date(Date.parse(`${date}T00:00:00Z`) + 24 * 3_600_000);
  return isoOfLocal(`${next.toISOString().slice(0, 10)}T00:00`);
}

function actOf(
  type: BulkActType,
  { group = '', until = '', reason = '' }: FormValues,
): Given['act'] {
  const validUntil = afterDay(until);
  if (type === 'add-to-group') return { type, group, ...(validUntil && { validUntil }) };
  if (type === 'remove-from-group') return { type, group };
  if (type === 'set-end') return { type, validUntil: validUntil ?? null };
  if (type === 'disable') return { type, ...(reason.trim() && { reason: reason.trim() }) };
  return { type };
}

/** Path of the API → name of the field. */
const fieldOfPath: Readonly<Record<string, string>> = {
  'act.group': 'group',
  'act.validUntil': 'until',
  validUntil: 'until',
  'act.reason': 'reason',
};

/** Names the fields of the form instead of those of the request. */
function namedError(error: AdminProblem): Error {
  const entries = Object.entries(error.fieldErrors).map(([path, reason]) => [
    fieldOfPath[path] ?? (path.startsWith('users.usernames') ? path.slice('users.'.length) : path),
    reason,
  ]);
  const isKnown = entries.every(([name = '']) => /^(group|until|reason|usernames)/.test(name));
  return entries.length > 0 && isKnown ? new FormError(Object.fromEntries(entries)) : error;
}

/** Returns the groups to choose from; undefined if there are very many, or the list is not there. */
function useGroupNames(isNeeded: boolean): readonly { value: string; label: string }[] | undefined {
  const query = useQuery({
    queryKey: ['groups', 'names'],
    queryFn: ({ signal }) =>
      dataOf(admin.GET('/api/admin/groups', { params: { query: { limit: 200 } }, signal })),
    enabled: isNeeded,
  });
  const mayChange = useMayChangeGroup();
  if (query.data?.next != null || query.error) return undefined;
  return (query.data?.items ?? [])
    .filter(({ name }) => mayChange(name))
    .map(({ name, title }) => ({
      value: name,
      label: title ? `${title[language]} (${name})` : name,
    }));
}

export function NewBulkPage() {
  const t = wordsOf('bulk');
  const may = useMay();
  const search = route.useSearch();
  const address = hrefOf('/bulk/new', { ...search, act: undefined });
  // the selection of the tab is read once for an address
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address contains every value
  const users = useMemo(() => usersOf(search), [address]);
  const act = oneOf(search.act, bulkActTypes) ?? 'add-to-group';
  return (
    <Page lead={t('new.lead')} title={t('new.title')}>
      {may('users.write') ? (
        <div className="flex max-w-dialog flex-col gap-5">
          <ChosenUsers users={users} />
          <ActChoice
            act={act}
            onChange={(chosen) => history.replace(hrefOf('/bulk/new', { ...search, act: chosen }))}
          />
          <BulkForm act={act} key={`${act} ${address}`} users={users} />
        </div>
      ) : (
        <Alert kind="warning" title={t('new.forbidden')}>
          {t('new.forbidden-text')}
        </Alert>
      )}
    </Page>
  );
}

function ChosenUsers({ users }: { users: Users | undefined }) {
  const t = wordsOf('bulk');
  if (!users) return null;
  const count = 'ids' in users ? users.ids.length : undefined;
  if (count === 0)
    return (
      <Alert kind="warning" title={t('new.no-selection')}>
        {t('new.no-selection-text')}
      </Alert>
    );
  return (
    <p className="text-text-2">
      {count === undefined ? t('new.filter') : t('new.selection', { count })}{' '}
      <a className="text-link" href={hrefOf('/bulk/new')}>
        {t('new.paste-instead')}
      </a>
    </p>
  );
}

type ActChoiceProps = { act: BulkActType; onChange: (act: string) => void };

function ActChoice({ act, onChange }: ActChoiceProps) {
  const t = wordsOf('bulk');
  const id = useId();
  return (
    <div>
      <label className="mb-1.5 block font-semibold" htmlFor={id}>
        {t('new.act')}
      </label>
      <select
        className="block min-h-13 w-full rounded-control border-[1.5px] border-line-strong bg-surface px-4 text-base text-ink hover:border-ink"
        id={id}
        onChange={({ target }) => onChange(target.value)}
        value={act}
      >
        {bulkActTypes.map((type) => (
          <option key={type} value={type}>
            {t(`new.acts.${type}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

function useFields(act: BulkActType, needsUsernames: boolean): readonly FormField[] {
  const t = wordsOf('bulk');
  const { roles } = useMe();
  const hasGroup = act === 'add-to-group' || act === 'remove-from-group';
  const groups = useGroupNames(hasGroup);
  const group: FormField = {
    name: 'group',
    label: t('new.group'),
    required: true,
    ...(groups
      ? { kind: 'choice', options: [{ value: '', label: t('new.choose-group') }, ...groups] }
      : { hint: t('new.by-name') }),
    ...(!roles.includes('administrator') && { hint: t('new.own-groups') }),
  };
  const until: FormField = {
    name: 'until',
    label: t('new.until'),
    kind: 'date',
    hint: t(act === 'set-end' ? 'new.end-hint' : 'new.until-hint'),
  };
  const usernames: FormField = {
    name: 'usernames',
    label: t('new.usernames'),
    kind: 'lines',
    required: true,
    hint: t('new.usernames-hint', { max: numberText(maxSelected) }),
  };
  return [
    ...(needsUsernames ? [usernames] : []),
    ...(hasGroup ? [group] : []),
    ...(act === 'add-to-group' || act === 'set-end' ? [until] : []),
    ...(act === 'disable'
      ? [{ name: 'reason', label: t('new.reason'), maxLength: 200, hint: t('new.reason-hint') }]
      : []),
  ];
}

function BulkForm({ act, users }: { act: BulkActType; users: Users | undefined }) {
  const t = wordsOf('bulk');
  const fields = useFields(act, users === undefined);
  const preview = async (values: FormValues) => {
    const usernames = pasted(values['usernames'] ?? '');
    const missing = {
      ...(!users && usernames.length === 0 && { usernames: t('new.usernames-missing') }),
      ...(fields.some(({ name }) => name === 'group') &&
        !values['group'] && { group: t('new.group-missing') }),
    };
    if (Object.keys(missing).length > 0) throw new FormError(missing);
    const body = { act: actOf(act, values), users: users ?? { usernames } };
    const call = admin.POST('/api/admin/bulk-changes', {
      body,
      headers: newIdempotencyKey(),
    });
    const { id } = await dataOf(call).catch((error: unknown) => {
      throw error instanceof AdminProblem ? namedError(error) : error;
    });
    goTo(hrefOf(`/bulk/${id}`));
  };
  return (
    <Form
      done={t('new.previewed')}
      fields={fields}
      id="bulk-new"
      initial={{ usernames: '', group: '', until: '', reason: '' }}
      save={preview}
      submitLabel={t('new.preview')}
    />
  );
}
