// What the records of the register mean for users: the schema of the mapping of a source of the kind `edebo`.

import { newUsersChoices, registerFacts } from '@brama/contract/admin/imports/codes';
import { validateUsernameRule } from '@brama/contract/admin/imports/columns';
import { validateGroupName } from '@brama/contract/groups/fields';
import { z } from 'zod';
import { defaultStatusTable, statusTable } from './status-table.ts';

const groupName = z.string().check(({ value, issues }) => {
  const message = validateGroupName(value);
  if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
});
const groupNames = z.array(groupName).max(100);

const groupRule = z.union([
  z.strictObject({ value: groupNames.min(1) }),
  z.strictObject({
    by: z.enum(registerFacts),
    values: z.record(z.string().min(1).max(300), groupNames),
    /** Of a value that is not in the table; by default none. */
    otherwise: groupNames.default([]),
  }),
]);

export const registerMapping = z.strictObject({
  version: z.literal(1),
  /** A person in both lists is one user in two sources. */
  list: z.enum(['students', 'staff']),
  username: z.strictObject({
    rule: z
      .string()
      .max(100)
      .check(({ value, issues }) => {
        const message = validateUsernameRule(value);
        if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
      }),
  }),
  newUsers: z.enum(newUsersChoices).optional(),
  statuses: statusTable.default(defaultStatusTable),
  groups: z.array(groupRule).max(20).default([]),
  /** Field of the user's data → what it shows. */
  data: z.record(z.string().min(1).max(64), z.enum(registerFacts)).default({}),
});

export type RegisterMapping = z.output<typeof registerMapping>;
