// Decides whether a user may open an application. Pure. `access-query.ts` finds all such users with the same result.

import type { Access, Attribute, Condition } from '@brama/contract/admin/access';
import { emailKey } from '@brama/contract/sign-in/login-name';
import { fieldsWith } from '@brama/contract/users/fields';
import type { User } from '../../users/user.ts';

const valueFields = fieldsWith('access', 'value');
export type ValueAttribute = (typeof valueFields)[number];
/** Attributes that are a field of the record. */
export const isValueAttribute = (attribute: Attribute): attribute is ValueAttribute =>
  valueFields.some((name) => name === attribute);

export type AccessUser = Pick<User, ValueAttribute | 'groups' | 'email' | 'data'>;

/** Returns undefined for a user without a value: null and the empty text are none. */
function attributeOf(user: AccessUser, attribute: Attribute): string | undefined {
  if (isValueAttribute(attribute)) return user[attribute] || undefined;
  if (attribute === 'emailDomain') return user.email?.slice(user.email.lastIndexOf('@') + 1);
  const field = attribute.slice('data.'.length);
  // not a property that every object has
  return (Object.hasOwn(user.data, field) && user.data[field]) || undefined;
}

function isMetBy(user: AccessUser, one: Extract<Condition, { attribute: unknown }>) {
  const value = attributeOf(user, one.attribute);
  if ('exists' in one) return (value !== undefined) === one.exists;
  if (value === undefined) return undefined;
  const wanted = 'in' in one ? one.in : [one.is];
  if (one.attribute !== 'emailDomain') return wanted.includes(value);
  return wanted.map(emailKey).includes(emailKey(value));
}

/**
 * Returns whether the user meets the condition; undefined if that depends on an attribute that the user does not have. This is
 * three-valued logic, as in SQL: `undefined` gives no access.
 */
export function isMet(user: AccessUser, one: Condition): boolean | undefined {
  if ('group' in one) return user.groups.includes(one.group);
  if ('attribute' in one) return isMetBy(user, one);
  if ('not' in one) {
    const met = isMet(user, one.not);
    return met === undefined ? undefined : !met;
  }
  const decisive = 'any' in one;
  const results = (decisive ? one.any : one.all).map((part) => isMet(user, part));
  if (results.includes(decisive)) return decisive;
  return results.includes(undefined) ? undefined : !decisive;
}

/** Returns whether the user may open the application. */
export function hasAccess(user: AccessUser, { access }: { access: Access }): boolean {
  if (access === 'everyone') return true;
  if ('groups' in access) return access.groups.some((group) => user.groups.includes(group));
  return isMet(user, access) === true;
}

/** Returns the form that is stored: servers of earlier releases read `groups` and see that no user has access. */
export const storedAccess = (access: Access) =>
  access === 'everyone' || 'groups' in access ? access : { groups: [], condition: access };

type StoredAccess = ReturnType<typeof storedAccess>;

export const accessFrom = (stored: StoredAccess): Access =>
  stored !== 'everyone' && 'condition' in stored ? stored.condition : stored;

function normalCondition(one: Condition): Condition {
  if ('group' in one) return { group: one.group.normalize('NFC') };
  if ('not' in one) return { not: normalCondition(one.not) };
  if ('all' in one) return { all: one.all.map(normalCondition) };
  return 'any' in one ? { any: one.any.map(normalCondition) } : one;
}

/** Returns it with the names of groups as they are stored. */
export function normalAccess(access: Access): Access {
  if (access === 'everyone') return access;
  if (!('groups' in access)) return normalCondition(access);
  return { groups: [...new Set(access.groups.map((group) => group.normalize('NFC')))].sort() };
}
