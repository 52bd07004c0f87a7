// Turns people of the register into persons of a source. Tax numbers become keyed hashes at once.

import type { RegisterFact } from '@brama/contract/admin/imports/codes';
import type { LeavingReason } from '@brama/contract/admin/users';
import type { Membership } from '../../../users/lifecycle/effective-state.ts';
import { parseEnd, parseStart } from '../../../users/lifecycle/parse-time.ts';
import { mergeMemberships } from '../../../users/sources/combine-sources.ts';
import { latinName } from '../mapping/latin-name.ts';
import { latinParts } from '../mapping/latin-parts.ts';
import { looksLikeTaxNumber, readTaxNumber } from '../mapping/tax-number.ts';
import { usernameBase } from '../mapping/username-rule.ts';
import { lookUp } from '../mapping/value-table.ts';
import type { SourceRecord, SourceRow, Unmapped } from '../plan/source-record.ts';
import type { EdeboClient } from './client.ts';
import { dayInKyiv } from './dates.ts';
import {
  EdeboRegister,
  type RejectedRow,
  type StaffRecord,
  type StudentRecord,
} from './records.ts';
import type { RegisterMapping } from './register-mapping.ts';
import { membershipOf, staffState, studentState } from './status-table.ts';

export type RegisterRowsDeps = {
  client: EdeboClient;
  hashTaxId(taxId: string): string;
  /** TAX_ID_CHECK_DIGIT. */
  checksDigit: boolean;
  now(): number;
  maxPeople?: number;
};

/** A card or a position: what it shows, and for how long it gives groups. */
type Place = Partial<Record<RegisterFact, string>> & { from?: string; until?: string };

type State =
  | { state: 'member'; places: Place[] }
  | { state: 'paused' }
  | { state: 'left'; since?: string; lastDay?: string; reason: LeavingReason }
  | { state: 'unmapped' };

function stateOfStudent({ cards }: StudentRecord, { statuses }: RegisterMapping): State {
  const state = studentState(cards, statuses);
  if (state.state === 'unmapped') return { state: 'unmapped' };
  if (state.state !== 'member') return state;
  const places = state.cards.map(({ faculty, group, course, form, ...card }) => {
    const membership = membershipOf({ ...card }, statuses);
    const period = membership.state === 'member' ? membership : {};
    return { faculty, group, course, form, ...period } as Place;
  });
  return { state: 'member', places };
}

function stateOfStaff(record: StaffRecord, today: string): State {
  const state = staffState(record, today);
  if (state.state !== 'member') return state;
  const places = state.positions.map(
    ({ position, faculty, chair, begin, end }) =>
      ({ position, faculty, chair, from: begin, until: end }) as Place,
  );
  return { state: 'member', places };
}

type GroupRule = RegisterMapping['groups'][number];

const groupsOfPlace = (rule: GroupRule, place: Place): readonly string[] => {
  if ('value' in rule) return rule.value;
  const value = place[rule.by];
  return value === undefined ? [] : (lookUp(rule.values, value) ?? rule.otherwise);
};

/** Returns the values of the person that stand in no table and give no groups. */
function unmappedOf(state: State, { groups }: RegisterMapping): Unmapped[] {
  if (state.state !== 'member') return [];
  const found = new Map<string, Unmapped>();
  for (const place of state.places)
    for (const rule of groups) {
      if ('value' in rule || rule.otherwise.length > 0) continue;
      const { by, values } = rule;
      const value = place[by];
      if (value !== undefined && !lookUp(values, value)) found.set(`${by} ${value}`, { by, value });
    }
  return [...found.values()];
}

const atOrNull = (day: string | undefined, parse: typeof parseStart) =>
  day === undefined ? null : (parse(day) ?? null);

/** Returns each group once, for as long as any place gives it. */
function membershipsOf(
  places: readonly Place[],
  { groups }: RegisterMapping,
  at: number,
): Membership[] {
  const all = places.flatMap((place) =>
    groups
      .flatMap((rule) => groupsOfPlace(rule, place))
      .map((group) => ({
        group,
        validFrom: atOrNull(place.from, parseStart),
        validUntil: atOrNull(place.until, parseEnd),
      })),
  );
  return mergeMemberships(all, at).sort((a, b) => (a.group < b.group ? -1 : 1));
}

function dataOf([place]: readonly Place[], { data }: RegisterMapping) {
  const entries = Object.entries(data).map(([name, fact]) => [name, place?.[fact] ?? null]);
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

type Person = StudentRecord | StaffRecord;

/** Returns when the person has left, or will leave; null if the register does not say. */
const leftAtOf = ({ since, lastDay }: State & { state: 'left' }) =>
  atOrNull(since, parseStart) ?? atOrNull(lastDay, parseEnd);

/** Of employees the register has none. */
const ownLatinName = (person: Person) => ('latinName' in person ? person.latinName : undefined);

function namesOf(person: Person) {
  const { lastName, firstName, middleName } = person;
  const fullName = [lastName, firstName, middleName].filter((one) => one !== undefined).join(' ');
  const own = ownLatinName(person);
  const derived = own === undefined ? latinName(fullName) : undefined;
  return {
    names: { fullName, fullNameEn: own ?? derived, givenName: firstName },
    ...(derived !== undefined && { isLatinDerived: true as const }),
  };
}

function recordOf(
  { hashTaxId, checksDigit, now }: RegisterRowsDeps,
  person: Person,
  state: Exclude<State, { state: 'unmapped' }>,
  mapping: RegisterMapping,
): SourceRecord {
  const { taxNumber, lastName, firstName, middleName, personId, isComplete } = person;
  const number = readTaxNumber(taxNumber ?? '', { checksDigit });
  const { names, ...derived } = namesOf(person);
  const inUkrainian = { family: lastName, given: firstName, patronymic: middleName, id: personId };
  const parts = latinParts(inUkrainian, ownLatinName(person));
  const places = state.state === 'member' ? state.places : [];
  const data = state.state === 'member' ? dataOf(places, mapping) : undefined;
  return {
    externalId: personId,
    facts: { ...names, ...(data && { data }) },
    ...derived,
    username: usernameBase(mapping.username.rule, parts),
    ...('taxId' in number && { taxIdHash: hashTaxId(number.taxId) }),
    // a person whose cards are not all known keeps the groups
    ...(isComplete &&
      state.state !== 'left' && { memberships: membershipsOf(places, mapping, now()) }),
    ...(state.state === 'left' && {
      left: { reason: state.reason, at: leftAtOf(state) },
    }),
  };
}

function rowOf(deps: RegisterRowsDeps, person: Person, mapping: RegisterMapping): SourceRow {
  const today = dayInKyiv(deps.now());
  const state = 'cards' in person ? stateOfStudent(person, mapping) : stateOfStaff(person, today);
  const { personId: externalId, isComplete, taxNumber } = person;
  if (taxNumber === undefined && looksLikeTaxNumber(externalId))
    return { line: null, rejected: 'tax-number-in-field', field: 'externalId' };
  if (state.state === 'unmapped')
    return { line: null, rejected: 'unknown-status', field: 'status', externalId };
  const isKnown = 'cards' in person ? person.hasAllCards : isComplete;
  if (state.state === 'left' && !isKnown) return { line: null, rejected: 'incomplete', externalId };
  const record = recordOf(deps, person, state, mapping);
  return { line: null, record, unmapped: unmappedOf(state, mapping) };
}

/** Yields the persons of a list; with `from`, those who have changed since then. */
export async function* registerRows(
  deps: RegisterRowsDeps,
  mapping: RegisterMapping,
  from: number | undefined,
): AsyncGenerator<SourceRow> {
  const left: RejectedRow[] = [];
  const register = new EdeboRegister({
    ...deps,
    onRejected: (row) => left.push(row),
  });
  const people = mapping.list === 'students' ? register.students(from) : register.staff();
  const read = new Set<string>();
  for await (const person of people) {
    read.add(person.personId);
    yield rowOf(deps, person, mapping);
  }
  for (const { row, personId, fields } of left)
    if (personId === undefined || !read.has(personId)) {
      if (personId !== undefined) read.add(personId);
      yield { line: row, rejected: 'invalid-value', field: fields[0], externalId: personId };
    }
}
