// Reads one entry of `users:`. Pure. A field that is undefined stays as it is stored.

import type { Role } from '@brama/contract/admin/roles';
import { searchKey } from '@brama/contract/sign-in/login-name';
import {
  type TextFieldName,
  textFieldNames,
  type UserFacts,
  userFields,
} from '@brama/contract/users/fields';
import type { z } from 'zod';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import type { ValidateTaxId } from '../../../users/tax-id.ts';
import type { Report } from './issue.ts';
import { typeReason, type UserEntry } from './user-entry.ts';

export type PasswordSpec = { plain: string } | { hash: string } | 'none';

/** The texts of the record that a manifest may leave out. */
type GivenName = Exclude<TextFieldName, 'username'>;
const givenNames = textFieldNames.filter((name): name is GivenName => name !== 'username');

/** A new user needs a value. */
export const requiredNames = givenNames.filter((name) => !userFields[name].clears);

type GivenFacts = { [Name in GivenName]?: UserFacts[Name] | undefined };

export type UserSpec = GivenFacts & {
  /** Position in the file, for issues. */
  index: number;
  username: string;
  usernameKey: string;
  taxIdHash?: string | null | undefined;
  /** Why the tax number is refused, unless it is stored already. */
  taxIdRefusal?: string | undefined;
  /** JSON, fields in the order of the file. */
  data?: string | undefined;
  /** Sorted by group: the order has no meaning. */
  groups?: readonly Membership[] | null | undefined;
  password?: PasswordSpec | undefined;
  disabled?: boolean | undefined;
  disabledNote?: string | null | undefined;
  /** Epoch milliseconds. */
  validFrom?: number | null | undefined;
  validUntil?: number | null | undefined;
  /** The `username_key` of the user who answers for this guest. */
  sponsor?: string | null | undefined;
  /** The highest first. */
  roles?: readonly Role[] | undefined;
};

export type UserRules = {
  /** The schema of entries. */
  entry: UserEntry;
  hashTaxId(taxId: string): string;
  validateTaxId: ValidateTaxId;
  /** Of TAX_ID_KEY. */
  taxIdKeyFingerprint: string;
};

type Entry = Record<string, unknown>;

export function isMapping(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type ValidFields = z.output<UserEntry>;

/** Reports what zod found in the fields of an entry, in their order. Returns their names. */
function reportIssues(entry: Entry, error: z.ZodError, report: Report): Set<unknown> {
  const order = Object.keys(entry);
  const found = error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({ path: [key], reason: 'is not a field of a user' }))
      : [{ path: issue.path as (string | number)[], reason: issue.message }],
  );
  const placeOf = ({ path: [name] }: { path: (string | number)[] }) => order.indexOf(String(name));
  for (const { path, reason } of found.toSorted((a, b) => placeOf(a) - placeOf(b)))
    report(path, reason);
  return new Set(found.map(({ path: [name] }) => name));
}

/** Returns the valid fields; reports the others. */
function validFields(entry: Entry, { entry: schema }: UserRules, report: Report): ValidFields {
  const parsed = schema.safeParse(entry, { error: typeReason });
  if (parsed.success) return parsed.data;
  const invalid = reportIssues(entry, parsed.error, report);
  return schema.parse(
    Object.fromEntries(Object.entries(entry).filter(([name]) => !invalid.has(name))),
  );
}

function passwordOf({ password, passwordHash }: ValidFields): PasswordSpec | undefined {
  if (typeof password === 'string') return { plain: password };
  if (typeof passwordHash === 'string') return { hash: passwordHash };
  return password === null || passwordHash === null ? 'none' : undefined;
}

/** Returns the data as they are stored; null removes all of them. */
const jsonOf = ({ data }: ValidFields) =>
  data === undefined ? undefined : JSON.stringify(data ?? {});

function taxIdHashOf(
  { taxId, taxIdHash }: ValidFields,
  rules: UserRules,
): string | null | undefined {
  if (typeof taxId === 'string') return rules.hashTaxId(taxId);
  return taxId === undefined ? taxIdHash : taxId;
}

/** Adds the texts that are given, and no others: a manifest has many users, and most texts of most of them are not given. */
function addTexts(spec: UserSpec, valid: ValidFields, entry: Entry): UserSpec {
  const texts: Partial<Record<GivenName, string | null | undefined>> = spec;
  for (const name of givenNames) {
    if (valid[name] !== undefined) texts[name] = valid[name];
    // an invalid text is not reported as missing too
    else if (requiredNames.includes(name) && Object.hasOwn(entry, name)) texts[name] = '';
  }
  return spec;
}

/**
 * Reads an entry and reports every issue in it. Returns undefined without a valid username; leaves out other invalid
 * fields, so that later steps can check the rest.
 */
export function readUser(
  entry: Entry,
  index: number,
  rules: UserRules,
  report: Report,
): UserSpec | undefined {
  const valid = validFields(entry, rules, report);
  if (Object.hasOwn(entry, 'password') && Object.hasOwn(entry, 'passwordHash'))
    report(['passwordHash'], 'stands beside password: give one of them');
  if (Object.hasOwn(entry, 'taxId') && Object.hasOwn(entry, 'taxIdHash'))
    report(['taxIdHash'], 'stands beside taxId: give one of them');
  if (!Object.hasOwn(entry, 'username')) report(['username'], 'is required');
  const { username, taxId, groups, roles } = valid;
  if (username === undefined) return undefined;
  const spec: UserSpec = {
    index,
    username,
    usernameKey: searchKey(username),
    taxIdHash: taxIdHashOf(valid, rules),
    taxIdRefusal: taxId ? rules.validateTaxId(taxId) : undefined,
    data: jsonOf(valid),
    groups,
    password: passwordOf(valid),
    disabled: valid.disabled,
    disabledNote: valid.disabledNote,
    validFrom: valid.validFrom,
    validUntil: valid.validUntil,
    sponsor: valid.sponsor,
    // null takes all of them away
    roles: roles === null ? [] : roles,
  };
  return addTexts(spec, valid, entry);
}
