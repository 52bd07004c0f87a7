// The rule of `access.ts` in SQL, for the list of all users with access. A missing value is null, so the three values of SQL are
// those of the rule.

import type { Access, Attribute, Condition } from '@brama/contract/admin/access';
import { emailKey } from '@brama/contract/sign-in/login-name';
import { type RawBuilder, SqliteAdapter, sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import { columnOf } from '../../users/columns.ts';
import { isValueAttribute } from './access.ts';

type Fragment = RawBuilder<boolean>;

/** What the two databases write differently. */
type Dialect = {
  isMember(group: string): Fragment;
  field(name: string): RawBuilder<string>;
  /** The last characters of the address. */
  ending(length: number): RawBuilder<string>;
};

/** JSON repeats such texts as they are. */
const plainText = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}._ -]*$/u;

/** SQLite reads no other request meanwhile, so the usual names are found without a table of all values, several times faster. */
const sqlite: Dialect = {
  isMember: (group) =>
    plainText.test(group)
      ? sql`instr(users.groups, ${`"${group}"`}) > 0`
      : sql`exists (select 1 from json_each(users.groups) as g where g.value = ${group})`,
  field: (name) =>
    plainText.test(name)
      ? sql`users.data ->> ${`$."${name}"`}`
      : sql`(select d.value from json_each(users.data) as d where d.key = ${name})`,
  ending: (length) => sql`substr(email_key, ${sql.lit(-length)})`,
};

const postgres: Dialect = {
  isMember: (group) => sql`jsonb_exists(users.groups::jsonb, ${group})`,
  field: (name) => sql`users.data::json ->> ${name}`,
  ending: (length) => sql`right(email_key, ${sql.lit(length)})`,
};

const yes: Fragment = sql`1 = 1`;
const no: Fragment = sql`1 = 0`;

function joined(parts: readonly Fragment[], by: 'and' | 'or'): Fragment {
  return sql`(${sql.join([...parts], sql.raw(` ${by} `))})`;
}

function attributeOf(dialect: Dialect, attribute: Attribute): RawBuilder<unknown> {
  if (isValueAttribute(attribute)) return sql`nullif(${sql.ref(columnOf[attribute])}, '')`;
  if (attribute === 'emailDomain') return sql`email_key`;
  return sql`nullif(${dialect.field(attribute.slice('data.'.length))}, '')`;
}

function onAttribute(dialect: Dialect, one: Extract<Condition, { attribute: unknown }>): Fragment {
  const value = attributeOf(dialect, one.attribute);
  if ('exists' in one) return one.exists ? sql`${value} is not null` : sql`${value} is null`;
  const wanted = 'in' in one ? one.in : [one.is];
  if (one.attribute !== 'emailDomain') return sql`${value} in (${sql.join(wanted)})`;
  const endings = wanted.map((domain) => `@${emailKey(domain)}`);
  const byLength = Map.groupBy(endings, (ending) => [...ending].length);
  const parts = [...byLength].map(
    ([length, some]): Fragment => sql`${dialect.ending(length)} in (${sql.join(some)})`,
  );
  return joined(parts, 'or');
}

function fragmentOf(dialect: Dialect, one: Condition): Fragment {
  if ('group' in one) return dialect.isMember(one.group);
  if ('attribute' in one) return onAttribute(dialect, one);
  if ('not' in one) return sql`not (${fragmentOf(dialect, one.not)})`;
  const [parts, by] = 'all' in one ? ([one.all, 'and'] as const) : ([one.any, 'or'] as const);
  return joined(
    parts.map((part) => fragmentOf(dialect, part)),
    by,
  );
}

/** Returns the expression over `users` that is true for users with access. */
export function accessQuery(queries: Queries, access: Access): Fragment {
  const isSqlite = queries.getExecutor().adapter instanceof SqliteAdapter;
  const dialect = isSqlite ? sqlite : postgres;
  if (access === 'everyone') return yes;
  if (!('groups' in access)) return fragmentOf(dialect, access);
  const members = access.groups.map((group) => dialect.isMember(group));
  return members.length === 0 ? no : joined(members, 'or');
}
