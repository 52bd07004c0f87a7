// Operators give no access to applications: neither to themselves, nor by the attributes that rules of access name.

import { type Access, type Attribute, attributesIn } from '@brama/contract/admin/access';
import type { ChangedUser } from '@brama/contract/admin/user-changes';
import { emailKey } from '@brama/contract/sign-in/login-name';
import { fieldsWith, type UserFacts } from '@brama/contract/users/fields';
import type { Actor } from '../../admin/handler.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';

/** @throws `admin.forbidden` for a caller who changes the own record without being an administrator. */
export function checkNotSelf({ roles, user }: Pick<Actor, 'user' | 'roles'>, userId: string): void {
  if (user.id === userId && !roles.includes('administrator'))
    fail('admin.forbidden', { fields: { id: 'is your own account; ask another operator' } });
}

type Stored = UserFacts;

const domainOf = (email: string | null) =>
  email && emailKey(email.slice(email.lastIndexOf('@') + 1));

/** Returns attribute → path of the field, for the attributes that the change gives another value. */
function changedAttributes(
  before: Stored | undefined,
  body: ChangedUser,
): Map<Attribute, string[]> {
  const changed = new Map<Attribute, string[]>();
  const compare = (
    attribute: Attribute,
    path: string[],
    [was, is]: (string | null | undefined)[],
  ) => {
    if ((was?.normalize('NFC') || null) !== (is?.normalize('NFC') || null))
      changed.set(attribute, path);
  };
  for (const field of fieldsWith('access', 'value'))
    if (body[field] !== undefined) compare(field, [field], [before?.[field], body[field]]);
  if (body.email !== undefined)
    compare('emailDomain', ['email'], [domainOf(before?.email ?? null), domainOf(body.email)]);
  if (body.data !== undefined) {
    const [was, is] = [
      new Map(Object.entries(before?.data ?? {})),
      new Map(Object.entries(body.data ?? {})),
    ];
    for (const name of [...was.keys(), ...is.keys()])
      compare(`data.${name}`, ['data', name], [was.get(name), is.get(name)]);
  }
  return changed;
}

/** The stored form; see `storedAccess` of the applications. */
type StoredAccess = Access & { condition?: Access };

/** Returns who may open each application. */
export async function rulesOfAccess(queries: Queries): Promise<Access[]> {
  const rows = await queries.selectFrom('applications').select('access').execute();
  const rules = rows.map(({ access }): StoredAccess => JSON.parse(access));
  return rules.map((rule) => rule.condition ?? rule);
}

/**
 * `before` is undefined for a new user.
 * @throws `admin.forbidden` with the fields that rules of access name, if the caller is not an administrator.
 */
export async function checkAccessFields(
  queries: Queries,
  { roles }: Actor,
  before: Stored | undefined,
  body: ChangedUser,
): Promise<void> {
  if (roles.includes('administrator')) return;
  const changed = changedAttributes(before, body);
  if (changed.size === 0) return;
  const named = new Set((await rulesOfAccess(queries)).flatMap(attributesIn));
  const fields = [...changed].filter(([attribute]) => named.has(attribute));
  if (fields.length > 0)
    fail('admin.forbidden', {
      issues: fields.map(([, path]) => ({
        path,
        reason: 'is used by an access rule, so only an administrator may change it',
      })),
    });
}
