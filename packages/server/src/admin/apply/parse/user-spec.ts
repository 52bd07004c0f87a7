// Reads one entry of `users:`. Pure. A field that is undefined stays as it is stored.

import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Report } from './issue.ts';
import type { UserChecks } from './user-fields.ts';

export type PasswordSpec = { plain: string } | { hash: string } | 'none';

export type UserSpec = {
  /** Position in the file, for issues. */
  index: number;
  /** NFKC. */
  username: string;
  usernameKey: string;
  fullName: string | undefined;
  fullNameEn: string | null | undefined;
  givenName: string | null | undefined;
  email: string | null | undefined;
  studentId: string | null | undefined;
  employeeId: string | null | undefined;
  taxIdHash: string | null | undefined;
  /** JSON, fields in the order of the file. */
  data: string | undefined;
  /** Sorted: the order has no meaning. */
  groups: readonly string[] | null | undefined;
  password: PasswordSpec | undefined;
  disabled: boolean | undefined;
};

export type UserRules = { checks: UserChecks; hashTaxId(taxId: string): string };

type Entry = Record<string, unknown>;

export function isMapping(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the valid fields; reports the others. */
function validFields(entry: Entry, { checks }: UserRules, report: Report): Entry {
  const valid: Entry = {};
  for (const [name, value] of Object.entries(entry)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof UserChecks] : undefined;
    if (!check) {
      report([name], 'is not a field of a user');
      continue;
    }
    valid[name] = value;
    check(value, (reason, within = []) => {
      delete valid[name];
      report([name, ...within], reason);
    });
  }
  return valid;
}

function passwordOf({ password, passwordHash }: Entry): PasswordSpec | undefined {
  if (typeof password === 'string') return { plain: password };
  if (typeof passwordHash === 'string') return { hash: passwordHash };
  return password === null || passwordHash === null ? 'none' : undefined;
}

/** Returns a valid text in NFC; null clears the field. */
function textOf(value: unknown): string | null | undefined {
  return typeof value === 'string' ? value.normalize('NFC') : (value as null | undefined);
}

function groupsOf(value: unknown): string[] | null | undefined {
  if (!Array.isArray(value)) return value as null | undefined;
  return value.map((group: string) => group.normalize('NFC')).sort();
}

function taxIdHashOf(value: unknown, rules: UserRules): string | null | undefined {
  return typeof value === 'string' ? rules.hashTaxId(value) : (value as null | undefined);
}

/** Returns `''` for an invalid name, so that it is not reported as missing too. */
function fullNameOf(entry: Entry, valid: Entry): string | undefined {
  if (typeof valid['fullName'] === 'string') return valid['fullName'].normalize('NFC');
  return Object.hasOwn(entry, 'fullName') ? '' : undefined;
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
  if (!Object.hasOwn(entry, 'username')) report(['username'], 'is required');
  if (typeof valid['username'] !== 'string') return undefined;
  const username = valid['username'].normalize('NFKC');
  return {
    index,
    username,
    usernameKey: searchKey(username),
    fullName: fullNameOf(entry, valid),
    fullNameEn: textOf(valid['fullNameEn']),
    givenName: textOf(valid['givenName']),
    email: textOf(valid['email']),
    studentId: textOf(valid['studentId']),
    employeeId: textOf(valid['employeeId']),
    taxIdHash: taxIdHashOf(valid['taxId'], rules),
    data: valid['data'] === undefined ? undefined : JSON.stringify(valid['data'] ?? {}),
    groups: groupsOf(valid['groups']),
    password: passwordOf(valid),
    disabled: valid['disabled'] as boolean | undefined,
  };
}
