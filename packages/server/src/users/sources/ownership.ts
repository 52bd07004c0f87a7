// Which source owns what of a user. What a source owns is read-only elsewhere. Pure, but for the statements that load it.

import { isDeepStrictEqual } from 'node:util';
import type { UserFieldName } from '@brama/contract/users/fields';
import type { Queries } from '../../database/connect.ts';
import { hasEnded, type Membership } from '../lifecycle/effective-state.ts';
import {
  type ByHand,
  inOrderOfTrust,
  isOver,
  type Link,
  membershipsOfLinks,
  nothingByHand,
} from './combine-sources.ts';
import { byHandOfUsers, linksOfUsers, type StoredLink } from './link-store.ts';

type FactName = Exclude<UserFieldName, 'username'>;
export type OwnedField = FactName | 'taxId' | 'validFrom' | 'validUntil' | 'sponsor';

/** Those that decide who can sign in. A source does not change them for a user with a role. */
export const guardedFields = ['email', 'taxId', 'validFrom', 'validUntil', 'sponsor'] as const;

const validityFields = ['validFrom', 'validUntil', 'sponsor'] as const;

export type Owners = {
  /** Field → source. `data` is here if the source gives any entry. */
  fields: ReadonlyMap<OwnedField, string>;
  /** Entry of the data → source. */
  data: ReadonlyMap<string, string>;
  /** Group → source. */
  groups: ReadonlyMap<string, string>;
};

/** Keeps the first owner. */
function own<Key>(owners: Map<Key, string>, keys: Iterable<Key>, source: string): void {
  for (const key of keys) if (!owners.has(key)) owners.set(key, source);
}

/** Returns the fields that a source gives, also empty ones. */
const givenFields = ({ facts, taxIdHash }: Link): OwnedField[] => [
  ...(Object.keys(facts) as FactName[]).filter((name) =>
    name === 'data' ? Object.keys(facts.data ?? {}).length > 0 : facts[name] !== undefined,
  ),
  ...(taxIdHash === undefined ? [] : (['taxId'] as const)),
];

const withoutNull = <T extends object>(values: T): T =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as T;

/** Returns the link without the fields and entries of the data that it gives as empty. */
const withValues = (link: Link): Link => {
  const { data, ...texts } = link.facts;
  return { ...link, facts: withoutNull({ ...texts, ...(data && { data: withoutNull(data) }) }) };
};

/**
 * Returns the owners of what a user has. Sources that no longer hold the person own nothing. The validity belongs to sources that still
 * name the person: an administrator may keep a user who leaves.
 */
export function ownersOf(links: readonly Link[], hasRole: boolean, at: number): Owners {
  const fields = new Map<OwnedField, string>();
  const data = new Map<string, string>();
  const groups = new Map<string, string>();
  const deciding = inOrderOfTrust(links).filter((one) => !isOver(one, at));
  // an empty value of one source counts only if no other one has a value
  for (const link of deciding.map(withValues)) {
    own(fields, givenFields(link), link.source);
    own(data, Object.keys(link.facts.data ?? {}), link.source);
  }
  for (const link of deciding) {
    const { source, state, facts } = link;
    const given = membershipsOfLinks([link]).filter((one) => !hasEnded(one, at));
    own(fields, givenFields(link), source);
    own(data, Object.keys(facts.data ?? {}), source);
    const names = given.map(({ group }) => group);
    own(groups, names, source);
    if (state === 'present') own(fields, validityFields, source);
  }
  if (hasRole) for (const field of guardedFields) fields.delete(field);
  return { fields, data, groups };
}

/** Values of a user. In a change, one that is undefined stays. Others are compared by their text or number. */
export type OwnedValues = { [Field in Exclude<OwnedField, 'data'>]?: unknown } & {
  data?: Readonly<Record<string, unknown>> | null | undefined;
  memberships?: readonly Membership[] | undefined;
};

/** A change of what belongs to a source. */
export type OwnedChange = { field: OwnedField } | { group: string };
type Owned = OwnedChange & { source: string };

function ownedEntries({ data }: Owners, stored: OwnedValues, wanted: OwnedValues): Owned[] {
  if (wanted.data === undefined) return [];
  const [source] = [...data].flatMap(([name, owner]) =>
    isDeepStrictEqual(stored.data?.[name], wanted.data?.[name]) ? [] : [owner],
  );
  return source === undefined ? [] : [{ field: 'data', source }];
}

const membershipIn = ({ memberships = [] }: OwnedValues, name: string) => {
  const found = memberships.find(({ group }) => group === name);
  return found && [found.validFrom, found.validUntil];
};

function ownedMemberships({ groups }: Owners, stored: OwnedValues, wanted: OwnedValues): Owned[] {
  if (wanted.memberships === undefined) return [];
  return [...groups].flatMap(([group, source]) =>
    isDeepStrictEqual(membershipIn(stored, group), membershipIn(wanted, group))
      ? []
      : [{ group, source }],
  );
}

/** Returns what a change would take from its sources. Repeating a stored value takes nothing. */
export function ownedChanges(owners: Owners, stored: OwnedValues, wanted: OwnedValues): Owned[] {
  const texts = [...owners.fields].flatMap(([field, source]): Owned[] => {
    if (field === 'data' || wanted[field] === undefined) return [];
    return (stored[field] ?? null) === (wanted[field] ?? null) ? [] : [{ field, source }];
  });
  return [
    ...texts,
    ...ownedEntries(owners, stored, wanted),
    ...ownedMemberships(owners, stored, wanted),
  ];
}

/** What an administrator changes besides the fields. */
export type ManualChange = {
  memberships?: readonly Membership[] | undefined;
  validUntil?: number | null | undefined;
  sponsorId?: string | null | undefined;
};

/** Returns what the user has by hand after a change that no source refuses; undefined if nothing differs. */
export function byHandAfter(
  byHand: ByHand,
  links: readonly Link[],
  before: {
    memberships: readonly Membership[];
    validUntil: number | null;
    sponsorId: string | null;
  },
  change: ManualChange,
): ByHand | undefined {
  const after = { ...byHand };
  const { memberships } = change;
  if (memberships) {
    // those of other groups are by hand anyway
    const named = new Set(links.flatMap((link) => link.memberships.map(({ group }) => group)));
    const changed = [...named].filter(
      (group) =>
        !isDeepStrictEqual(membershipIn({ memberships }, group), membershipIn(before, group)),
    );
    after.covered = [
      ...byHand.covered.filter(({ group }) => !changed.includes(group)),
      ...memberships.filter(({ group }) => changed.includes(group)),
    ];
  }
  const { validUntil = before.validUntil, sponsorId = before.sponsorId } = change;
  if (validUntil !== before.validUntil || sponsorId !== before.sponsorId) {
    const isGuest = sponsorId !== null && validUntil !== null;
    after.sponsor = isGuest ? { id: sponsorId, until: validUntil } : undefined;
    after.keptUntil = isGuest ? undefined : validUntil;
  }
  return isDeepStrictEqual(after, byHand) ? undefined : after;
}

/** The links of a user, and what the user has by hand. */
export type Sourced = { links: readonly (StoredLink & Link)[]; byHand: ByHand };

/** Returns the users who have links, by their ids. */
export async function loadSourced(
  queries: Pick<Queries, 'selectFrom'>,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, Sourced>> {
  const links = await linksOfUsers(queries, userIds);
  const byHand = await byHandOfUsers(queries, [...links.keys()]);
  return new Map(
    [...links].map(([id, own]) => [id, { links: own, byHand: byHand.get(id) ?? nothingByHand }]),
  );
}
