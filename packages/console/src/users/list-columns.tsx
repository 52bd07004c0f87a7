// The columns of the list of users, and the choice of those that are shown.
import type { ExportColumn } from '@brama/contract/admin/users';
import { ChevronDown } from '@brama/ui/icons/chevron-down.ts';
import { StatusChip } from '@brama/ui/status-chip.tsx';
import { textLink } from '@brama/ui/text-link.ts';
import type { ReactNode } from 'react';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import { useGroupTitle } from '../ui/group-field.tsx';
import { hrefOf } from '../ui/search-params.ts';
import type { ListedUser } from './list-queries.ts';

/** Column → its column in a file. The name of the user always shows. */
const fileColumns = {
  username: 'username',
  email: 'email',
  groups: 'groups',
  state: 'disabled',
  lastSignIn: 'lastSignInAt',
  validUntil: 'validUntil',
  createdAt: 'createdAt',
} as const satisfies Record<string, ExportColumn>;
type ColumnId = keyof typeof fileColumns;
const columnIds = Object.keys(fileColumns) as ColumnId[];
const usual: readonly ColumnId[] = ['username', 'email', 'groups', 'state', 'lastSignIn'];
const sortable: ReadonlySet<string> = new Set(['username', 'lastSignIn', 'createdAt']);

/** Returns the known columns of a stored choice, in their order. */
export const chosenColumns = (stored: readonly string[] | undefined) =>
  stored === undefined ? usual : columnIds.filter((id) => stored.includes(id));

/** Returns the columns of a file that has what the list shows. */
export const columnsOfFile = (chosen: readonly ColumnId[]) =>
  ['fullName', ...chosen.map((id) => fileColumns[id])].join(',');

const moment = (at: string | null) => (at === null ? '—' : momentText(at));

const cells: Record<ColumnId, (user: ListedUser) => ReactNode> = {
  // one long word each
  username: ({ username }) => (
    <span className="inline-block min-w-28 wrap-anywhere">{username}</span>
  ),
  email: ({ email }) => <Email address={email} />,
  groups: ({ groups }) => <Groups names={groups} />,
  state: (user) => <State user={user} />,
  lastSignIn: ({ lastSignInAt }) => <LastSignIn at={lastSignInAt} />,
  validUntil: ({ validUntil }) => moment(validUntil),
  createdAt: ({ createdAt }) => moment(createdAt),
};

/** An address breaks before its domain first. */
function Email({ address }: { address: string | null }) {
  const [name, domain] = address?.split('@') ?? [];
  if (domain === undefined) return address ?? '—';
  return (
    <span className="wrap-anywhere">
      {name}
      <wbr />@{domain}
    </span>
  );
}

function Groups({ names }: { names: readonly string[] }) {
  const titleOf = useGroupTitle();
  return names.map(titleOf).join(', ') || '—';
}

function State({ user: { disabled, hasWayIn, linksGoogle } }: { user: ListedUser }) {
  const t = wordsOf('users');
  if (disabled) return <StatusChip kind="off">{t('list.cannot')}</StatusChip>;
  if (!hasWayIn && !linksGoogle) return <StatusChip kind="warning">{t('list.no-way')}</StatusChip>;
  return <StatusChip kind="on">{t('list.can')}</StatusChip>;
}

function LastSignIn({ at }: { at: string | null }) {
  const t = wordsOf('users');
  return at === null ? t('list.never') : momentText(at);
}

/** Returns the columns as the table takes them. */
export function tableColumns(chosen: readonly ColumnId[]) {
  const t = wordsOf('users');
  return [
    {
      id: 'fullName',
      name: t('list.name'),
      canSort: true,
      cell: ({ id, fullName }: ListedUser) => (
        <a className={textLink} href={hrefOf(`/users/${id}`)}>
          {fullName}
        </a>
      ),
    },
    ...chosen.map((id) => ({
      id,
      name: t(`list.columns.${id}`),
      canSort: sortable.has(id),
      cell: cells[id],
    })),
  ];
}

type ColumnChoiceProps = {
  chosen: readonly ColumnId[];
  onChange: (chosen: readonly ColumnId[]) => void;
};

export function ColumnChoice({ chosen, onChange }: ColumnChoiceProps) {
  const t = wordsOf('users');
  const toggle = (id: ColumnId) =>
    onChange(columnIds.filter((one) => chosen.includes(one) !== (one === id)));
  return (
    <details className="print:hidden">
      <summary className="inline-flex min-h-11 items-center gap-1.5 rounded-chip font-medium hover:text-brand">
        {t('list.choose-columns')}
        <ChevronDown aria-hidden="true" className="chevron-down shrink-0" size={18} />
      </summary>
      <fieldset className="mb-3 flex flex-wrap gap-x-5">
        <legend className="sr-only">{t('list.choose-columns')}</legend>
        {columnIds.map((id) => (
          <label className="inline-flex min-h-11 items-center gap-2" key={id}>
            <input
              checked={chosen.includes(id)}
              className="size-5 accent-brand"
              onChange={() => toggle(id)}
              type="checkbox"
            />
            {t(`list.columns.${id}`)}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
