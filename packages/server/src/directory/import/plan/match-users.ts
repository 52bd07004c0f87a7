// Finds the users whom unlinked persons of a source may be: by the tax number or by an agreed id. A name or an address is never enough.
// A person with the address of a user waits for the decision of an administrator. So does one whose tax number is not that of the user.

import type { ImportCode, RowKind } from '@brama/contract/admin/imports/codes';
import { emailKey, searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { columnOf } from '../../../users/columns.ts';
import type { StoredLink } from '../../../users/sources/link-store.ts';
import type { MatchField } from '../../../users/sources/source-settings.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import type { Person } from './source-record.ts';

export type Match =
  | { userId: string }
  | {
      kind: RowKind;
      code: ImportCode;
      userId?: string | undefined;
      /** Of several matches. */
      candidates?: readonly string[];
      /** By which the source named the user before. */
      knownBy?: KnownId | undefined;
    };

/** `hasLeft`: the source no longer names the person. */
export type KnownId = { externalId: string; hasLeft: boolean };

type SearchedColumn = 'tax_id_hash' | 'email_key' | 'student_id' | 'employee_id' | 'username_key';

/** Returns value → ids of the users who have it. */
async function findUsers(queries: Queries, column: SearchedColumn, values: readonly string[]) {
  const found = new Map<string, string[]>();
  if (values.length === 0) return found;
  const rows = await queries
    .selectFrom('users')
    .select(['id', column])
    .where(column, 'in', [...new Set(values)])
    .where('erased_at', 'is', null)
    .execute();
  for (const row of rows) {
    const value = row[column];
    if (value !== null) found.set(value, [...(found.get(value) ?? []), row.id]);
  }
  return found;
}

const columnOfMatch = (field: MatchField) =>
  field === 'username' ? 'username_key' : columnOf[field];

/** Returns what the person and a user would have in common. */
function agreedIdOf({ record }: Person, field: MatchField | null): string | undefined {
  if (!record || field === null) return undefined;
  // a rule makes a username of the name or the address
  if (field === 'username')
    return record.isUsernameGiven && record.username ? searchKey(record.username) : undefined;
  return record.facts[field] ?? undefined;
}

type Deps = { queries: Queries; source: Source };

/** Returns the users who are linked to another person of the source, with the ids of these persons. */
async function findLinked({ queries, source }: Deps, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string | null, KnownId>();
  const rows = await queries
    .selectFrom('source_links')
    .select(['user_id', 'external_id', 'state'])
    .where('source', '=', source.name)
    .where('user_id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(
    rows.map(({ user_id, external_id: externalId, state }) => [
      user_id,
      { externalId, hasLeft: state === 'left' },
    ]),
  );
}

type Owners = ReadonlyMap<string, readonly string[]>;
type Found = { byTaxId: Owners; byId: Owners; byPerson: Owners; byEmail: Owners };

const emailOf = ({ record }: Person) => record?.facts.email && emailKey(record.facts.email);

/** Returns the users who are these persons in another list of the register, which names persons by one id in all lists. */
async function findRegistered({ queries, source }: Deps, persons: readonly Person[]) {
  const found = new Map<string, string[]>();
  if (source.kind !== 'edebo' || persons.length === 0) return found;
  const rows = await queries
    .selectFrom('source_links as l')
    .innerJoin('sources as s', 's.name', 'l.source')
    .select(['l.external_id', 'l.user_id'])
    .where('s.kind', '=', 'edebo')
    .where('s.name', '!=', source.name)
    .where(
      'l.external_id',
      'in',
      persons.map(({ externalId }) => externalId),
    )
    .execute();
  for (const { external_id: id, user_id: userId } of rows)
    if (userId !== null) found.set(id, [...(found.get(id) ?? []), userId]);
  return found;
}

async function load({ queries, source }: Deps, persons: readonly Person[]): Promise<Found> {
  const { matchBy } = source.settings;
  const valuesOf = (read: (person: Person) => string | null | undefined) =>
    persons.flatMap((person) => read(person) ?? []);
  const taxIds = valuesOf(({ record }) => record?.taxIdHash);
  const agreed = valuesOf((one) => agreedIdOf(one, matchBy));
  return {
    byTaxId: await findUsers(queries, 'tax_id_hash', taxIds),
    byId: matchBy ? await findUsers(queries, columnOfMatch(matchBy), agreed) : new Map(),
    byPerson: await findRegistered({ queries, source }, persons),
    byEmail: await findUsers(queries, 'email_key', valuesOf(emailOf)),
  };
}

/** Returns what becomes of a person whom only the address may link to a user. */
function matchByEmail(person: Person, { byEmail }: Found): Match | undefined {
  const [userId] = byEmail.get(emailOf(person) ?? '') ?? [];
  return userId === undefined ? undefined : { kind: 'waiting', code: 'possible-duplicate', userId };
}

/**
 * Returns the match of a person; undefined for a new user. `isDecided`: an administrator has said that the person is no known user. Then
 * only the tax number counts.
 */
function matchOf(
  person: Person,
  found: Found,
  { matchBy, isDecided }: { matchBy: MatchField | null; isDecided: boolean },
): Match | undefined {
  const owners = found.byTaxId.get(person.record?.taxIdHash ?? '') ?? [];
  if (isDecided) return owners[0] === undefined ? undefined : { userId: owners[0] };
  const agreed = found.byId.get(agreedIdOf(person, matchBy) ?? '') ?? [];
  const registered = found.byPerson.get(person.externalId) ?? [];
  const candidates = [...new Set([...owners, ...agreed, ...registered])];
  const [only, other] = candidates;
  if (other !== undefined) return { kind: 'waiting', code: 'several-matches', candidates };
  return only === undefined ? matchByEmail(person, found) : { userId: only };
}

/** Lets persons wait whose tax number is not that of the user whom an agreed id names. */
async function holdContradicted({ queries }: Deps, found: Map<Person, Match>): Promise<void> {
  const matched = [...found].flatMap(([person, match]) =>
    'code' in match || !person.record?.taxIdHash ? [] : [{ person, userId: match.userId }],
  );
  if (matched.length === 0) return;
  const rows = await queries
    .selectFrom('users')
    .select(['id', 'tax_id_hash'])
    .where(
      'id',
      'in',
      matched.map(({ userId }) => userId),
    )
    .execute();
  const hashes = new Map(rows.map((row) => [row.id, row.tax_id_hash]));
  for (const { person, userId } of matched) {
    const stored = hashes.get(userId) ?? null;
    if (stored !== null && stored !== person.record?.taxIdHash)
      found.set(person, { kind: 'waiting', code: 'tax-number-differs', userId });
  }
}

/** Rejects persons whose user is another person of the source, or of whom several have one user. */
async function rejectTaken(deps: Deps, found: Map<Person, Match>): Promise<void> {
  const matched = [...found].flatMap(([person, match]) =>
    'code' in match ? [] : [{ person, userId: match.userId }],
  );
  const taken = await findLinked(
    deps,
    matched.map(({ userId }) => userId),
  );
  for (const [userId, same] of Map.groupBy(matched, (one) => one.userId)) {
    const knownBy = taken.get(userId);
    if (!knownBy && same.length === 1) continue;
    const code = knownBy ? 'tax-number-of-another' : 'duplicate-user';
    for (const { person } of same) found.set(person, { kind: 'rejected', code, userId, knownBy });
  }
}

/** Returns the match of each person who has one. */
export async function findMatches(
  deps: Deps,
  persons: readonly Person[],
  links: ReadonlyMap<string, StoredLink>,
): Promise<Map<Person, Match>> {
  const { matchBy } = deps.source.settings;
  const loaded = await load(deps, persons);
  const found = new Map<Person, Match>();
  for (const person of persons) {
    const isDecided = links.get(person.externalId)?.state === 'new';
    const match = matchOf(person, loaded, { matchBy, isDecided });
    if (match) found.set(person, match);
  }
  await holdContradicted(deps, found);
  await rejectTaken(deps, found);
  return found;
}
