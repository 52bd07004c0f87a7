// Combines what the sources of a user give, and what the user has by hand. Pure.

import type { UserFacts, UserFieldName } from '@brama/contract/users/fields';
import { always, hasEnded, type Membership, type Period } from '../lifecycle/effective-state.ts';

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
export const latest: Later = (a, b) => (a === null || b === null ? null : Math.max(a, b));

/** The end of a period, or an earlier bound. */
const bounded = (end: number | null, bound: number | null): number | null => {
  if (bound === null) return end;
  return end === null ? bound : Math.min(end, bound);
};

/**
 * Returns a period that covers all of them. One that is over counts only if all are: it does not open the time before another one.
 * A user has one period, so that a gap between two that are not over is open.
 */
function envelope([first, ...others]: readonly Period[], at: number): Period | undefined {
  if (!first) return undefined;
  const all = [first, ...others];
  const open = all.filter((one) => !hasEnded(one, at));
  return (open.length > 0 ? open : all)
    .map(({ validFrom, validUntil }) => ({ validFrom, validUntil }))
    .reduce((sum, one) => ({
      validFrom: earliest(sum.validFrom, one.validFrom),
      validUntil: latest(sum.validUntil, one.validUntil),
    }));
}

/** Returns one membership of each group, for as long as any of them. */
export function mergeMemberships(memberships: readonly Membership[], at: number): Membership[] {
  const byGroup = Map.groupBy(memberships, ({ group }) => group);
  return [...byGroup].map(([group, all]) => ({ group, ...(envelope(all, at) ?? always) }));
}

/** Returns the end of what a link holds; null for none. */
const endOf = ({ state, validUntil, endsAt }: Link) =>
  state === 'left' ? bounded(validUntil, endsAt) : validUntil;

/** Returns whether the source no longer holds the person at this time. It decides about nothing then. */
export const isOver = ({ state, endsAt }: Pick<Link, 'state' | 'endsAt'>, at: number): boolean =>
  state === 'left' && hasEnded({ ...always, validUntil: endsAt }, at);

/** Returns the memberships that links give, not longer than the source holds the person. */
export function membershipsOfLinks(links: readonly Link[]): Membership[] {
  const given = links.flatMap((link) =>
    link.state === 'present'
      ? link.memberships
      : link.memberships.map((one) => ({
          ...one,
          validUntil: bounded(one.validUntil, link.endsAt),
        })),
  );
  // one that would end before it begins
  return given.filter(
    (one) => !(one.validUntil !== null && (one.validFrom ?? 0) >= one.validUntil),
  );
}

/** Also those for no time: what is by hand of them is stored apart. */
const groupsNamedBy = (links: readonly Link[]) =>
  new Set(links.flatMap(({ memberships }) => memberships.map(({ group }) => group)));

/** Sources that hold the person decide before those that the person has left. */
export const inOrderOfTrust = <L extends Link>(links: readonly L[]): L[] =>
  links.toSorted(
    (a, b) =>
      Number(a.state === 'left') - Number(b.state === 'left') ||
      a.position - b.position ||
      (a.source < b.source ? -1 : 1),
  );

type Entry = readonly [name: string, value: unknown];

/** Returns the first value of each name; null only if no source has one. */
const firstOfEach = (entries: readonly Entry[]): Record<string, unknown> =>
  Object.fromEntries(
    // a later entry of a name replaces an earlier one
    entries.toReversed().toSorted((a, b) => Number(b[1] === null) - Number(a[1] === null)),
  );

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
  taxIdHash: string | null | undefined;
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
  taxIdHash: string | null;
  /** The begin of the account. */
  validFrom: number | null;
  byHand: ByHand;
  /** The links before the change. */
  links: readonly Link[];
  /** The time of the change. */
  at: number;
};

/** Returns a begin to come that an administrator has set: no source has given it. */
const beginByHand = ({ validFrom, links, at }: Current) =>
  validFrom !== null && validFrom > at && !links.some((one) => one.validFrom === validFrom)
    ? validFrom
    : null;

function periodOf(links: readonly Link[], current: Current): Period | undefined {
  const { at, byHand } = current;
  const { keptUntil, sponsor } = byHand;
  const begin = beginByHand(current);
  const held = links.map((link) => ({
    validFrom: link.validFrom ?? begin,
    validUntil: endOf(link),
  }));
  if (keptUntil !== undefined) held.push({ validFrom: begin, validUntil: keptUntil });
  if (sponsor) held.push({ validFrom: begin, validUntil: sponsor.until });
  const periods = held.map(
    ({ validFrom, validUntil }): Period =>
      // who leaves before the begin has never come
      validFrom !== null && validUntil !== null && validUntil <= validFrom
        ? { validFrom: null, validUntil: Math.min(validUntil, at) }
        : { validFrom, validUntil },
  );
  return envelope(periods, at);
}

/** Returns the sponsor of the user; undefined for one without a sponsor before the sources. */
function sponsorOf({ sponsor }: ByHand, period: Period | undefined, at: number) {
  if (!sponsor) return undefined;
  const until = period?.validUntil ?? null;
  // a guest has an end
  if (until === null) return null;
  // the sources alone hold the user
  return sponsor.until <= at && until > at ? null : sponsor.id;
}

/** Returns the tax number; null if the sources gave the present one and no longer do. */
function taxIdOf(deciding: readonly Link[], before: readonly Link[], present: string | null) {
  const given = deciding.find(({ taxIdHash }) => taxIdHash !== undefined)?.taxIdHash;
  if (given !== undefined) return given;
  return before.some(({ taxIdHash }) => taxIdHash !== undefined && taxIdHash === present)
    ? null
    : undefined;
}

/** Returns the user with these links. */
export function combineSources(current: Current, links: readonly Link[]): Combined {
  const { at } = current;
  // what is over says nothing more about fields, unless the source says it now
  const deciding = inOrderOfTrust(links).filter(
    (link) => !isOver(link, at) || !current.links.includes(link),
  );
  const before = { ...current, links: current.links.filter((link) => !isOver(link, at)) };
  const namedBefore = groupsNamedBy(current.links);
  const named = groupsNamedBy(links);
  const byHand = [
    ...current.memberships.filter(({ group }) => !namedBefore.has(group)),
    ...current.byHand.covered,
  ];
  const period = periodOf(links, current);
  return {
    facts: factsOf(deciding, before),
    taxIdHash: taxIdOf(deciding, before.links, current.taxIdHash),
    memberships: mergeMemberships([...membershipsOfLinks(links), ...byHand], at).sort((a, b) =>
      a.group < b.group ? -1 : 1,
    ),
    period,
    sponsorId: sponsorOf(current.byHand, period, at),
    covered: byHand.filter(({ group }) => named.has(group)),
  };
}
