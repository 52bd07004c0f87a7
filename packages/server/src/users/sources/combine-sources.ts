// Combines what the sources of a user give, and what the user has by hand. Pure.

import type { UserFacts, UserFieldName } from '@brama/contract/users/fields';
import { always, type Membership, type Period } from '../lifecycle/effective-state.ts';

/** What a source says about a person. A field that is undefined is not in the source. */
export type GivenFacts = {
  [Name in Exclude<UserFieldName, 'username'>]?: UserFacts[Name] | null | undefined;
};

/** A person of a source who is linked to a user. */
export type Link = Period & {
  source: string;
  /** Of the values of several sources, the one of the lowest position counts. */
  position: number;
  state: 'present' | 'left';
  facts: GivenFacts;
  /** Undefined if the source gives no tax numbers. */
  taxIdHash: string | undefined;
  memberships: readonly Membership[];
  /** When the source no longer holds the account of a person who has left. */
  endsAt: number | null;
};

/** What a user with a link has by hand. */
export type ByHand = {
  /** Memberships in groups that a source gives too. */
  covered: readonly Membership[];
  /** An administrator keeps the account until then; null for no end, undefined if none does. */
  keptUntil: number | null | undefined;
  /** A guest has a sponsor until then. */
  sponsor: { id: string; until: number } | undefined;
};

export const nothingByHand: ByHand = { covered: [], keptUntil: undefined, sponsor: undefined };

type Later = (a: number | null, b: number | null) => number | null;

/** Null has no bound. */
const earliest: Later = (a, b) => (a === null || b === null ? null : Math.min(a, b));
const latest: Later = (a, b) => (a === null || b === null ? null : Math.max(a, b));

/** The end of a period, or an earlier bound. */
const bounded = (end: number | null, bound: number | null): number | null => {
  if (bound === null) return end;
  return end === null ? bound : Math.min(end, bound);
};

const envelope = (a: Membership, b: Membership): Membership => ({
  group: a.group,
  validFrom: earliest(a.validFrom, b.validFrom),
  validUntil: latest(a.validUntil, b.validUntil),
});

/** Returns one membership of each group, for as long as any of them. */
export function mergeMemberships(memberships: readonly Membership[]): Map<string, Membership> {
  const byGroup = new Map<string, Membership>();
  for (const one of memberships) {
    const other = byGroup.get(one.group);
    byGroup.set(one.group, other ? envelope(other, one) : one);
  }
  return byGroup;
}

/** Returns the end of what a link holds; null for none. */
const endOf = ({ state, validUntil, endsAt }: Link) =>
  state === 'left' ? bounded(validUntil, endsAt) : validUntil;

/** Returns the memberships that links give, not longer than the source holds the person. */
function membershipsOfLinks(links: readonly Link[]): Map<string, Membership> {
  const given = links.flatMap((link) =>
    link.state === 'present'
      ? link.memberships
      : link.memberships.map((one) => ({
          ...one,
          validUntil: bounded(one.validUntil, link.endsAt),
        })),
  );
  // one that would end before it begins
  return mergeMemberships(
    given.filter((one) => !(one.validUntil !== null && (one.validFrom ?? 0) >= one.validUntil)),
  );
}

/** Sources that hold the person decide before those that the person has left. */
const inOrderOfTrust = (links: readonly Link[]): Link[] =>
  links.toSorted(
    (a, b) =>
      Number(a.state === 'left') - Number(b.state === 'left') ||
      a.position - b.position ||
      (a.source < b.source ? -1 : 1),
  );

export type OwnedField = Exclude<UserFieldName, 'username'> | 'taxId';

/** Returns the source of each field. */
export function ownersOf(links: readonly Link[]): Map<OwnedField, string> {
  const owners = new Map<OwnedField, string>();
  for (const { source, facts, taxIdHash } of inOrderOfTrust(links)) {
    for (const [name, value] of Object.entries(facts))
      if (value !== undefined && !owners.has(name as OwnedField))
        owners.set(name as OwnedField, source);
    if (taxIdHash !== undefined && !owners.has('taxId')) owners.set('taxId', source);
  }
  return owners;
}

/** Returns the source of each membership that a source gives. */
export function ownersOfGroups(links: readonly Link[]): Map<string, string> {
  const owners = new Map<string, string>();
  for (const link of inOrderOfTrust(links))
    for (const { group } of membershipsOfLinks([link]).values())
      if (!owners.has(group)) owners.set(group, link.source);
  return owners;
}

type Entry = readonly [name: string, value: unknown];

/** Returns the first value of each name. */
const firstOfEach = (entries: readonly Entry[]): Record<string, unknown> =>
  // a later entry of a name replaces an earlier one
  Object.fromEntries(entries.toReversed());

const namesOf = (links: readonly Link[]) =>
  new Set(links.flatMap(({ facts }) => Object.keys(facts.data ?? {})));

/** Returns the data: what the sources give, then what is by hand. */
function dataOf(links: readonly Link[], { data, links: before }: Current) {
  const given = links.flatMap(({ facts }) => Object.entries(facts.data ?? {}));
  const givenBefore = namesOf(before);
  if (given.length + givenBefore.size === 0) return undefined;
  const names = namesOf(links);
  const byHand = Object.entries(data).filter(
    ([name]) => !givenBefore.has(name) && !names.has(name),
  );
  const first = firstOfEach(given);
  const inOrder = [...names].map((name) => [name, first[name]] as const);
  return Object.fromEntries([...inOrder, ...byHand]) as UserFacts['data'];
}

/** Returns the fields as the first source gives each; entries of the data one by one. `links` are in the order of trust. */
function factsOf(links: readonly Link[], current: Current): GivenFacts {
  const texts = links
    .flatMap(({ facts }) => Object.entries(facts))
    .filter(([name, value]) => name !== 'data' && value !== undefined);
  const data = dataOf(links, current);
  return { ...firstOfEach(texts), ...(data && { data }) };
}

/** The user as the sources and the manual decisions want it. */
export type Combined = {
  facts: GivenFacts;
  taxIdHash: string | undefined;
  memberships: Membership[];
  /** Undefined: the validity stays as it is. */
  period: Period | undefined;
  /** Undefined: the sponsor stays. */
  sponsorId: string | null | undefined;
  /** The manual memberships of groups that a source gives. */
  covered: Membership[];
};

export type Current = {
  memberships: readonly Membership[];
  data: UserFacts['data'];
  byHand: ByHand;
  /** The links before the change. */
  links: readonly Link[];
};

function periodOf(links: readonly Link[], { keptUntil, sponsor }: ByHand): Period | undefined {
  const held: Period[] = links.map((link) => ({
    validFrom: link.validFrom,
    validUntil: endOf(link),
  }));
  if (keptUntil !== undefined) held.push({ ...always, validUntil: keptUntil });
  if (sponsor) held.push({ ...always, validUntil: sponsor.until });
  const [first, ...others] = held;
  if (!first) return undefined;
  return others.reduce(
    (sum, one) => ({
      validFrom: earliest(sum.validFrom, one.validFrom),
      validUntil: latest(sum.validUntil, one.validUntil),
    }),
    first,
  );
}

/** Returns the user with these links. */
export function combineSources(current: Current, links: readonly Link[]): Combined {
  const ordered = inOrderOfTrust(links);
  const before = membershipsOfLinks(current.links);
  const given = membershipsOfLinks(links);
  const byHand = [
    ...current.memberships.filter(({ group }) => !before.has(group)),
    ...current.byHand.covered,
  ];
  const all = mergeMemberships([...given.values(), ...byHand]);
  const period = periodOf(links, current.byHand);
  const { sponsor } = current.byHand;
  return {
    facts: factsOf(ordered, current),
    taxIdHash: ordered.find(({ taxIdHash }) => taxIdHash !== undefined)?.taxIdHash,
    memberships: [...all.values()].sort((a, b) => (a.group < b.group ? -1 : 1)),
    period,
    // a guest has an end
    sponsorId: sponsor && (period?.validUntil == null ? null : sponsor.id),
    covered: byHand.filter(({ group }) => given.has(group)),
  };
}
