// The closed list of fields that Brama takes from the register, and their forms. All other fields, such as documents, payment and
// privileges, are dropped here, before anything else reads a row.

import { z } from 'zod';
import { nameForm } from '../mapping/name-form.ts';
import { readTaxNumber } from '../mapping/tax-number.ts';
import { isNoDate, parseDay, parseInstant } from './dates.ts';

/** Ids are numbers, or digits in a text. */
const id = z
  .union([z.number().int().positive(), z.string().regex(/^\d{1,15}$/)])
  .transform((value) => `${Number(value)}`);

const longestText = 300;

/** Collapses white space; a text without content counts as missing. */
const text = z
  .string()
  .max(longestText)
  .transform((value) => value.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
  .refine((value) => !/\p{Cc}/u.test(value))
  .transform((value) => (value === '' ? undefined : value))
  .optional();

const nameOrNone = text.transform((value) => value && nameForm(value));
const name = nameOrNone.refine((value) => value !== undefined).transform((value) => value ?? '');

const written = z
  .string()
  .max(40)
  .transform((value) => (value === '' || isNoDate(value) ? undefined : value))
  .optional();

/** A form of dates; missing dates stay missing. */
const dated = <T>(parse: (value: string) => T | undefined) =>
  written.transform((value, context) => {
    if (value === undefined) return undefined;
    const parsed = parse(value);
    if (parsed === undefined) context.addIssue({ code: 'custom', message: 'is not a date' });
    return parsed;
  });

const day = dated(parseDay);
const instant = dated(parseInstant);

/** Ten digits, also if a program has dropped the zeros; anything else is the number of a document. */
const taxNumber = z
  .union([z.string().max(40), z.number()])
  .optional()
  .transform((value) => {
    const read = readTaxNumber(`${value ?? ''}`, { checksDigit: false });
    return 'taxId' in read ? read.taxId : undefined;
  });

const isActive = z
  .union([z.boolean(), z.literal([0, 1])])
  .optional()
  .transform((value) => (value === undefined ? undefined : Boolean(value)));

/** Of the list for other systems: `/api/studentEducations/personEducationsList/out`. */
export const studentFields = z.object({
  personId: id,
  educationId: id,
  lastName: name,
  firstName: name,
  middleName: nameOrNone,
  rnokpp: taxNumber,
  educationFormName: text,
  courseName: text,
  groupName: text,
  educationDateBegin: day,
  educationDateEnd: day,
  expelEducationTypeName: text,
  expelEducationDate: day,
  personEducationHistoryTypeName: text,
  statusBeginDate: day,
  modifyDate: instant,
});

/** Of the list of cards: `/api/studentEducations/list`. */
export const cardFields = z.object({
  personId: id,
  educationId: id,
  personNameEn: nameOrNone,
  facultyName: text,
  educationFormName: text,
  courseName: text,
  groupName: text,
  educationDateBegin: day,
  educationDateEnd: day,
  expelEducationTypeName: text,
  academicLeaveTypeName: text,
  personEducationHistoryTypeName: text,
  /** When the state began. */
  dateBegin: day,
  modifyDate: instant,
});

/** Of the list of employees: `/api/university/staff/list`. */
export const staffFields = z.object({
  staffId: id,
  personId: id,
  personLastName: name,
  personFirstName: name,
  personMiddleName: nameOrNone,
  rnokpp: taxNumber,
  positionName: text,
  universityFacultyFullName: text,
  universityFacultyChairFullName: text,
  dateRecruit: day,
  dateFire: day,
  isActive,
  dateLastChange: instant,
});

type Fields = typeof studentFields | typeof cardFields | typeof staffFields;

const isMissing = (value: unknown) => value === undefined || value === null || value === '';

/** Returns a field in either case: the register mixes camelCase and PascalCase. */
export function fieldIn(row: unknown, field: string): unknown {
  if (typeof row !== 'object' || row === null) return undefined;
  const both = row as Record<string, unknown>;
  const camel = both[field];
  if (!isMissing(camel)) return camel;
  const pascal = both[`${field[0]?.toUpperCase()}${field.slice(1)}`];
  return isMissing(pascal) ? undefined : pascal;
}

type Parsed<T> = { row: T } | { invalidFields: string[] };

/** Reads the fields of one row. Names of invalid fields are ours; their values are dropped. */
export function readFields<F extends Fields>(fields: F, row: unknown): Parsed<z.output<F>> {
  const names = Object.keys(fields.shape);
  const known = Object.fromEntries(names.map((field) => [field, fieldIn(row, field)]));
  const parsed = fields.safeParse(known);
  if (parsed.success) return { row: parsed.data as z.output<F> };
  const invalid = parsed.error.issues.map(({ path }) => String(path[0] ?? ''));
  return { invalidFields: [...new Set(invalid)].sort() };
}
