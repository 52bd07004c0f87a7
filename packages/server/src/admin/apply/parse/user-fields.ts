// The fields a manifest may give of a user, and what each may hold. Pure.

import { maxPasswordLength, maxUsernameLength } from '@brama/contract/sign-in/sign-in';
import { validateCharacters, validateText, validateTextType } from '../../../config/text.ts';
import { isTaxId } from '../../../users/tax-id.ts';
import { mayBeUsername } from '../../../users/user.ts';
import type { Path } from './issue.ts';

/** Reports a fault of the field itself, or of something within it. */
type Tell = (reason: string, within?: Path) => void;
type Check = (value: unknown, tell: Tell) => void;

const maxLengths = {
  fullName: 256,
  email: 254,
  studentId: 64,
  employeeId: 64,
  group: 64,
  dataField: 64,
  dataValue: 1000,
} as const;

/** More would be no groups of a person, and no page of «my data», but a mistake. */
const maxGroups = 100;
const maxDataFields = 50;

const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;
const groupForm = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._-]*$/u;

function faultOfUsername(value: unknown): string | undefined {
  const fault = validateText(value, Number.POSITIVE_INFINITY);
  if (fault !== undefined) return fault;
  const username = value as string;
  if (username.normalize('NFKC').length > maxUsernameLength)
    return `must be at most ${maxUsernameLength} characters long`;
  return mayBeUsername(username)
    ? undefined
    : 'may hold letters of any script, digits and the signs . _ - @';
}

export function faultOfGroupName(value: unknown): string | undefined {
  const fault = validateText(value, maxLengths.group);
  if (fault !== undefined) return fault;
  return groupForm.test((value as string).normalize('NFC'))
    ? undefined
    : 'must begin with a letter or digit and may hold letters, digits and the signs . _ -';
}

function faultOfEmail(value: unknown): string | undefined {
  return (
    validateText(value, maxLengths.email) ??
    (emailForm.test(value as string) ? undefined : 'must be an e-mail address')
  );
}

function validatePassword(value: unknown): string | undefined {
  const wrongType = validateTextType(value);
  if (wrongType !== undefined) return wrongType;
  const password = value as string;
  if (password.length < 1 || password.length > maxPasswordLength)
    return `must have 1 to ${maxPasswordLength} characters`;
  return validateCharacters(password);
}

function faultOfTaxId(value: unknown): string | undefined {
  return (
    validateTextType(value) ?? (isTaxId(value as string) ? undefined : 'must consist of ten digits')
  );
}

const field =
  (faultOf: (value: unknown) => string | undefined): Check =>
  (value, tell) => {
    const reason = faultOf(value);
    if (reason !== undefined) tell(reason);
  };

/** null is no value of the field but clears it. */
const clearable =
  (check: Check): Check =>
  (value, tell) => {
    if (value !== null) check(value, tell);
  };

function checkGroups(value: unknown, tell: Tell) {
  if (!Array.isArray(value)) return tell('must be a list of group names');
  if (value.length > maxGroups) return tell(`must hold at most ${maxGroups} groups`);
  for (const [index, group] of value.entries()) {
    const reason = faultOfGroupName(group);
    if (reason !== undefined) tell(reason, [index]);
    else if (value.indexOf(group) < index) tell('stands twice in this list', [index]);
  }
}

function faultOfDataField(name: string, value: unknown): string | undefined {
  // an object cannot hold __proto__ as a field like any other
  if (name === '__proto__' || validateText(name, maxLengths.dataField) !== undefined)
    return `its name must be text of at most ${maxLengths.dataField} characters`;
  return value === null || value === '' ? undefined : validateText(value, maxLengths.dataValue);
}

function checkData(value: unknown, tell: Tell) {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return tell('must be a mapping: field: value');
  const entries = Object.entries(value);
  if (entries.length > maxDataFields) return tell(`must hold at most ${maxDataFields} fields`);
  for (const [name, one] of entries) {
    const reason = faultOfDataField(name, one);
    if (reason !== undefined) tell(reason, [name]);
  }
}

export type FaultOfPasswordHash = (passwordHash: string) => string | undefined;

/** Field → what checks it. `faultOfPasswordHash` belongs to whoever verifies passwords. */
export function createUserChecks(validatePasswordHash: FaultOfPasswordHash) {
  const line = (maxLength: number) => field((value) => validateText(value, maxLength));
  return {
    username: field(faultOfUsername),
    password: clearable(field(validatePassword)),
    passwordHash: clearable(
      field((value) => validateTextType(value) ?? validatePasswordHash(value as string)),
    ),
    fullName: line(maxLengths.fullName),
    email: clearable(field(faultOfEmail)),
    groups: clearable(checkGroups),
    studentId: clearable(line(maxLengths.studentId)),
    employeeId: clearable(line(maxLengths.employeeId)),
    taxId: clearable(field(faultOfTaxId)),
    data: clearable(checkData),
    disabled: field((value) =>
      typeof value === 'boolean' ? undefined : 'must be true or false, without quotes',
    ),
  } satisfies Record<string, Check>;
}

export type UserChecks = ReturnType<typeof createUserChecks>;
