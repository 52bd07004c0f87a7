// The schema of one entry of `users:`: the fields of the record, and those that rules decide about. Pure.

import { maxGroups, tooManyReason } from '@brama/contract/admin/limits';
import { type Role, roles } from '@brama/contract/admin/roles';
import { validateGroupName } from '@brama/contract/groups/fields';
import { searchKey } from '@brama/contract/sign-in/login-name';
import { maxPasswordLength } from '@brama/contract/sign-in/password/schemas';
import { validateCharacters, validateTextType } from '@brama/contract/text';
import {
  taxId,
  type UserFieldName,
  userDisabledNote,
  userFieldNames,
  userFields,
} from '@brama/contract/users/fields';
import { z } from 'zod';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { parseEnd, parseStart } from '../../../users/lifecycle/parse-time.ts';
import type { Path } from './issue.ts';

/** Reports an issue of the field, or of the value at `within`. */
type ReportField = (reason: string, within?: Path) => void;
type Validate = (text: string) => string | undefined;
type ParseTime = (text: string) => number | undefined;

/** A value that `read` checks and converts; what it returns after an issue is not used. */
const readBy = <Output>(read: (value: unknown, report: ReportField) => Output) =>
  z.unknown().transform((given, { issues }) =>
    read(given, (message, path = []) =>
      // no input: an issue never repeats a value
      issues.push({ code: 'custom', message, path: [...path], input: undefined }),
    ),
  );

const textThat = (validate: Validate) =>
  z.string().check(({ value, issues }) => {
    const message = validate(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
  });

const validatePassword: Validate = (password) =>
  password.length < 1 || password.length > maxPasswordLength
    ? `must have 1 to ${maxPasswordLength} characters`
    : validateCharacters(password);

const timeForm = 'must be a date such as 2026-12-31, or a date and time with an offset';

/** In epoch milliseconds. */
const timeRead = (parse: ParseTime) =>
  readBy((value, report) => {
    const at = typeof value === 'string' ? parse(value) : undefined;
    if (at === undefined) report(timeForm);
    return at ?? 0;
  });

/** Returns the first and last moment, null for none; reports invalid ones. */
function periodOf({ validFrom, validUntil }: Record<string, unknown>, report: ReportField) {
  const read = (name: string, value: unknown, parse: ParseTime) => {
    if (value === undefined || value === null) return null;
    const at = typeof value === 'string' ? parse(value) : undefined;
    if (at === undefined) report(timeForm, [name]);
    return at ?? null;
  };
  const period = {
    validFrom: read('validFrom', validFrom, parseStart),
    validUntil: read('validUntil', validUntil, parseEnd),
  };
  const { validFrom: from, validUntil: until } = period;
  if (from !== null && until !== null && until <= from)
    report('is not after validFrom', ['validUntil']);
  return period;
}

/** A group of a user is a name, or a mapping with `name` and the first and last day of the membership. */
function membershipOf(value: unknown, report: ReportField): Membership {
  const isMapping = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entry = isMapping ? (value as Record<string, unknown>) : { name: value };
  const { name, validFrom, validUntil, ...unknown } = entry;
  for (const other of Object.keys(unknown)) report('is not a known field', [other]);
  const reason = validateGroupName(name);
  if (reason !== undefined) report(reason, isMapping ? ['name'] : []);
  const group = typeof name === 'string' ? name.normalize('NFC') : '';
  const period = periodOf({ validFrom, validUntil }, report);
  // not spread: a manifest can have a million memberships, and such objects need half as much memory again
  return { group, validFrom: period.validFrom, validUntil: period.validUntil };
}

/** Returns the memberships by group: the order has no meaning. */
function membershipsOf(value: unknown, report: ReportField): Membership[] {
  if (!Array.isArray(value)) report('must be a list of group names');
  else if (value.length > maxGroups) report(tooManyReason(maxGroups));
  else {
    const seen = new Set<string>();
    const memberships = value.map((entry: unknown, index) => {
      let isValid = true;
      const membership = membershipOf(entry, (reason, within = []) => {
        isValid = false;
        report(reason, [index, ...within]);
      });
      if (isValid && seen.has(membership.group)) report('is given twice in this list', [index]);
      if (isValid) seen.add(membership.group);
      return membership;
    });
    return memberships.sort((a, b) => (a.group < b.group ? -1 : 1));
  }
  return [];
}

/** Returns the roles, the highest first. */
function rolesOf(value: unknown, report: ReportField): Role[] {
  if (!Array.isArray(value)) report('must be a list of roles');
  else if (value.length > roles.length) report(tooManyReason(roles.length));
  else {
    for (const [index, role] of value.entries())
      if (!roles.includes(role)) report(`must be one of ${roles.join(', ')}`, [index]);
      else if (value.indexOf(role) < index) report('is given twice in this list', [index]);
    return roles.filter((role) => value.includes(role));
  }
  return [];
}

type FactSchemas = {
  [Name in UserFieldName]: (typeof userFields)[Name]['clears'] extends true
    ? z.ZodNullable<(typeof userFields)[Name]['schema']>
    : (typeof userFields)[Name]['schema'];
};

const factSchemas = Object.fromEntries(
  userFieldNames.map((name) => {
    const { schema, clears, meaning } = userFields[name];
    return [name, (clears ? schema.nullable() : schema).describe(meaning)];
  }),
) as FactSchemas;

export type ValidatePasswordHash = (passwordHash: string) => string | undefined;

/** Returns the schema of all entries. The password method passes `validateHash`. The descriptions are rows of docs/manifest.md. */
export const createUserEntry = (validateHash: ValidatePasswordHash) =>
  z
    .strictObject({
      ...factSchemas,
      groups: readBy(membershipsOf)
        .nullable()
        .describe(
          'replaces the user’s list. Each is a name, or `{ name: …, validFrom: …, validUntil: … }` for a membership with a first or last day',
        ),
      password: textThat(validatePassword)
        .nullable()
        .describe(
          `1 to ${maxPasswordLength} characters, exactly as typed; compared with the stored hash, hashed if it differs`,
        ),
      passwordHash: textThat(validateHash)
        .nullable()
        .describe(
          'argon2id in PHC form, instead of `password`. When sign-in renews a hash with newer parameters, the given one still counts as applied',
        ),
      taxId: taxId
        .nullable()
        .describe(
          'ten digits, unique; stored only as a hash under `TAX_ID_KEY`. A new number with a wrong check digit is refused, unless `TAX_ID_CHECK_DIGIT=0`; one that is stored already is not',
        ),
      taxIdHash: z
        .string()
        .regex(/^[\w-]{43}$/, 'must be the hash of an export')
        .nullable()
        .describe(
          'this hash, instead of `taxId`, as an [export](#export) writes it; fits only the same `TAX_ID_KEY`',
        ),
      disabled: z
        .boolean('must be true or false, without quotes')
        .describe('`true` ends all sessions and blocks sign-in; default `false`'),
      disabledNote: userDisabledNote
        .nullable()
        .describe('with `disabled: true`: why, for administrators; at most 200 characters'),
      validFrom: timeRead(parseStart)
        .nullable()
        .describe('the first day on which the user can sign in'),
      validUntil: timeRead(parseEnd)
        .nullable()
        .describe('the last day on which the user can sign in. After it all sessions end'),
      roles: readBy(rolesOf)
        .nullable()
        .describe(
          `[roles of administration](administer.md#who-may-do-what): ${roles.map((role) => `\`${role}\``).join(', ')}; replaces the former roles`,
        ),
      sponsor: userFields.username.schema
        .transform(searchKey)
        .nullable()
        .describe(
          'the username of another user who answers for this guest. A new sponsor must be enabled. It requires `validUntil`',
        ),
    })
    .partial();

export type UserEntry = ReturnType<typeof createUserEntry>;

/** Returns what is wrong with a type, as YAML and JSON files need it. */
export function typeReason({ code, expected, input }: z.core.$ZodRawIssue): string | undefined {
  if (code !== 'invalid_type') return undefined;
  return expected === 'record' ? 'must be a mapping: field: value' : validateTextType(input);
}
