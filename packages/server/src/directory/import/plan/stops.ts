// Decides whether an import waits for an administrator before the first write. Pure.

import type { RowKind, StopCode } from '@brama/contract/admin/imports/codes';
import type { Limit, SourceSettings } from '../../../users/sources/source-settings.ts';
import type { ImportOptions, Stop } from '../import-options.ts';

/** So many users may always change. */
const alwaysAllowed = 20;
/** So large a share of a source does not change one field at once. */
const shiftedShare = 0.2;

export type Counts = Record<RowKind, number>;

/** Of what imports without an approval have written since the last approval, at most within a week. */
export type WrittenLately = { leavers: number; changed: number };

export type Compared = {
  counts: Counts;
  /** Users who are named and whose accounts end nevertheless, by their validity. They count as leavers. */
  ending: number;
  /** Persons who stay only because the id of a rejected row cannot be read. */
  withheld: number;
  /** Users whose groups or fields of the identity change. */
  changed: number;
  /** Field → users who have another value now. */
  changedFields: ReadonlyMap<string, number>;
  /** Persons whom the source named before. */
  presentBefore: number;
  /** Persons whom it names now. */
  named: number;
  isFirst: boolean;
};

/** Returns how many users may change: the lower of number and share, and never fewer than some. */
function allowedBy({ count, percent }: Limit, total: number): number {
  const share =
    percent === undefined ? Number.POSITIVE_INFINITY : Math.floor((total * percent) / 100);
  if (count !== undefined) return Math.min(count, Math.max(share, alwaysAllowed));
  return Math.max(share, alwaysAllowed);
}

function stopOfSize({ presentBefore, named, isFirst }: Compared): Stop[] {
  if (isFirst) return [{ code: 'first-import' }];
  // a file of some rows has no meaningful half
  const isHalved = presentBefore > alwaysAllowed && named * 2 <= presentBefore;
  return isHalved ? [{ code: 'halved', count: named, limit: presentBefore }] : [];
}

/** Small imports fall under the limits together. An approval of a sum begins a new one. */
function stopOfSum(
  code: StopCode,
  { count, before, most }: { count: number; before: number; most: number },
): Stop[] {
  const sum = count + before;
  return count > 0 && count <= most && sum > most ? [{ code, count: sum, limit: most }] : [];
}

/** Returns why the import waits; nothing if it may go on. */
export function stopsOf(
  compared: Compared,
  { limits }: SourceSettings,
  { limits: given, isIncrement }: ImportOptions,
  lately: WrittenLately,
): Stop[] {
  const { counts, ending, withheld, changed, changedFields, presentBefore } = compared;
  const leavers = counts.left + ending;
  // an increment without changes is nothing unusual
  const ofSize = isIncrement
    ? compared.isFirst
      ? [{ code: 'first-import' } as const]
      : []
    : stopOfSize(compared);
  if (ofSize.some(({ code }) => code === 'first-import')) return ofSize;
  const all = [
    { code: 'too-many-leavers', count: leavers, limit: given.leavers ?? limits.leavers },
    { code: 'too-many-created', count: counts.created, limit: given.created ?? limits.created },
    { code: 'too-many-changed', count: changed, limit: given.changed ?? limits.changed },
  ] as const;
  const exceeded = all.flatMap(({ code, count, limit }): Stop[] => {
    const most = allowedBy(limit, presentBefore);
    return count > most ? [{ code, count, limit: most }] : [];
  });
  const limitOf = (name: 'leavers' | 'changed') =>
    allowedBy(given[name] ?? limits[name], presentBefore);
  const ofWeek = [
    ...stopOfSum('too-many-leavers-of-week', {
      count: leavers,
      before: lately.leavers,
      most: limitOf('leavers'),
    }),
    ...stopOfSum('too-many-changed-of-week', {
      count: changed,
      before: lately.changed,
      most: limitOf('changed'),
    }),
  ];
  const ofRows: Stop[] = withheld > 0 ? [{ code: 'leavers-withheld', count: withheld }] : [];
  const mostOfField = Math.max(alwaysAllowed, Math.floor(presentBefore * shiftedShare));
  const shifted = [...changedFields].flatMap(([field, count]): Stop[] =>
    count > mostOfField ? [{ code: 'shifted-column', field, count, limit: mostOfField }] : [],
  );
  return [...ofSize, ...exceeded, ...ofWeek, ...ofRows, ...shifted];
}
