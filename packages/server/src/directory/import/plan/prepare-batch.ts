// Compares some persons of a source with the stored users: who they are, what changes, and why a person is rejected or waits. Writes
// nothing. It runs at the comparison of an import, and again before the writing: a user may have changed meanwhile.

import { isDeepStrictEqual } from 'node:util';
import type { ImportCode, RowKind } from '@brama/contract/admin/imports/codes';
import { maxGroups } from '@brama/contract/admin/limits';
import { searchKey } from '@brama/contract/sign-in/login-name';
import type { Queries } from '../../../database/connect.ts';
import { forChange, lockRows } from '../../../database/postgres/row-locks.ts';
import type { RowOfUser } from '../../../users/changes/staged/staging.ts';
import { columnOf } from '../../../users/columns.ts';
import { createdAtOfGroups, findUnknownGroups } from '../../../users/groups.ts';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import { membershipsOf } from '../../../users/lifecycle/lifecycle-store.ts';
import { recentAdministratorsAmong } from '../../../users/roles/second-administrator.ts';
import {
  type ByHand,
  type Combined,
  combineSources,
  type Link,
  nothingByHand,
} from '../../../users/sources/combine-sources.ts';
import type { HashExternalId } from '../../../users/sources/erased-persons.ts';
import {
  byHandOfUsers,
  linksByExternalId,
  linksOfUsers,
  type StoredLink,
  unsettledDigest,
} from '../../../users/sources/link-store.ts';
import { guardedFields } from '../../../users/sources/ownership.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import type { UserSpec } from '../../apply/parse/user-spec.ts';
import { type PlannedUser, planUser } from '../../apply/plan/plan-user.ts';
import { refusalsOfPlanned } from '../../apply/plan/plan-users.ts';
import { usersById } from '../../apply/write/store.ts';
import { nameFields } from '../fields.ts';
import { isSameName } from '../mapping/name-form.ts';
import { chooseUsernames } from './choose-usernames.ts';
import { digestOf, linkAfterAbsence, linkAfterRecord } from './link-after.ts';
import { findMatches, type KnownId } from './match-users.ts';
import type { Person } from './source-record.ts';

export type Prepared = {
  person: Person;
  kind: RowKind;
  /** Why the person is rejected or waits, and because of which field; also what a row does that an administrator looks at. */
  code?: ImportCode;
  field?: string;
  userId?: string | undefined;
  /** Ids of the users who may be the person. */
  candidates?: readonly string[];
  /** Of a rejected person: by which id the source named the user before. */
  knownBy?: KnownId | undefined;
  /** What to write; undefined for those who are unchanged, rejected or wait. */
  write?: {
    planned: PlannedUser;
    link: StoredLink;
    /** Undefined if what the user has by hand stays as it is. */
    byHand: ByHand | undefined;
  };
  /** Has left before the first import, and is no user: in no report. */
  isStranger?: true;
  /** An administrator has decided who the person is. */
  isDecided?: boolean;
  /** Fields of a user with a role that the source would change: an administrator does it. */
  kept?: readonly string[];
};

export type PrepareDeps = {
  queries: Queries;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  source: Source;
  at: number;
  /** Usernames that this import has chosen for others. */
  reserved: Set<string>;
  /** Locks the users until the end of the transaction, so that no other writer changes what is combined. */
  locksUsers?: boolean;
};

type Known = {
  users: ReadonlyMap<string, RowOfUser>;
  linksOfUser: ReadonlyMap<string, readonly (StoredLink & Link)[]>;
  byHand: ReadonlyMap<string, ByHand>;
  /** Who stopped being administrators within a day. */
  recent: ReadonlySet<string>;
  /** Named by a link, but not stored. */
  unknownGroups: ReadonlySet<string>;
};

const rejected = (person: Person, code: ImportCode, field?: string): Prepared => ({
  person,
  kind: 'rejected',
  code,
  ...(field !== undefined && { field }),
});

/** Returns whether no row of the person has been written. */
const isUnwritten = (link: StoredLink | undefined) =>
  link === undefined || link.state === 'new' || link.state === 'decided';

/** Returns the outcome of a person for whom nothing is written. */
function settled(
  person: Person,
  link: StoredLink | undefined,
  digest: string,
): Prepared | undefined {
  const { record } = person;
  if (link?.state === 'erased') return rejected(person, 'erased-user');
  const isOpen = link?.state === 'present' || link?.digest === unsettledDigest;
  if (!record) return isOpen ? undefined : { person, kind: 'unchanged' };
  // who has left before the first import becomes no user, and no known one ends
  if (record.left && isUnwritten(link)) return { person, kind: 'unchanged', isStranger: true };
  if (link && link.userId !== null && link.digest === digest)
    return { person, kind: 'unchanged', userId: link.userId };
  return undefined;
}

/** Returns what the user has by hand; at the first link, a sponsor or an end that an administrator has set. */
function byHandOf(stored: ByHand | undefined, base: RowOfUser | undefined): ByHand {
  if (stored) return stored;
  const { sponsor_id: id, valid_until: until } = base ?? {};
  if (!until) return nothingByHand;
  return id ? { ...nothingByHand, sponsor: { id, until } } : { ...nothingByHand, keptUntil: until };
}

function withoutGuarded(combined: Combined): Combined {
  const { email: _, ...facts } = combined.facts;
  return { ...combined, facts, taxIdHash: undefined, period: undefined, sponsorId: undefined };
}

const withoutFacts = (combined: Combined): Combined => ({
  ...combined,
  facts: {},
  taxIdHash: undefined,
});

/** Keeps a stored name that differs from that of the sources only in kinds of apostrophes, hyphens or spaces. */
function withStoredNames(combined: Combined, base: RowOfUser | undefined): Combined {
  if (!base) return combined;
  const facts = { ...combined.facts };
  for (const field of nameFields) {
    const { [field]: given } = facts;
    const { [columnOf[field]]: stored } = base;
    if (given && stored && isSameName(given, stored)) facts[field] = stored;
  }
  return { ...combined, facts };
}

function specOf(
  { facts: { data, ...texts }, taxIdHash, memberships, period }: Combined,
  username: string,
  index: number,
): UserSpec {
  const given = Object.fromEntries(
    Object.entries(texts).filter(([, value]) => value !== undefined),
  );
  return {
    index,
    username,
    usernameKey: searchKey(username),
    taxIdHash,
    data: data === undefined ? undefined : JSON.stringify(data ?? {}),
    groups: memberships,
    ...(period && { validFrom: period.validFrom, validUntil: period.validUntil }),
    ...given,
  };
}

/** Sets the sponsor that the sources leave to the user. */
function setSponsor(planned: PlannedUser, sponsorId: string | null | undefined): void {
  if (sponsorId === undefined || (planned.row.sponsor_id ?? null) === sponsorId) return;
  planned.row.sponsor_id = sponsorId;
  planned.sponsorKey = sponsorId;
  planned.changed.push('sponsor');
}

type Candidate = {
  person: Person;
  link: StoredLink;
  /** Undefined if it stays as it is. */
  byHand: ByHand | undefined;
  planned: PlannedUser;
  kept: string[];
  /** The person was linked to the user before. */
  isLinked: boolean;
  /** The person had left the source before. */
  wasLeft: boolean;
};

type Planning = {
  person: Person;
  link: StoredLink;
  username: string;
  /** The fields of the user stay as they are. */
  keepsFacts: boolean;
};

/** Returns a copy without groups that have been deleted since the source named them. */
const withoutUnknown = <One extends { memberships: readonly Membership[] }>(
  one: One,
  unknownGroups: ReadonlySet<string>,
): One => ({
  ...one,
  memberships: one.memberships.filter(({ group }) => !unknownGroups.has(group)),
});

/** Returns what the user has before the change. */
const valuesOf = (base: RowOfUser | undefined) =>
  base
    ? {
        memberships: membershipsOf(JSON.parse(base.groups), base.periods),
        data: JSON.parse(base.data),
        taxIdHash: base.tax_id_hash,
        validFrom: base.valid_from ?? null,
      }
    : { memberships: [], data: {}, taxIdHash: null, validFrom: null };

/** Returns whether only an administrator changes who the user is. */
const hasRole = (base: RowOfUser | undefined, { recent }: Known) =>
  base !== undefined && (base.roles.length > 0 || recent.has(base.id));

/** Of a person who had left before, the source says nothing new: the stored link stays, and what is over decides about nothing. */
const afterAbsence = (link: StoredLink, own: (StoredLink & Link) | undefined) =>
  own?.state === 'left' ? own : link;

function plan(
  known: Known,
  { person, link, username, keepsFacts }: Planning,
  index: number,
  at: number,
): Candidate {
  const base = link.userId === null ? undefined : known.users.get(link.userId);
  const { unknownGroups } = known;
  const stored = base ? (known.linksOfUser.get(base.id) ?? []) : [];
  const links = stored.map((one) => withoutUnknown(one, unknownGroups));
  const storedByHand = base && known.byHand.get(base.id);
  const { covered, ...decided } = byHandOf(storedByHand, base);
  const byHand = { ...decided, covered: covered.filter((one) => !unknownGroups.has(one.group)) };
  const current = { ...valuesOf(base), byHand, links, at };
  const others = links.filter(({ source }) => source !== link.source);
  const own = links.find(({ source }) => source === link.source);
  const given = withoutUnknown(link, unknownGroups);
  const after = person.record ? given : afterAbsence(given, own);
  const ofSources = combineSources(current, [...others, after as StoredLink & Link]);
  const combined = keepsFacts ? withoutFacts(ofSources) : withStoredNames(ofSources, base);
  const planAs = (one: Combined) => {
    const planned = planUser(specOf(one, username, index), base, at);
    setSponsor(planned, one.sponsorId);
    return planned;
  };
  const whole = planAs(combined);
  const kept = hasRole(base, known)
    ? whole.changed.filter((field) => (guardedFields as readonly string[]).includes(field))
    : [];
  const planned = kept.length > 0 ? planAs(withoutGuarded(combined)) : whole;
  const byHandAfter = { ...byHand, covered: combined.covered };
  const isUnsettled = keepsFacts || kept.length > 0;
  return {
    person,
    link: { ...after, digest: isUnsettled ? unsettledDigest : link.digest },
    byHand: isDeepStrictEqual(byHandAfter, storedByHand) ? undefined : byHandAfter,
    planned,
    kept,
    isLinked: own !== undefined,
    wasLeft: own?.state === 'left',
  };
}

/** Returns why the user cannot be written as planned. */
function refusalOf(
  { person, planned }: Candidate,
  unknownGroups: ReadonlySet<string>,
): Prepared | undefined {
  const { row, memberships } = planned;
  const { left, memberships: named = [] } = person.record ?? {};
  if (row.full_name === '') return rejected(person, 'missing-value', 'fullName');
  if (memberships.length > maxGroups) return rejected(person, 'too-many-groups', 'groups');
  if (!left && named.some(({ group }) => unknownGroups.has(group)))
    return rejected(person, 'unknown-group', 'groups');
  return undefined;
}

const kindOf = ({ link, planned, isLinked, wasLeft }: Candidate): RowKind => {
  if (planned.row.expected_version === null) return 'created';
  const isChanged = planned.changed.length > 0;
  if (link.state === 'left') return wasLeft && !isChanged ? 'unchanged' : 'left';
  if (!isLinked) return 'linked';
  return isChanged ? 'changed' : 'unchanged';
};

/** Returns the known users who get the address of another one: then neither could sign in by it. */
async function findAddressesOfOthers(
  queries: Queries,
  candidates: readonly Candidate[],
): Promise<Set<Candidate>> {
  const keyOf = ({ planned: { row } }: Candidate) =>
    row.expected_version !== null && row.sets_email === 1 ? row.email_key : null;
  const keys = candidates.flatMap((one) => keyOf(one) ?? []);
  if (keys.length === 0) return new Set();
  const owners = await queries
    .selectFrom('users')
    .select(['id', 'email_key'])
    .where('email_key', 'in', keys)
    .execute();
  const byKey = Map.groupBy(owners, ({ email_key: key }) => key);
  const isOfAnother = (one: Candidate) => {
    const key = keyOf(one);
    return key !== null && byKey.get(key)?.some(({ id }) => id !== one.planned.row.id);
  };
  return new Set(candidates.filter(isOfAnother));
}

async function check(
  deps: PrepareDeps,
  candidates: readonly Candidate[],
  unknownGroups: ReadonlySet<string>,
): Promise<Prepared[]> {
  const { queries, hashUsername } = deps;
  const { refusals } = await refusalsOfPlanned(
    queries,
    candidates.map(({ planned }) => planned),
    // a number that moves between two persons is a mistake of the source
    { hashUsername, isExport: false, movesTaxIds: false },
  );
  const ofOthers = await findAddressesOfOthers(queries, candidates);
  return candidates.map((candidate, index) => {
    const { person, link, byHand, planned, kept } = candidate;
    const refused = refusalOf(candidate, unknownGroups);
    if (refused) return refused;
    if (ofOthers.has(candidate)) return rejected(person, 'email-of-another', 'email');
    const [refusal] = refusals[index] ?? [];
    if (refusal) return rejected(person, refusal.code, refusal.field);
    const { sets_email: setsEmail, email } = planned.row;
    return {
      person,
      kind: kindOf(candidate),
      ...(setsEmail === 1 && email === null && { code: 'address-removed' as const }),
      userId: link.userId ?? undefined,
      write: { planned, link, byHand },
      kept,
    };
  });
}

const isLeaving = ({ record }: Person) => record === undefined || record.left !== undefined;

/**
 * Lets persons leave who are rejected because of a field, such as the address that another source gives and another user has. The fields
 * stay until the next import.
 */
async function letLeave(
  deps: PrepareDeps,
  known: Known,
  candidates: readonly Candidate[],
  checked: readonly Prepared[],
): Promise<Prepared[]> {
  const held = new Map(
    checked.flatMap((one) =>
      one.kind === 'rejected' && isLeaving(one.person) ? [[one.person, one] as const] : [],
    ),
  );
  if (held.size === 0) return [...checked];
  const again = candidates
    .filter(({ person }) => held.has(person))
    .map(({ person, link, planned: { spec } }) => {
      const { username, index } = spec;
      return plan(known, { person, link, username, keepsFacts: true }, index, deps.at);
    });
  const left = (await check(deps, again, known.unknownGroups)).map((one) => {
    const { code, field } = held.get(one.person) ?? one;
    return { ...one, ...(code && { code }), ...(field && { field }) };
  });
  return [...checked.filter(({ person }) => !held.has(person)), ...left];
}

/** Locks the users in the order of their ids, so that two imports do not wait for each other. */
async function lockUsers(queries: Queries, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const users = queries.selectFrom('users').select('id').where('id', 'in', userIds);
  await lockRows(queries, forChange(queries, users.orderBy('id')));
}

async function load(
  { queries, at, locksUsers = false }: PrepareDeps,
  userIds: readonly string[],
  links: readonly StoredLink[],
): Promise<Known> {
  if (locksUsers) await lockUsers(queries, userIds);
  const linksOfUser = await linksOfUsers(queries, userIds);
  const byHand = await byHandOfUsers(queries, userIds);
  const named = [
    ...[...links, ...[...linksOfUser.values()].flat()].flatMap(({ memberships }) => memberships),
    ...[...byHand.values()].flatMap(({ covered }) => covered),
  ];
  return {
    users: await usersById(queries, userIds),
    linksOfUser,
    byHand,
    recent: await recentAdministratorsAmong(queries, userIds, at),
    unknownGroups: await findUnknownGroups(
      queries,
      named.map(({ group }) => group),
    ),
  };
}

function codeWithoutUsername({ record }: Person): ImportCode {
  if (!record?.username) return 'no-username';
  return record.isUsernameGiven ? 'username-taken' : 'no-free-username';
}

/** A person who is compared with a user, or becomes one. */
type Open = { person: Person; userId: string | null };

/** Returns the usernames of those who become users. */
async function usernamesOfNew(deps: PrepareDeps, open: readonly Open[]) {
  const created = open.filter(({ userId }) => userId === null).map(({ person }) => person);
  const asked = created.map(({ record }) => ({
    preferred: record?.username ?? '',
    isNumbered: record?.isUsernameGiven !== true,
  }));
  const usernames = await chooseUsernames(deps, asked, deps.reserved);
  return new Map(created.map((person, index) => [person, usernames[index]]));
}

function linkAfter(
  { source, at }: PrepareDeps,
  { record }: Person,
  digest: string,
  stored: StoredLink | undefined,
): StoredLink | undefined {
  if (record) return linkAfterRecord(source, record, digest, stored, at);
  return stored && linkAfterAbsence(source, stored, at);
}

type Digests = ReadonlyMap<Person, string>;

async function digestsOf(
  { queries, source }: PrepareDeps,
  persons: readonly Person[],
): Promise<Digests> {
  const named = persons.flatMap(({ record }) => record?.memberships ?? []);
  const names = named.map(({ group }) => group);
  const groups = await createdAtOfGroups(queries, names);
  return new Map(
    persons.flatMap((person) =>
      person.record ? [[person, digestOf(person.record, source, groups)] as const] : [],
    ),
  );
}

/** Returns the outcome of each of these persons. */
async function outcomesOf(
  deps: PrepareDeps,
  open: readonly Open[],
  stored: ReadonlyMap<string, StoredLink>,
  digests: Digests,
): Promise<Prepared[]> {
  const links = open.map(({ person }) =>
    linkAfter(deps, person, digests.get(person) ?? '', stored.get(person.externalId)),
  );
  const known = await load(
    deps,
    open.flatMap(({ userId }) => userId ?? []),
    links.filter((link) => link !== undefined),
  );
  const chosen = await usernamesOfNew(deps, open);
  const candidates: Candidate[] = [];
  const refused: Prepared[] = [];
  for (const [index, { person, userId }] of open.entries()) {
    const username = known.users.get(userId ?? '')?.username ?? chosen.get(person);
    const link = links[index];
    if (!username) refused.push(rejected(person, codeWithoutUsername(person), 'username'));
    else if (link) {
      const planning = { person, link: { ...link, userId }, username, keepsFacts: false };
      candidates.push(plan(known, planning, index, deps.at));
    }
  }
  const checked = await check(deps, candidates, known.unknownGroups);
  return [...refused, ...(await letLeave(deps, known, candidates, checked))];
}

/** Returns the outcome of each person, in their order. */
export async function prepareBatch(
  deps: PrepareDeps,
  persons: readonly Person[],
): Promise<Prepared[]> {
  const { source } = deps;
  const ids = persons.map(({ externalId }) => externalId);
  const links = await linksByExternalId(deps, source.name, ids);
  const linkOf = ({ externalId }: Person) => links.get(externalId);
  const digests = await digestsOf(deps, persons);
  const done = persons.flatMap(
    (person) => settled(person, linkOf(person), digests.get(person) ?? '') ?? [],
  );
  const isDone = new Set(done.map(({ person }) => person));
  const others = persons.filter((person) => !isDone.has(person));
  const isUnlinked = (person: Person) => (linkOf(person)?.userId ?? null) === null;
  const matches = await findMatches(deps, others.filter(isUnlinked), links);
  const open: Open[] = [];
  for (const person of others) {
    const match = matches.get(person);
    if (match && 'code' in match) done.push({ person, ...match });
    else open.push({ person, userId: linkOf(person)?.userId ?? match?.userId ?? null });
  }
  const compared = await outcomesOf(deps, open, links, digests);
  const outcomes = new Map([...done, ...compared].map((one) => [one.person, one]));
  return persons.map((person) => ({
    ...(outcomes.get(person) ?? { person, kind: 'unchanged' }),
    isDecided: ['new', 'decided'].includes(linkOf(person)?.state ?? ''),
  }));
}
