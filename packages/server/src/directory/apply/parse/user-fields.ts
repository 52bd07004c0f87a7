// The fields of a user in a manifest, and the values that each may have. Pure.

import { maxDataFields, maxGroups, tooManyReason } from '@brama/contract/admin/limits';
import { roles } from '@brama/contract/admin/roles';
import { secondFactorPolicies } from '@brama/contract/second-factor/second-factor';
import { maxUsernameLength } from '@brama/contract/sign-in/login-name';
import { maxPasswordLength } from '@brama/contract/sign-in/password/schemas';
import { validateCharacters, validateText, validateTextType } from '@brama/contract/text';
import { parseEnd, parseStart } from '../../../users/lifecycle/parse-time.ts';
import { isTaxId } from '../../../users/tax-id.ts';
import { mayBeUsername } from '../../../users/user.ts';
import type { Path } from './issue.ts';

/** Reports an issue of the field, or of the value at `within`. */
type ReportField = (reason: string, within?: Path) => void;
type Check = (value: unknown, report: ReportField) => void;
/** Returns why a value is invalid; undefined for a valid one. */
type Validate = (value: unknown) => string | undefined;

const maxLengths = {
  name: 256,
  email: 254,
  studentId: 64,
  employeeId: 64,
  group: 64,
  groupTitle: 100,
  dataField: 64,
  dataValue: 1000,
} as const;

/**
 * Letters of another script than Latin; the apostrophe and marks belong to every script. Also invisible characters, such
 * as those that change the direction of text.
 */
const otherLetters = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|\p{Cf}/u;

const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const groupForm = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u;

function validateUsername(value: unknown): string | undefined {
  // NFKC makes one character of up to four
  const reason = validateText(value, 4 * maxUsernameLength);
  if (reason !== undefined) return reason;
  const username = value as string;
  if (username.normalize('NFKC').length > maxUsernameLength)
    return `must be at most ${maxUsernameLength} characters long`;
  return mayBeUsername(username) ? undefined : 'may contain only letters, digits and . _ - @';
}

export function validateGroupName(value: unknown): string | undefined {
  const reason = validateText(value, maxLengths.group);
  if (reason !== undefined) return reason;
  return groupForm.test((value as string).normalize('NFC'))
    ? undefined
    : 'must begin with a letter or digit, and may contain only letters, digits and . _ -';
}

/** Reports issues of the title of a group; none has no issues. */
export function checkGroupTitle(title: unknown, report: (reason: string, within: Path) => void) {
  if (title === undefined) return;
  if (typeof title !== 'object' || title === null || Object.keys(title).sort().join() !== 'en,uk')
    return report('must be a mapping with uk and en', ['title']);
  for (const [language, text] of Object.entries(title)) {
    const reason = validateText(text, maxLengths.groupTitle);
    if (reason !== undefined) report(reason, ['title', language]);
  }
}

/** Reports an issue of the policy of a group for second factors; none and null have no issues. */
export function checkGroupPolicy(policy: unknown, report: (reason: string, within: Path) => void) {
  if (policy === undefined || policy === null) return;
  if (!secondFactorPolicies.some((one) => one === policy))
    report(`must be one of ${secondFactorPolicies.join(', ')}`, ['secondFactor']);
}

function validateLatinName(value: unknown): string | undefined {
  const reason = validateText(value, maxLengths.name);
  if (reason !== undefined) return reason;
  const isLatin = /\p{Script=Latin}/u.test(value as string) && !otherLetters.test(value as string);
  return isLatin ? undefined : 'must have only Latin letters';
}

function validateEmail(value: unknown): string | undefined {
  const reason = validateText(value, maxLengths.email);
  if (reason !== undefined) return reason;
  return emailForm.test(value as string) ? undefined : 'must be an email address';
}

function validatePassword(value: unknown): string | undefined {
  const wrongType = validateTextType(value);
  if (wrongType !== undefined) return wrongType;
  const password = value as string;
  if (password.length < 1 || password.length > maxPasswordLength)
    return `must have 1 to ${maxPasswordLength} characters`;
  return validateCharacters(password);
}

function validateTaxId(value: unknown): string | undefined {
  const wrongType = validateTextType(value);
  if (wrongType !== undefined) return wrongType;
  return isTaxId(value as string) ? undefined : 'must consist of ten digits';
}

function validateTaxIdHash(value: unknown): string | undefined {
  const wrongType = validateTextType(value);
  if (wrongType !== undefined) return wrongType;
  return /^[\w-]{43}$/.test(value as string) ? undefined : 'must be the hash of an export';
}

const field =
  (validate: Validate): Check =>
  (value, report) => {
    const reason = validate(value);
    if (reason !== undefined) report(reason);
  };

/** Accepts null, which clears the field. */
const nullable =
  (check: Check): Check =>
  (value, report) => {
    if (value !== null) check(value, report);
  };

const timeForm = 'must be a date such as 2026-12-31, or a date and time with an offset';

const validateStart: Validate = (value) =>
  typeof value === 'string' && parseStart(value) !== undefined ? undefined : timeForm;

const validateEnd: Validate = (value) =>
  typeof value === 'string' && parseEnd(value) !== undefined ? undefined : timeForm;

/** Reports issues of a first and a last day; null and none have no issues. */
function checkPeriod({ validFrom, validUntil }: PeriodEntry, report: ReportField) {
  const given = (value: unknown) => value !== undefined && value !== null;
  const from = given(validFrom) ? validateStart(validFrom) : undefined;
  const until = given(validUntil) ? validateEnd(validUntil) : undefined;
  if (from !== undefined) report(from, ['validFrom']);
  if (until !== undefined) report(until, ['validUntil']);
  if (from !== undefined || until !== undefined) return;
  if (isEmptyPeriod({ validFrom, validUntil })) report('is not after validFrom', ['validUntil']);
}

type PeriodEntry = { validFrom?: unknown; validUntil?: unknown };

/** Returns whether a valid first day is not before a valid last day. */
function isEmptyPeriod({ validFrom, validUntil }: PeriodEntry): boolean {
  const from = typeof validFrom === 'string' ? parseStart(validFrom) : undefined;
  const until = typeof validUntil === 'string' ? parseEnd(validUntil) : undefined;
  return from !== undefined && until !== undefined && until <= from;
}

/** A group of a user is a name, or a mapping with `name` and the first and last day of the membership. */
function checkMembership(value: unknown, report: ReportField): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const reason = validateGroupName(value);
    if (reason !== undefined) report(reason);
    return value;
  }
  const { name, validFrom, validUntil, ...unknown } = value as Record<string, unknown>;
  for (const other of Object.keys(unknown)) report('is not a known field', [other]);
  const reason = validateGroupName(name);
  if (reason !== undefined) report(reason, ['name']);
  checkPeriod({ validFrom, validUntil }, report);
  return name;
}

function checkGroups(value: unknown, report: ReportField) {
  if (!Array.isArray(value)) return report('must be a list of group names');
  if (value.length > maxGroups) return report(tooManyReason(maxGroups));
  const seen = new Set<unknown>();
  for (const [index, entry] of value.entries()) {
    let isValid = true;
    const name = checkMembership(entry, (reason, within = []) => {
      isValid = false;
      report(reason, [index, ...within]);
    });
    if (isValid && seen.has(name)) report('is given twice in this list', [index]);
    seen.add(name);
  }
}

function checkRoles(value: unknown, report: ReportField) {
  if (!Array.isArray(value)) return report('must be a list of roles');
  if (value.length > roles.length) return report(tooManyReason(roles.length));
  for (const [index, role] of value.entries())
    if (!roles.includes(role)) report(`must be one of ${roles.join(', ')}`, [index]);
    else if (value.indexOf(role) < index) report('is given twice in this list', [index]);
}

function validateDataField(name: string, value: unknown): string | undefined {
  // an object cannot have __proto__ as an ordinary field
  if (name === '__proto__' || validateText(name, maxLengths.dataField) !== undefined)
    return `its name must be text of at most ${maxLengths.dataField} characters`;
  return value === null || value === '' ? undefined : validateText(value, maxLengths.dataValue);
}

function checkData(value: unknown, report: ReportField) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return report('must be a mapping: field: value');
  const entries = Object.entries(value);
  if (entries.length > maxDataFields) return report(tooManyReason(maxDataFields));
  for (const [name, one] of entries) {
    const reason = validateDataField(name, one);
    if (reason !== undefined) report(reason, [name]);
  }
}

export type ValidatePasswordHash = (passwordHash: string) => string | undefined;

/** Returns a check for each field. The password method passes `validateHash`. */
export function createUserChecks(validateHash: ValidatePasswordHash) {
  const text = (maxLength: number) => field((value) => validateText(value, maxLength));
  return {
    username: field(validateUsername),
    password: nullable(field(validatePassword)),
    passwordHash: nullable(
      field((value) => validateTextType(value) ?? validateHash(value as string)),
    ),
    fullName: text(maxLengths.name),
    fullNameEn: nullable(field(validateLatinName)),
    givenName: nullable(text(maxLengths.name)),
    email: nullable(field(validateEmail)),
    groups: nullable(checkGroups),
    studentId: nullable(text(maxLengths.studentId)),
    employeeId: nullable(text(maxLengths.employeeId)),
    taxId: nullable(field(validateTaxId)),
    taxIdHash: nullable(field(validateTaxIdHash)),
    data: nullable(checkData),
    validFrom: nullable(field(validateStart)),
    validUntil: nullable(field(validateEnd)),
    sponsor: nullable(field(validateUsername)),
    roles: nullable(checkRoles),
    disabled: field((value) =>
      typeof value === 'boolean' ? undefined : 'must be true or false, without quotes',
    ),
  } satisfies Record<string, Check>;
}

export type UserChecks = ReturnType<typeof createUserChecks>;
