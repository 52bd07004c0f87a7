// Reads one entry of `users:`. Pure. A field that is undefined stays as it is stored.

import { type Role, roles } from '@brama/contract/admin/roles';
import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { parseEnd, parseStart } from '../../../users/lifecycle/parse-time.ts';
import type { ValidateTaxId } from '../../../users/tax-id.ts';
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
  /** Why the tax number is refused, unless it is stored already. */
  taxIdRefusal: string | undefined;
  /** JSON, fields in the order of the file. */
  data: string | undefined;
  /** Sorted by group: the order has no meaning. */
  groups: readonly Membership[] | null | undefined;
  password: PasswordSpec | undefined;
  disabled: boolean | undefined;
  /** Epoch milliseconds. */
  validFrom: number | null | undefined;
  validUntil: number | null | undefined;
  /** The `username_key` of the user who answers for this guest. */
  sponsor: string | null | undefined;
  /** The highest first. */
  roles: readonly Role[] | undefined;
};

export type UserRules = {
  checks: UserChecks;
  hashTaxId(taxId: string): string;
  validateTaxId: ValidateTaxId;
  /** Of TAX_ID_KEY. */
  taxIdKeyFingerprint: string;
};

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

type GroupEntry = string | { name: string; validFrom?: string | null; validUntil?: string | null };

/** Reads a valid time; null clears the field. */
function timeOf(
  value: unknown,
  parse: (text: string) => number | undefined,
): number | null | undefined {
  return typeof value === 'string' ? parse(value) : (value as null | undefined);
}

function membershipOf(entry: GroupEntry): Membership {
  const { name, validFrom, validUntil } =
    typeof entry === 'string' ? { name: entry, validFrom: null, validUntil: null } : entry;
  return {
    group: name.normalize('NFC'),
    validFrom: timeOf(validFrom, parseStart) ?? null,
    validUntil: timeOf(validUntil, parseEnd) ?? null,
  };
}

function groupsOf(value: unknown): Membership[] | null | undefined {
  if (!Array.isArray(value)) return value as null | undefined;
  const memberships = value.map(membershipOf);
  return memberships.sort((a, b) => (a.group < b.group ? -1 : 1));
}

function sponsorOf(value: unknown): string | null | undefined {
  return typeof value === 'string' ? searchKey(value.normalize('NFKC')) : (value as null);
}

function rolesOf(value: unknown): Role[] | undefined {
  if (value === undefined) return undefined;
  return roles.filter((role) => Array.isArray(value) && value.includes(role));
}

function taxIdHashOf({ taxId, taxIdHash }: Entry, rules: UserRules): string | null | undefined {
  if (typeof taxId === 'string') return rules.hashTaxId(taxId);
  return (taxId === undefined ? taxIdHash : taxId) as string | null | undefined;
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
  if (Object.hasOwn(entry, 'taxId') && Object.hasOwn(entry, 'taxIdHash'))
    report(['taxIdHash'], 'stands beside taxId: give one of them');
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
    taxIdHash: taxIdHashOf(valid, rules),
    taxIdRefusal:
      typeof valid['taxId'] === 'string' ? rules.validateTaxId(valid['taxId']) : undefined,
    data: valid['data'] === undefined ? undefined : JSON.stringify(valid['data'] ?? {}),
    groups: groupsOf(valid['groups']),
    password: passwordOf(valid),
    disabled: valid['disabled'] as boolean | undefined,
    validFrom: timeOf(valid['validFrom'], parseStart),
    validUntil: timeOf(valid['validUntil'], parseEnd),
    sponsor: sponsorOf(valid['sponsor']),
    roles: rolesOf(valid['roles']),
  };
}
