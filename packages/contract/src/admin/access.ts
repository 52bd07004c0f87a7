// Who may open an application: everyone, members of groups, or users who meet a tree of conditions. The same form is valid in the
// administration API and in manifests.

import { z } from 'zod';
import { fieldsWith } from '../users/fields.ts';
import { tooManyReason } from './limits.ts';

/** Fields of a user beside those of `data`. `emailDomain` is the part of the email address after the @. */
export const userAttributes = [...fieldsWith('access', 'value'), 'emailDomain'] as const;
/** `data.faculty` is the field `faculty` of the data of a user. */
export type Attribute = (typeof userAttributes)[number] | `data.${string}`;

/**
 * A condition on an attribute that a user does not have is neither met nor not met, and neither is its opposite (`not`). Only
 * `exists` asks whether there is a value.
 */
export type Condition =
  | { all: Condition[] }
  | { any: Condition[] }
  | { not: Condition }
  | { group: string }
  | { attribute: Attribute; is: string }
  | { attribute: Attribute; in: string[] }
  | { attribute: Attribute; exists: boolean };

export type Access = 'everyone' | { groups: readonly string[] } | Condition;

/** Levels of `all`, `any` and `not`. */
export const maxConditionDepth = 6;
export const maxConditions = 100;
/** The list itself stands within one. */
const maxListConditions = maxConditions - 1;
const maxValues = 200;
/** Of all conditions together: each is compared with each user. */
const maxAllValues = 500;
/** More than any campus names in one rule. */
export const maxAccessGroups = 1000;
const maxGroupLength = 64;
const maxAttributeLength = 100;
const maxValueLength = 1000;
const domainForm = /^[^\s@]+$/;
const domainReason = 'must be a domain such as campus.example';
const dataFieldForm = /^data\..{1,64}$/su;

const text = (maxLength: number) => z.string().min(1).max(maxLength);
const attribute = z
  .union([z.enum(userAttributes), z.string().max(maxAttributeLength).regex(dataFieldForm)])
  .describe(`${userAttributes.join(', ')}, or data. with the name of a field`)
  .meta({ id: 'Attribute' }) as unknown as z.ZodType<Attribute>;
const value = text(maxValueLength);

const condition: z.ZodType<Condition> = z
  .lazy(() =>
    z.union([
      z.strictObject({ all: z.array(condition).min(1).max(maxListConditions) }),
      z.strictObject({ any: z.array(condition).min(1).max(maxListConditions) }),
      z.strictObject({ not: condition }),
      z.strictObject({ group: text(maxGroupLength) }),
      z.strictObject({ attribute, is: value }),
      z.strictObject({ attribute, in: z.array(value).min(1).max(maxValues) }),
      z.strictObject({ attribute, exists: z.boolean() }),
    ]),
  )
  .meta({ id: 'AccessCondition' });

const groups = z.array(text(maxGroupLength));
const accessWith = (list: typeof groups) =>
  z.union([z.literal('everyone'), z.strictObject({ groups: list }), condition]);

/** For responses. Releases up to 0.7.0 stored rules with any number of groups. */
export const access = accessWith(groups).meta({ id: 'Access' });
const limitedAccess = accessWith(groups.max(maxAccessGroups)).meta({ id: 'GivenAccess' });

export const accessReason =
  'must be everyone, { groups: [ … ] } with at least one group, or a condition';
const conditionReason =
  'must be a condition: { all: [ … ] }, { any: [ … ] }, { not: … }, { group: … } or { attribute: …, is, in or exists: … }';

type Path = (string | number)[];
type Issue = { path: Path; message: string };
/** What is left of the limits, and the issues found so far. */
type Check = { conditions: number; values: number; issues: Issue[] };

const isMapping = (one: unknown): one is Record<string, unknown> =>
  typeof one === 'object' && one !== null && !Array.isArray(one);

/** Returns why the value is not one line of text; undefined for a valid one. */
function textReason(one: unknown, maxLength: number): string | undefined {
  // YAML reads unquoted digits as a number
  if (typeof one === 'number') return 'must be text: put the number in quotes';
  if (typeof one !== 'string') return 'must be text';
  if (one.trim() === '') return 'must not be empty';
  if (one.length > maxLength) return `must be at most ${maxLength} characters long`;
  return /[\p{Cc}\p{Cs}\u2028\u2029]/u.test(one)
    ? 'must not hold control characters or line breaks'
    : undefined;
}

function checkText(check: Check, path: Path, one: unknown, maxLength: number) {
  const message = textReason(one, maxLength);
  if (message !== undefined) check.issues.push({ path, message });
}

/** Checks a value with which an attribute is compared. */
function checkValue(check: Check, path: Path, one: unknown, attribute: unknown) {
  check.values -= 1;
  const isDomain = attribute !== 'emailDomain' || domainForm.test(`${one}`);
  const message = textReason(one, maxValueLength) ?? (isDomain ? undefined : domainReason);
  if (message !== undefined) check.issues.push({ path, message });
}

function checkValues(check: Check, path: Path, list: unknown, attribute: unknown) {
  if (!Array.isArray(list) || list.length === 0 || list.length > maxValues)
    return void check.issues.push({ path, message: `must be a list of 1 to ${maxValues} values` });
  for (const [index, one] of list.entries()) checkValue(check, [...path, index], one, attribute);
}

/** Returns why the value is not the name of an attribute; undefined for a valid one. */
function attributeReason(name: unknown): string | undefined {
  if (userAttributes.some((one) => one === name)) return undefined;
  const reason = textReason(name, maxAttributeLength);
  if (typeof name === 'string' && name.length > maxAttributeLength) return reason;
  return reason === undefined && dataFieldForm.test(`${name}`)
    ? undefined
    : `must be ${userAttributes.join(', ')}, or data. with the name of a field`;
}

function checkAttribute(check: Check, path: Path, given: Record<string, unknown>) {
  const name = given['attribute'];
  const message = attributeReason(name);
  if (message !== undefined) check.issues.push({ path: [...path, 'attribute'], message });
  if ('is' in given) checkValue(check, [...path, 'is'], given['is'], name);
  else if ('in' in given) checkValues(check, [...path, 'in'], given['in'], name);
  else if (typeof given['exists'] !== 'boolean')
    check.issues.push({ path: [...path, 'exists'], message: 'must be true or false' });
}

/** The fields of each form of a condition. */
const forms = [['all'], ['any'], ['not'], ['group'], ['attribute', 'is'], ['attribute', 'in']];
const formOf = (given: Record<string, unknown>) =>
  forms.find((names) => names.every((name) => name in given)) ??
  ('attribute' in given ? ['attribute', 'exists'] : undefined);

/** Adds an issue with its path for everything that is wrong in the condition. */
function checkCondition(check: Check, path: Path, given: unknown, depth: number) {
  const names = isMapping(given) ? formOf(given) : undefined;
  check.conditions -= 1;
  if (!isMapping(given) || !names)
    return void check.issues.push({ path, message: conditionReason });
  if (depth > maxConditionDepth)
    return void check.issues.push({
      path,
      message: `conditions must have at most ${maxConditionDepth} levels`,
    });
  for (const name of Object.keys(given))
    if (!names.includes(name))
      check.issues.push({ path: [...path, name], message: `is of no use with ${names[0]}` });
  const [name = ''] = names;
  if (name === 'attribute') checkAttribute(check, path, given);
  else if (name === 'group') checkText(check, [...path, name], given[name], maxGroupLength);
  else if (name === 'not') checkCondition(check, [...path, name], given[name], depth + 1);
  else checkList(check, [...path, name], given[name], depth);
}

function checkList(check: Check, path: Path, list: unknown, depth: number) {
  if (!Array.isArray(list) || list.length === 0)
    return void check.issues.push({ path, message: 'must be a list with at least one condition' });
  for (const [index, one] of list.entries()) {
    // a longer list cannot be valid
    if (check.conditions < 0) return;
    checkCondition(check, [...path, index], one, depth + 1);
  }
}

function excessOf({ conditions, values }: Check): Issue[] {
  const [most, of] = conditions < 0 ? [maxConditions, 'conditions'] : [maxAllValues, 'values'];
  const isOver = conditions < 0 || values < 0;
  return isOver ? [{ path: [], message: `must have at most ${most} ${of}` }] : [];
}

/** Returns every issue of `{ groups: [ … ] }`. */
function issuesOfGroups({ groups: list, ...rest }: Record<string, unknown>): Issue[] {
  if (!Array.isArray(list) || list.length === 0)
    return [{ path: ['groups'], message: accessReason }];
  if (list.length > maxAccessGroups)
    return [{ path: ['groups'], message: tooManyReason(maxAccessGroups) }];
  const check: Check = { conditions: maxConditions, values: maxAllValues, issues: [] };
  for (const name of Object.keys(rest))
    check.issues.push({ path: [name], message: 'is of no use with groups' });
  for (const [index, group] of list.entries())
    checkText(check, ['groups', index], group, maxGroupLength);
  return check.issues;
}

/** Returns every issue of a value in place of `access`. */
function issuesOf(given: unknown): Issue[] {
  if (given === 'everyone') return [];
  if (!isMapping(given)) return [{ path: [], message: accessReason }];
  if ('groups' in given) return issuesOfGroups(given);
  if (!formOf(given)) return [{ path: [], message: accessReason }];
  const check: Check = { conditions: maxConditions, values: maxAllValues, issues: [] };
  checkCondition(check, [], given, 1);
  // the size first: an answer names the first issues only
  return [...excessOf(check), ...check.issues];
}

/** For requests and manifests: names everything that is wrong by its path, and limits the size before anything else reads it. */
export const givenAccess = z.preprocess((given, { issues }) => {
  // no input: an issue never repeats a value
  for (const issue of issuesOf(given)) issues.push({ code: 'custom', ...issue, input: undefined });
  return given;
}, limitedAccess);

/** Returns the names of all groups in it. */
export function groupsIn(one: Access): readonly string[] {
  if (one === 'everyone') return [];
  if ('groups' in one) return one.groups;
  if ('group' in one) return [one.group];
  if ('not' in one) return groupsIn(one.not);
  const list = 'all' in one ? one.all : 'any' in one ? one.any : [];
  return [...new Set(list.flatMap(groupsIn))];
}

/** Returns the attributes on which it depends. */
export function attributesIn(one: Access): readonly Attribute[] {
  if (one === 'everyone' || 'groups' in one || 'group' in one) return [];
  if ('attribute' in one) return [one.attribute];
  if ('not' in one) return attributesIn(one.not);
  return [...new Set(('all' in one ? one.all : one.any).flatMap(attributesIn))];
}
