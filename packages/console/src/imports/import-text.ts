// Says how far an import is, why it waits, and what changes, in words.
import type { ImportState, RowKind } from '@brama/contract/admin/imports/codes';
import type { StatusKind } from '@brama/ui/status-chip.tsx';
import { momentText, numberText } from '../i18n/moment.ts';
import { findText, wordsOf } from '../i18n/words.ts';
import type { Import } from './queries.ts';

export const chipOfState: Record<ImportState, StatusKind> = {
  comparing: 'current',
  compared: 'note',
  waiting: 'warning',
  running: 'current',
  done: 'on',
  failed: 'error',
  refused: 'off',
  replaced: 'off',
};

export const chipOfKind: Record<RowKind, StatusKind> = {
  created: 'on',
  changed: 'current',
  linked: 'current',
  left: 'off',
  unchanged: 'off',
  rejected: 'error',
  waiting: 'warning',
};

/** Returns the label that forms have for a field of a user. */
export function fieldText(field: string): string {
  const name = field.startsWith('data.') ? field.slice('data.'.length) : field;
  return (
    findText('imports', `fields.${name}`) ??
    findText('profile', `fields.${name}`) ??
    findText('users', `fields.${name}`) ??
    name
  );
}

/** Returns a sentence about why an import waits. */
export function stopText({ code, count, limit, field }: Import['stops'][number]): string {
  return wordsOf('imports')(`stops.${code}`, {
    count: count ?? 0,
    number: numberText(count ?? 0),
    limit: numberText(limit ?? 0),
    field: field === null ? '' : fieldText(field),
  });
}

type Counts = Import['counts'];

/** Returns how many users an import creates, changes or lets go. */
export const affectedBy = ({ created, changed, linked, left }: Counts): number =>
  created + changed + linked + left;

/** Returns what an import would do to users, in numbers. */
export function effectText(counts: Counts): string {
  const t = wordsOf('imports');
  const effects = {
    created: counts.created,
    changed: counts.changed + counts.linked,
    left: counts.left,
  };
  const texts = (['created', 'changed', 'left'] as const).flatMap((name) =>
    effects[name] === 0 ? [] : t(`effect.${name}`, { number: numberText(effects[name]) }),
  );
  return texts.length === 0 ? t('effect.none') : texts.join(' ');
}

/** Returns in one sentence how far it is. */
export function stateText({ state, counts, error, rejectedBy }: Import): string {
  const t = wordsOf('imports');
  const [commonest] = rejectedBy;
  if (error === 'all-rejected' && commonest)
    return t('one.all-rejected', {
      reason: t(`codes.${commonest.code}`),
      number: numberText(commonest.count),
    });
  if (state === 'failed') return t(`failures.${error ?? 'interrupted'}`);
  return t(`one.${state}`, { count: affectedBy(counts) });
}

/** Returns the name of a result: of an import that is not written, what it would do. */
export function kindText({ state }: Pick<Import, 'state'>, kind: RowKind): string {
  const planned = state === 'done' ? undefined : findText('imports', `planned.${kind}`);
  return planned ?? wordsOf('imports')(`kinds.${kind}`);
}

/** Returns the result of one row: before the import is written, what it would be. */
export function rowKindText({ state }: Pick<Import, 'state'>, kind: RowKind): string {
  const planned = state === 'done' ? undefined : findText('imports', `rows.planned.${kind}`);
  return planned ?? wordsOf('imports')(`rows.kinds.${kind}`);
}

const isTime = (text: string) => /^\d{4}-\d\d-\d\dT/.test(text);

type Membership = { group?: string; name?: string; validFrom?: unknown; validUntil?: unknown };

/** Returns a membership with its bounds, if it has any. */
function membershipText(given: Membership): string {
  const t = wordsOf('imports');
  const name = given.group ?? given.name ?? '';
  const [from, until] = [given.validFrom, given.validUntil].map((at) =>
    typeof at === 'string' || typeof at === 'number'
      ? momentText(new Date(at).toISOString(), 'date')
      : undefined,
  );
  if (from && until) return t('values.between', { name, from, until });
  if (from) return t('values.from', { name, from });
  return until ? t('values.until', { name, until }) : name;
}

function itemText(value: unknown): string {
  if (typeof value === 'object' && value !== null) return membershipText(value);
  return String(value);
}

/** Returns a value before or after a change. */
export function valueText(value: unknown): string {
  const t = wordsOf('imports');
  if (value === null || value === undefined || value === '') return t('values.none');
  if (typeof value === 'boolean') return t(value ? 'values.yes' : 'values.no');
  if (typeof value === 'number') return numberText(value);
  if (typeof value === 'string') return isTime(value) ? momentText(value) : value;
  if (Array.isArray(value)) return value.map(itemText).join(', ') || t('values.none');
  const entries = Object.entries(value as Record<string, unknown>);
  return entries.map(([name, one]) => `${name}: ${one ?? '—'}`).join('; ') || t('values.none');
}
