// Decides who a person of a source is whom an import could not match. The next import of the source writes it.

import type { Change } from '../../events/change.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import { linksByExternalId, storeLinks } from '../../users/sources/link-store.ts';
import type { Source } from '../../users/sources/source-store.ts';

export type LinkRefusal = 'linked-already' | 'erased' | 'another-person';

type Decision = { source: Source; externalId: string; userId: string | null };

async function refusalOf(
  { queries }: Pick<Change, 'queries'>,
  hashExternalId: HashExternalId,
  { source: { name }, externalId, userId }: Decision,
): Promise<LinkRefusal | undefined> {
  const links = await linksByExternalId({ queries, hashExternalId }, name, [externalId]);
  const known = links.get(externalId);
  if (known && known.userId !== null) return 'linked-already';
  if (known?.state === 'erased') return 'erased';
  if (userId === null) return undefined;
  const linked = await queries
    .selectFrom('source_links')
    .select('external_id')
    .where('source', '=', name)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return linked && 'another-person';
}

/** Links the person to the user, or notes that it becomes a new one. Returns why that is refused. `at` in epoch milliseconds. */
export async function linkPerson(
  { queries, record }: Pick<Change, 'queries' | 'record'>,
  hashExternalId: HashExternalId,
  decision: Decision,
  at: number,
): Promise<LinkRefusal | undefined> {
  const refusal = await refusalOf({ queries }, hashExternalId, decision);
  if (refusal) return refusal;
  const { source, externalId, userId } = decision;
  const link = {
    source: source.name,
    position: source.position,
    externalId,
    userId,
    state: userId === null ? ('new' as const) : ('present' as const),
    digest: '',
    facts: {},
    taxIdHash: undefined,
    memberships: [],
    validFrom: null,
    validUntil: null,
    reason: null,
    endsAt: null,
  };
  await storeLinks(queries, [link], at);
  const details = { source: source.name };
  await record({ type: 'source.linked', userId: userId ?? undefined, details });
  return undefined;
}
