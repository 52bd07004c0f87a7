// The filters of lists of users, as addresses have them and as the API takes them.
import { roles } from '@brama/contract/admin/roles';
import { isoOfLocal } from '../i18n/moment.ts';
import { oneOf, pickTexts } from './search-params.ts';

const flags = ['true', 'false'] as const;
const flagNames: ReadonlySet<string> = new Set(['disabled', 'isGuest', 'hasWayIn']);
const days = ['endsFrom', 'endsTo', 'signedInFrom', 'signedInTo'] as const;
const dayNames: ReadonlySet<string> = new Set(days);

/** Returns the filters of an address. Days begin in Kyiv. */
export const userFiltersIn = (given: Record<string, unknown>) => ({
  ...pickTexts(given, ['q', 'group', 'sponsorId', ...days]),
  role: oneOf(given['role'], roles),
  disabled: oneOf(given['disabled'], flags),
  isGuest: oneOf(given['isGuest'], flags),
  hasWayIn: oneOf(given['hasWayIn'], flags),
});
export type UserFilters = ReturnType<typeof userFiltersIn>;

/** Returns the filters as the API takes them. */
export function sentFilters(filters: UserFilters): Record<string, string | boolean> {
  const entries = Object.entries(filters).flatMap(([name, value]): [string, string | boolean][] => {
    if (value === undefined || value === '') return [];
    if (flagNames.has(name)) return [[name, value === 'true']];
    const sent = dayNames.has(name) ? isoOfLocal(`${value}T00:00`) : value;
    return sent === undefined ? [] : [[name, sent]];
  });
  return Object.fromEntries(entries);
}

/** Whether a filter beside the search is set. */
export const isFiltered = ({ q: _q, ...others }: UserFilters) =>
  Object.values(others).some((value) => value !== undefined && value !== '');
