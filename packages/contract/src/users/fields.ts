// The fields that the record of a user has: what each may contain, and what it is used for. Table access, manifests, the administration
// API, exports, erasure, the search, claims and the documentation derive from this table. Validity, memberships, roles and ways to sign in
// are not here, because rules decide about them.

import { z } from 'zod';
import { maxDataFields, tooManyReason } from '../admin/limits.ts';
import { maxUsernameLength } from '../sign-in/login-name.ts';
import { oneLine, type ValidateForm, validateCharacters } from '../text.ts';

export type UserField = {
  /** Checks and normalises a value. Its reasons are public. The parser of the source says what is wrong with a type. */
  schema: z.ZodType;
  /** Null removes the value. */
  clears: boolean;
  /** Who gives it: `creation` once, with the user; `operators` also later. */
  editableBy: 'creation' | 'operators';
  /** What rules of access compare: the value, the domain of an address, each entry, or nothing. */
  access: 'value' | 'domain' | 'entries' | null;
  /** Administrators find users by it. The migration adds its column to the triggers of `user_search`. */
  searched: boolean;
  /** A chosen password must not contain it. */
  inPasswords: 'value' | 'mailbox' | null;
  /** The claim of OpenID Connect that has the value, and the scope that releases it. */
  claim: { scope: 'profile' | 'email' | 'campus'; name: string } | null;
  /** Applications with CAS may receive it. */
  cas: boolean;
  /** Its row in docs/manifest.md. */
  meaning: string;
};

/** One line of text in NFC. */
const text = (maxLength: number, form?: ValidateForm) => oneLine(maxLength, form).normalize('NFC');

const usernameForm = /^[\p{L}\p{Nd}._@-][\p{L}\p{M}\p{Nd}._@-]*$/u;

function validateUsername(given: string): string | undefined {
  const username = given.normalize('NFKC');
  if (username.length > maxUsernameLength)
    return `must be at most ${maxUsernameLength} characters long`;
  return usernameForm.test(username) ? undefined : 'may contain only letters, digits and . _ - @';
}

/** Returns whether the text has the form of a username. The user need not exist. */
export const mayBeUsername = (given: string) => validateUsername(given) === undefined;

/** `maxLength` limits what is typed; the normal form is limited too. */
export const usernameText = (maxLength: number) =>
  oneLine(maxLength, validateUsername).normalize('NFKC');

/**
 * Letters of another script than Latin; the apostrophe and marks belong to every script. Also invisible characters, such
 * as those that change the direction of text.
 */
const otherLetters = /(?=\p{L})[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]|\p{Cf}/u;

const validateLatin: ValidateForm = (given) =>
  /\p{Script=Latin}/u.test(given) && !otherLetters.test(given)
    ? undefined
    : 'must have only Latin letters';

const emailForm = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

const validateEmail: ValidateForm = (given) =>
  emailForm.test(given) ? undefined : 'must be an email address';

/** Why an administrator has disabled a user. */
export const userDisabledNote = oneLine(200).normalize('NFC');

/** The Ukrainian taxpayer number (RNOKPP). It is stored as a hash. */
export const taxId = oneLine(64, (given) =>
  /^[0-9]{10}$/.test(given) ? undefined : 'must consist of ten digits',
);

const maxDataName = 64;
const maxDataValue = 1000;
const dataNameReason = `its name must be text of at most ${maxDataName} characters`;
/** The mapping leaves this name out without an issue. */
const lostName = '__proto__';

/** Empty texts stay. */
const dataValue = z
  .string()
  .max(maxDataValue, {
    error: `must be at most ${maxDataValue} characters long`,
    abort: true,
  })
  .check(({ value, issues }) => {
    const isBlank = value !== '' && value.trim() === '';
    const message = isBlank ? 'must not be empty' : validateCharacters(value);
    if (message !== undefined) issues.push({ code: 'custom', message, input: undefined });
  });

const data = z.preprocess(
  (given, { issues }) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
    const report = (message: string, path: string[]) =>
      issues.push({ code: 'custom', message, path, input: undefined });
    // before the entries are examined, so that the work stays small
    if (Object.keys(given).length > maxDataFields) report(tooManyReason(maxDataFields), []);
    else if (Object.hasOwn(given, lostName)) report(dataNameReason, [lostName]);
    return given;
  },
  z
    .record(oneLine(maxDataName), dataValue.nullable(), {
      error: ({ code }) => (code === 'invalid_key' ? dataNameReason : undefined),
    })
    .meta({ maxProperties: maxDataFields }),
);

export const userFields = {
  username: {
    // NFKC makes one character of up to four
    schema: usernameText(4 * maxUsernameLength),
    clears: false,
    editableBy: 'creation',
    access: null,
    searched: true,
    inPasswords: 'value',
    claim: { scope: 'profile', name: 'preferred_username' },
    cas: true,
    meaning:
      'letters of any script, digits, `. _ - @`; at most 256 characters; stored in NFKC. Case is ignored. It must not be the `email` of another user',
  },
  fullName: {
    schema: text(256),
    clears: false,
    editableBy: 'operators',
    access: null,
    searched: true,
    inPasswords: 'value',
    claim: { scope: 'profile', name: 'name' },
    cas: true,
    meaning: 'at most 256 characters',
  },
  fullNameEn: {
    schema: text(256, validateLatin),
    clears: true,
    editableBy: 'operators',
    access: null,
    searched: true,
    inPasswords: 'value',
    claim: { scope: 'profile', name: 'name#en' },
    cas: true,
    meaning:
      'the full name in Latin letters, as in the user’s passport; at most 256 characters. English pages show it',
  },
  givenName: {
    schema: text(256),
    clears: true,
    editableBy: 'operators',
    access: null,
    searched: true,
    inPasswords: 'value',
    claim: { scope: 'profile', name: 'given_name' },
    cas: true,
    meaning:
      'the given name; at most 256 characters. The account menu shows it. Brama never derives it from `fullName`',
  },
  email: {
    schema: text(254, validateEmail),
    clears: true,
    editableBy: 'operators',
    access: 'domain',
    searched: true,
    inPasswords: 'mailbox',
    claim: { scope: 'email', name: 'email' },
    cas: true,
    meaning:
      'an address. While only one active user has it, this user can sign in with it instead of the username, and a Google account can be linked by it. A–Z and a–z are equal; all other characters are compared exactly. It must not be the `username` of another user',
  },
  studentId: {
    schema: text(64),
    clears: true,
    editableBy: 'operators',
    access: 'value',
    searched: true,
    inPasswords: null,
    claim: { scope: 'campus', name: 'student_id' },
    cas: true,
    meaning: 'at most 64 characters',
  },
  employeeId: {
    schema: text(64),
    clears: true,
    editableBy: 'operators',
    access: 'value',
    searched: true,
    inPasswords: null,
    claim: { scope: 'campus', name: 'employee_id' },
    cas: true,
    meaning: 'at most 64 characters',
  },
  data: {
    schema: data,
    clears: true,
    editableBy: 'operators',
    access: 'entries',
    searched: false,
    inPasswords: null,
    claim: null,
    cas: false,
    meaning:
      'shown in “My data” in this order: up to 50 fields, text of at most 1000 characters or `null`; replaces the former data',
  },
} as const satisfies Record<string, UserField>;

type Fields = typeof userFields;
export type UserFieldName = keyof Fields;

/** The names of the fields whose `property` is `value`. */
export type FieldsWith<Property extends keyof UserField, Value> = {
  [Name in UserFieldName]: Fields[Name][Property] extends Value ? Name : never;
}[UserFieldName];

/** Without `data`, which has fields of its own. */
export type TextFieldName = Exclude<UserFieldName, 'data'>;

/** The values of a record. */
export type UserFacts = {
  [Name in TextFieldName]: Fields[Name]['clears'] extends true ? string | null : string;
} & {
  /** Shown in “My data”, in this order. */
  data: Record<string, string | null>;
};

export const userFieldNames = Object.keys(userFields) as readonly UserFieldName[];

export const textFieldNames = userFieldNames.filter((name) => name !== 'data');

/** Returns the names of the fields that have this value of a property, in their order. */
export const fieldsWith = <Property extends keyof UserField, const Value>(
  property: Property,
  value: Value,
) =>
  userFieldNames.filter((name) => userFields[name][property] === value) as FieldsWith<
    Property,
    Value
  >[];
