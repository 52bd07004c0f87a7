// What navigation and search know of an area.
import type { Permission } from '@brama/contract/admin/permissions';
import type { Language } from '@brama/contract/paths';

export const areaGroups = ['people', 'access', 'oversight', 'system'] as const;

type Labels = Readonly<Record<Language, string>>;

export type Area = {
  id: string;
  /** The address of its first page below that of the console. */
  to: string;
  label: Labels;
  group: (typeof areaGroups)[number];
  /** Who does not have it does not see the area. */
  permission: Permission;
  /** What the search offers besides its first page. */
  actions?: readonly { id: string; to: string; label: Labels; permission: Permission }[];
};
