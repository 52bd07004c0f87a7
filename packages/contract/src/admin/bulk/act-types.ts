// What a bulk change does to users, and what becomes of each. Contains no schemas: the console loads it with its first screen.

export const bulkActTypes = [
  'add-to-group',
  'remove-from-group',
  'set-end',
  'disable',
  'enable',
  'invite',
] as const;
export type BulkActType = (typeof bulkActTypes)[number];

export const bulkResults = ['waiting', 'changed', 'unchanged', 'refused'] as const;
export type BulkResult = (typeof bulkResults)[number];
