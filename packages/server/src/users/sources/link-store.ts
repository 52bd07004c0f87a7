// Stores which persons of sources are which users, and what these users have by hand.

import type { LeavingReason } from '@brama/contract/admin/users';
import { type ExpressionBuilder, sql } from 'kysely';
import type { Queries } from '../../database/connect.ts';
import type { Tables } from '../../database/schema.ts';
import type { SourcedUsersTable, SourceLinksTable } from '../../database/tables/source-tables.ts';
import { type ByHand, type Link, latest } from './combine-sources.ts';
import { type HashExternalId, tombstoneOf } from './erased-persons.ts';

/**
 * The digest of a link of which something could not be written, because the user has a role. No record has it, so that each import compares
 * the person again.
 */
export const unsettledDigest = 'unsettled';

/**
 * `present`: the source names the person. `left`: it no longer does. `new`: an administrator has decided that the person is no known
 * user. `decided`: an administrator has decided which user the person is, and no import has written it; the source owns nothing yet.
 * `erased`: the user was erased.
 */
export type LinkState = 'present' | 'left' | 'new' | 'decided' | 'erased';

export type StoredLink = Omit<Link, 'state'> & {
  externalId: string;
  userId: string | null;
  state: LinkState;
  digest: string;
  reason: LeavingReason | null;
};

type Row = Omit<SourceLinksTable, 'warned_days' | 'updated_at'> & { position: number };

const linkFrom = (row: Row): StoredLink => ({
  source: row.source,
  position: row.position,
  externalId: row.external_id,
  userId: row.user_id,
  state: row.state as LinkState,
  digest: row.digest,
  facts: JSON.parse(row.facts),
  taxIdHash: row.tax_id_hash ?? undefined,
  memberships: JSON.parse(row.memberships),
  validFrom: row.valid_from,
  validUntil: row.valid_until,
  reason: row.reason as LeavingReason | null,
  endsAt: row.ends_at,
});

const columns = [
  'source_links.source',
  'source_links.external_id',
  'source_links.user_id',
  'source_links.state',
  'source_links.digest',
  'source_links.facts',
  'source_links.tax_id_hash',
  'source_links.memberships',
  'source_links.valid_from',
  'source_links.valid_until',
  'source_links.reason',
  'source_links.ends_at',
  'sources.position',
] as const;

const links = (queries: Pick<Queries, 'selectFrom'>) =>
  queries
    .selectFrom('source_links')
    .innerJoin('sources', 'sources.name', 'source_links.source')
    .select(columns);

async function findLinks(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  externalIds: readonly string[],
): Promise<StoredLink[]> {
  if (externalIds.length === 0) return [];
  const ofSource = links(queries).where('source', '=', source);
  return (await ofSource.where('external_id', 'in', externalIds).execute()).map(linkFrom);
}

/** Returns the links of these persons of a source, by their ids, also of those whose user was erased. */
export async function linksByExternalId(
  { queries, hashExternalId }: { queries: Queries; hashExternalId: HashExternalId },
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredLink>> {
  const known = await findLinks(queries, source, externalIds);
  const found = new Map(known.map((link) => [link.externalId, link]));
  // an erased person has no other row
  const byTombstone = new Map(
    externalIds
      .filter((id) => !found.has(id))
      .map((id) => [tombstoneOf(hashExternalId(source, id)), id]),
  );
  for (const link of await findLinks(queries, source, [...byTombstone.keys()])) {
    const externalId = byTombstone.get(link.externalId) ?? '';
    found.set(externalId, { ...link, externalId });
  }
  return found;
}

/** Replaces what sources say about a user who is erased by tombstones, and removes it from the reports of imports. Returns their number. */
export async function eraseLinks(
  queries: Queries,
  userId: string,
  { hashExternalId, at }: { hashExternalId: HashExternalId; at: number },
): Promise<number> {
  const stored = await queries
    .selectFrom('source_links')
    .innerJoin('sources', 'sources.name', 'source_links.source')
    .select(['source', 'external_id', 'sources.kind'])
    .where('user_id', '=', userId)
    .execute();
  for (const { source, external_id: externalId } of stored) {
    await queries
      .updateTable('source_links')
      .set({
        external_id: tombstoneOf(hashExternalId(source, externalId)),
        user_id: null,
        state: 'erased',
        digest: '',
        facts: '{}',
        tax_id_hash: null,
        memberships: '[]',
        valid_from: null,
        valid_until: null,
        reason: null,
        ends_at: null,
        warned_days: null,
        updated_at: at,
      })
      .where('source', '=', source)
      .where('external_id', '=', externalId)
      .execute();
  }
  await eraseImportRows(queries, userId, stored);
  return stored.length;
}

/** The text as LIKE matches it, with \ as the escape. */
const escaped = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`);

/** Returns a pattern of JSON that has this text. */
const jsonPattern = (text: string) => `%${escaped(JSON.stringify(text))}%`;

type PersonOfUser = { source: string; kind: string; external_id: string };

/** Returns whether a row of an import has the id of the person, in the source or in another list of the register. */
const isOfPerson = (
  { eb, exists, selectFrom }: ExpressionBuilder<Tables, 'import_rows'>,
  { source, kind, external_id: externalId }: PersonOfUser,
) =>
  eb('external_id', '=', externalId).and(
    exists(
      selectFrom('imports as i')
        .innerJoin('sources as s', 's.name', 'i.source')
        .select('i.id')
        .whereRef('i.id', '=', 'import_rows.import_id')
        .where((is) => (kind === 'edebo' ? is('s.kind', '=', 'edebo') : is('s.name', '=', source))),
    ),
  );

/**
 * Removes the user from the reports of imports, also of those of other sources that name the tax number or the address. So an import that
 * waits does not create the person again.
 */
async function eraseImportRows(
  queries: Queries,
  userId: string,
  persons: readonly PersonOfUser[],
): Promise<void> {
  const user = await queries
    .selectFrom('users')
    .select(['tax_id_hash', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
  const { tax_id_hash: taxIdHash, email } = user ?? {};
  const address = email ? jsonPattern(email.toLowerCase()) : null;
  const number = taxIdHash ? jsonPattern(taxIdHash) : null;
  await queries
    .deleteFrom('import_rows')
    .where((is) =>
      is.or([
        is('user_id', '=', userId),
        sql<boolean>`candidates like ${jsonPattern(userId)}`,
        ...persons.map((one) => isOfPerson(is, one)),
        sql<boolean>`record like ${number} escape '\\'`,
        sql<boolean>`lower(record) like ${address} escape '\\'`,
        sql<boolean>`lower(changes) like ${address} escape '\\'`,
      ]),
    )
    .execute();
}

/** Lets an administrator keep the guests of an erased sponsor as long as the sponsor did. */
export async function eraseSponsor(queries: Queries, userId: string): Promise<void> {
  const rows = await queries
    .selectFrom('sourced_users')
    .selectAll()
    .where('sponsor_id', '=', userId)
    .execute();
  for (const row of rows) {
    const { keptUntil, sponsor, ...byHand } = byHandFrom(row);
    const until = sponsor?.until ?? null;
    const kept = keptUntil === undefined || until === null ? until : latest(keptUntil, until);
    await storeByHand(
      queries,
      new Map([[row.user_id, { ...byHand, keptUntil: kept, sponsor: undefined }]]),
    );
  }
}

const isOfUser = (link: StoredLink): link is StoredLink & Link & { userId: string } =>
  link.userId !== null && (link.state === 'present' || link.state === 'left');

/** Returns the links of these users, by their ids. */
export async function linksOfUsers(
  queries: Pick<Queries, 'selectFrom'>,
  userIds: readonly string[],
): Promise<Map<string, (StoredLink & Link)[]>> {
  const byUser = new Map<string, (StoredLink & Link)[]>();
  if (userIds.length === 0) return byUser;
  const rows = await links(queries).where('user_id', 'in', userIds).execute();
  for (const link of rows.map(linkFrom).filter(isOfUser))
    byUser.set(link.userId, [...(byUser.get(link.userId) ?? []), link]);
  return byUser;
}

/** Returns up to `limit` persons, from this id on: whom the source names, or who have left and whose end is not written yet. */
export async function linksIn(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  { state, after, limit }: { state: 'present' | 'unsettled'; after: string; limit: number },
): Promise<{ externalId: string; userId: string }[]> {
  const ofSource = queries
    .selectFrom('source_links')
    .select(['external_id', 'user_id'])
    .where('source', '=', source);
  const inState =
    state === 'present'
      ? ofSource.where('state', '=', 'present')
      : ofSource.where('state', '=', 'left').where('digest', '=', unsettledDigest);
  const rows = await inState
    .where('external_id', '>', after)
    .orderBy('external_id')
    .limit(limit)
    .execute();
  return rows.flatMap(({ external_id: externalId, user_id: userId }) =>
    userId === null ? [] : [{ externalId, userId }],
  );
}

export async function countPresent(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
): Promise<number> {
  const { count } = await queries
    .selectFrom('source_links')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('source', '=', source)
    .where('state', '=', 'present')
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns source → how many persons it names. */
export async function countPersons(
  queries: Pick<Queries, 'selectFrom'>,
): Promise<Map<string, number>> {
  const rows = await queries
    .selectFrom('source_links')
    .select(['source', ({ fn }) => fn.countAll().as('count')])
    .where('state', '=', 'present')
    .groupBy('source')
    .execute();
  return new Map(rows.map(({ source, count }) => [source, Number(count)]));
}

const noticeMs = 30 * 24 * 3_600_000;

/** Returns how many persons who have left lose something within 30 days, the time of the first notice. */
export async function countEndingSoon(
  queries: Pick<Queries, 'selectFrom'>,
  at: number,
): Promise<number> {
  const { count } = await queries
    .selectFrom('source_links')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'left')
    .where('ends_at', '>', at)
    .where('ends_at', '<=', at + noticeMs)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const columnsOf = (link: StoredLink, at: number) => ({
  source: link.source,
  external_id: link.externalId,
  user_id: link.userId,
  state: link.state,
  digest: link.digest,
  facts: JSON.stringify(link.facts),
  tax_id_hash: link.taxIdHash ?? null,
  memberships: JSON.stringify(link.memberships),
  valid_from: link.validFrom,
  valid_until: link.validUntil,
  reason: link.reason,
  ends_at: link.endsAt,
  warned_days: null,
  updated_at: at,
});

const replaced = [
  'user_id',
  'state',
  'digest',
  'facts',
  'tax_id_hash',
  'memberships',
  'valid_from',
  'valid_until',
  'reason',
  'ends_at',
  'updated_at',
] as const;

/** A new end has notices of its own. */
const warnedDays = sql<
  number | null
>`case when source_links.ends_at = excluded.ends_at then source_links.warned_days end`;

/** Rows of one statement; SQLite allows 32 766 values. */
const rowsPerInsert = 500;

/** Adds links, or replaces those of the same persons. */
export async function storeLinks(
  queries: Queries,
  stored: readonly StoredLink[],
  at: number,
): Promise<void> {
  for (let start = 0; start < stored.length; start += rowsPerInsert)
    await queries
      .insertInto('source_links')
      .values(stored.slice(start, start + rowsPerInsert).map((link) => columnsOf(link, at)))
      .onConflict((on) =>
        on.columns(['source', 'external_id']).doUpdateSet({
          ...Object.fromEntries(replaced.map((name) => [name, sql.ref(`excluded.${name}`)])),
          warned_days: warnedDays,
        }),
      )
      .execute();
}

/**
 * Makes the next imports compare the persons of the user again. Call it when a role ends: what sources have withheld, and what was set by
 * hand meanwhile, belongs to the sources again.
 */
export async function unsettleLinks(queries: Queries, userId: string): Promise<void> {
  await queries
    .updateTable('source_links')
    .set({ digest: unsettledDigest })
    .where('user_id', '=', userId)
    .execute();
}

/**
 * Lets no source hold those who have left for longer than an administrator wants. Otherwise a later import would undo the end.
 * `ends`: user id → the end that was set.
 */
export async function shortenLeft(
  queries: Queries,
  ends: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [userId, end] of ends)
    await queries
      .updateTable('source_links')
      .set({ ends_at: end })
      .where('user_id', '=', userId)
      .where('state', '=', 'left')
      .where('ends_at', '>', end)
      .execute();
}

const byHandFrom = (row: SourcedUsersTable): ByHand => ({
  covered: JSON.parse(row.covered),
  keptUntil: row.kept === 1 ? row.kept_until : undefined,
  sponsor:
    row.sponsor_id === null || row.sponsor_until === null
      ? undefined
      : { id: row.sponsor_id, until: row.sponsor_until },
});

/** Returns what these users have by hand, by their ids. Users without an entry have never had a link. */
export async function byHandOfUsers(
  queries: Pick<Queries, 'selectFrom'>,
  userIds: readonly string[],
): Promise<Map<string, ByHand>> {
  if (userIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('sourced_users')
    .selectAll()
    .where('user_id', 'in', userIds)
    .execute();
  return new Map(rows.map((row) => [row.user_id, byHandFrom(row)]));
}

export async function storeByHand(
  queries: Queries,
  entries: ReadonlyMap<string, ByHand>,
): Promise<void> {
  const rows = [...entries].map(([userId, { covered, keptUntil, sponsor }]) => ({
    user_id: userId,
    covered: JSON.stringify(covered),
    kept: Number(keptUntil !== undefined),
    kept_until: keptUntil ?? null,
    sponsor_id: sponsor?.id ?? null,
    sponsor_until: sponsor?.until ?? null,
  }));
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    await queries
      .insertInto('sourced_users')
      .values(rows.slice(start, start + rowsPerInsert))
      .onConflict((on) =>
        on.column('user_id').doUpdateSet({
          covered: sql.ref('excluded.covered'),
          kept: sql.ref('excluded.kept'),
          kept_until: sql.ref('excluded.kept_until'),
          sponsor_id: sql.ref('excluded.sponsor_id'),
          sponsor_until: sql.ref('excluded.sponsor_until'),
        }),
      )
      .execute();
}
