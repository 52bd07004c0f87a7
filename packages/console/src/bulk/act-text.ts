// Says what a bulk change does, and how far it is.
import type { StatusKind } from '@brama/ui/status-chip.tsx';
import { momentText } from '../i18n/moment.ts';
import { wordsOf } from '../i18n/words.ts';
import type { BulkAct, BulkChange } from './queries.ts';

/** Returns the last day before this moment. */
const lastDay = (until: string) =>
  momentText(new Date(Date.parse(until) - 1).toISOString(), 'date');

/** Returns a sentence such as “Add to the group courses until 30 Jun 2027”. */
export function actText(
  { type, group, validUntil }: BulkAct,
  undoOf: string | null = null,
): string {
  const t = wordsOf('bulk');
  const hasEnd = validUntil !== null;
  const key =
    type === 'add-to-group' && hasEnd
      ? 'acts.add-until'
      : type === 'set-end' && !hasEnd
        ? 'acts.no-end'
        : (`acts.${type}` as const);
  const text = t(key, { group: group ?? '', until: hasEnd ? lastDay(validUntil) : '' });
  return undoOf === null ? text : t('acts.undo', { act: text });
}

export const chipOfState: Record<BulkChange['state'], StatusKind> = {
  previewed: 'note',
  running: 'current',
  done: 'on',
  cancelled: 'off',
  stopped: 'error',
};
