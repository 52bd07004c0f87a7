// Decides who a person of a source is whom an import could not match. The next import of the source writes it.

import type { Queries } from '../../database/connect.ts';
import { lockImports } from '../../database/postgres/row-locks.ts';
import type { Change } from '../../events/change.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import { linksByExternalId, storeLinks } from '../../users/sources/link-store.ts';
import type { Source } from '../../users/sources/source-store.ts';
import { importsIn } from './import-store.ts';

export type LinkRefusal = 'linked-already' | 'erased' | 'another-person' | 'no-row';

type Decision = {
  source: Source;
  externalId: string;
  userId: string | null;
  /** Links also an id that no import has shown. */
  isForced?: boolean;
};

/** Returns whether a row of an import with this id waits or was rejected: a mistyped id links no user. */
async function hasOpenRow(queries: Queries, source: string, externalId: string): Promise<boolean> {
  const row = await queries
    .selectFrom('import_rows as r')
    .innerJoin('imports as i', 'i.id', 'r.import_id')
    .select('r.position')
    .where('i.source', '=', source)
    .where('r.external_id', '=', externalId)
    .where('r.kind', 'in', ['waiting', 'rejected'])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns the person of the source who is this user, unless that is only decided. */
const linkOf = (queries: Queries, source: string, userId: string) =>
  queries
    .selectFrom('source_links')
    .select(['external_id', 'state'])
    .where('source', '=', source)
    .where('user_id', '=', userId)
    .where('state', '!=', 'decided')
    .executeTakeFirst();

/**
 * Returns whether the last whole list of the source names the user by this id alone. If the id waits and the user would leave, an
 * administrator may say so.
 */
async function hasChangedId(
  queries: Queries,
  { source, externalId, userId }: { source: string; externalId: string; userId: string },
): Promise<boolean> {
  const compared = ['compared', 'waiting', 'running', 'done', 'refused', 'replaced'] as const;
  const imports = await importsIn(queries, source, compared);
  const last = imports.findLast(({ options }) => !options.isIncrement);
  if (!last) return false;
  const rows = await queries
    .selectFrom('import_rows')
    .select(['external_id', 'user_id', 'kind', 'code'])
    .where('import_id', '=', last.id)
    .where((is) => is.or([is('external_id', '=', externalId), is('user_id', '=', userId)]))
    .execute();
  const ofId = rows.filter((row) => row.external_id === externalId);
  const leaves = rows.some((row) => row.user_id === userId && row.kind === 'left');
  return ofId.some(
    ({ user_id: of, kind, code }) =>
      (code === 'changed-id' && of === userId) || (kind === 'waiting' && leaves),
  );
}

async function refusalOf(
  { queries }: Pick<Change, 'queries'>,
  hashExternalId: HashExternalId,
  { source: { name }, externalId, userId, isForced = false }: Decision,
): Promise<LinkRefusal | undefined> {
  const links = await linksByExternalId({ queries, hashExternalId }, name, [externalId]);
  const known = links.get(externalId);
  if (known && known.userId !== null && known.state !== 'decided') return 'linked-already';
  if (known?.state === 'erased') return 'erased';
  if (userId === null) return undefined;
  const linked = await linkOf(queries, name, userId);
  if (linked && linked.state !== 'left')
    return (await hasChangedId(queries, { source: name, externalId, userId }))
      ? undefined
      : 'another-person';
  return isForced || (await hasOpenRow(queries, name, externalId)) ? undefined : 'no-row';
}

/** Removes what was decided about the user before, and not written yet: the last decision counts. */
async function dropDecided(queries: Queries, source: string, userId: string): Promise<void> {
  await queries
    .deleteFrom('source_links')
    .where('source', '=', source)
    .where('user_id', '=', userId)
    .where('state', '=', 'decided')
    .execute();
}

/** Lets the source name the user by another id, with all that it has said before. */
async function moveLink(
  queries: Queries,
  { source, from, to }: { source: string; from: string; to: string },
): Promise<void> {
  // a decision that no import has written
  await queries
    .deleteFrom('source_links')
    .where('source', '=', source)
    .where('external_id', '=', to)
    .execute();
  await queries
    .updateTable('source_links')
    .set({ external_id: to })
    .where('source', '=', source)
    .where('external_id', '=', from)
    .execute();
}

/** Links the person to the user, or notes that it becomes a new one. Returns why that is refused. `at` in epoch milliseconds. */
export async function linkPerson(
  { queries, record }: Pick<Change, 'queries' | 'record'>,
  hashExternalId: HashExternalId,
  decision: Decision,
  at: number,
): Promise<LinkRefusal | undefined> {
  // an import may be writing who the person is
  await lockImports(queries);
  const refusal = await refusalOf({ queries }, hashExternalId, decision);
  if (refusal) return refusal;
  const { source, externalId, userId } = decision;
  const link = {
    source: source.name,
    position: source.position,
    externalId,
    userId,
    state: userId === null ? ('new' as const) : ('decided' as const),
    digest: '',
    facts: {},
    taxIdHash: undefined,
    memberships: [],
    validFrom: null,
    validUntil: null,
    reason: null,
    endsAt: null,
  };
  if (userId !== null) await dropDecided(queries, source.name, userId);
  const known = userId === null ? undefined : await linkOf(queries, source.name, userId);
  if (known)
    await moveLink(queries, { source: source.name, from: known.external_id, to: externalId });
  else await storeLinks(queries, [link], at);
  const details = { source: source.name };
  await record({ type: 'source.linked', userId: userId ?? undefined, details });
  return undefined;
}

export type DecidedUser = { userId: string; username: string; fullName: string | null };
/** `user`: null for a new one. `isWritten`: an import has linked the person since. */
export type StoredDecision = { user: DecidedUser | null; isWritten: boolean };

/** Returns who these persons of a source are, by their ids, as far as that has been decided. */
export async function decisionsOf(
  queries: Pick<Queries, 'selectFrom'>,
  source: string,
  externalIds: readonly string[],
): Promise<Map<string, StoredDecision>> {
  if (externalIds.length === 0) return new Map();
  const rows = await queries
    .selectFrom('source_links as l')
    .leftJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.external_id', 'l.user_id', 'l.state', 'u.username', 'u.full_name'])
    .where('l.source', '=', source)
    .where('l.external_id', 'in', externalIds)
    .where('l.state', '!=', 'erased')
    .execute();
  return new Map(
    rows.map(({ external_id: externalId, user_id: userId, state, username, full_name }) => [
      externalId,
      {
        user: userId && username ? { userId, username, fullName: full_name } : null,
        isWritten: state === 'present' || state === 'left',
      },
    ]),
  );
}
