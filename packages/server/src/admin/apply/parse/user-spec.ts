// One entry of `users:` as what is wanted of that user. Pure. A field that is undefined stays as it is.

import { searchKey } from '../../../users/user.ts';
import type { Report } from './issue.ts';
import type { UserChecks } from './user-fields.ts';

export type WantedPassword = { plain: string } | { hash: string } | 'none';

export type WantedUser = {
  /** Place in the file, to name faults by. */
  index: number;
  /** NFKC. */
  username: string;
  usernameKey: string;
  fullName: string | undefined;
  email: string | null | undefined;
  studentId: string | null | undefined;
  employeeId: string | null | undefined;
  taxIdHash: string | null | undefined;
  /** JSON, fields in the order of the file. */
  data: string | undefined;
  /** Sorted: their order says nothing. */
  groups: readonly string[] | null | undefined;
  password: WantedPassword | undefined;
  disabled: boolean | undefined;
};

export type UserRules = { checks: UserChecks; hashTaxId(taxId: string): string };

type Entry = Record<string, unknown>;

export function isMapping(value: unknown): value is Entry {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkEntry(entry: Entry, { checks }: UserRules, report: Report): Entry {
  const sound: Entry = {};
  for (const [name, value] of Object.entries(entry)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof UserChecks] : undefined;
    if (!check) {
      report([name], 'is not a field of a user');
      continue;
    }
    sound[name] = value;
    check(value, (reason, within = []) => {
      delete sound[name];
      report([name, ...within], reason);
    });
  }
  return sound;
}

function passwordOf(sound: Entry): WantedPassword | undefined {
  const { password, passwordHash } = sound;
  if (typeof password === 'string') return { plain: password };
  if (typeof passwordHash === 'string') return { hash: passwordHash };
  return password === null || passwordHash === null ? 'none' : undefined;
}

/** The text of a checked field in NFC; null clears it. */
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

/** A name that is given but faulty has been reported already: it is not missing as well. */
function fullNameOf(entry: Entry, sound: Entry): string | undefined {
  if (typeof sound['fullName'] === 'string') return sound['fullName'].normalize('NFC');
  return Object.hasOwn(entry, 'fullName') ? '' : undefined;
}

/**
 * Reads an entry, reporting every fault in it. Without a usable username there is no user to speak of;
 * other faulty fields are left out, so that the rest can still be judged.
 */
export function readUser(
  entry: Entry,
  index: number,
  rules: UserRules,
  report: Report,
): WantedUser | undefined {
  const sound = checkEntry(entry, rules, report);
  if (Object.hasOwn(entry, 'password') && Object.hasOwn(entry, 'passwordHash'))
    report(['passwordHash'], 'stands beside password: give one of them');
  if (!Object.hasOwn(entry, 'username')) report(['username'], 'is required');
  if (typeof sound['username'] !== 'string') return undefined;
  const username = sound['username'].normalize('NFKC');
  return {
    index,
    username,
    usernameKey: searchKey(username),
    fullName: fullNameOf(entry, sound),
    email: textOf(sound['email']),
    studentId: textOf(sound['studentId']),
    employeeId: textOf(sound['employeeId']),
    taxIdHash: taxIdHashOf(sound['taxId'], rules),
    data: sound['data'] === undefined ? undefined : JSON.stringify(sound['data'] ?? {}),
    groups: groupsOf(sound['groups']),
    password: passwordOf(sound),
    disabled: sound['disabled'] as boolean | undefined,
  };
}
