// Compares all rows of a source with the stored users, and stores what would be written. Nothing else is written. The rows are streamed:
// memory holds the ids of the persons, and one batch.

import { hash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { ImportCode, RowKind } from '@brama/contract/admin/imports/codes';
import type { Database } from '../../../database/connect.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import type { HashExternalId } from '../../../users/sources/erased-persons.ts';
import { countPresent, linksIn } from '../../../users/sources/link-store.ts';
import type { SourceSettings } from '../../../users/sources/source-settings.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import { changeOf, type PlannedUser } from '../../apply/plan/plan-user.ts';
import { identityFields, shiftableFields, shownOfWaiting } from '../fields.ts';
import {
  addRows,
  type FieldChanges,
  type ImportRow,
  noCounts,
  takeRows,
  type UnmappedValue,
} from '../import-store.ts';
import { DuplicateFinder, type Identity } from '../mapping/duplicates.ts';
import { looksLikeTaxNumber } from '../mapping/tax-number.ts';
import { ImportFileError } from '../reasons.ts';
import type { KnownId } from './match-users.ts';
import type { Prepared } from './prepare-batch.ts';
import { prepareBatch } from './prepare-batch.ts';
import { findSameNames } from './same-names.ts';
import type { Person, SourceRecord, SourceRow, Unmapped } from './source-record.ts';
import type { Compared } from './stops.ts';

export type CompareDeps = {
  db: Database;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  now(): number;
  onProgress(rows: number): void;
};

/** A file with more has another form than its mapping. */
const maxRejected = 20_000;

/** Persons of one batch. Of a larger one, much is still in use at a collection of garbage, and is kept for long. */
const batchSize = 200;

/** Values that the report names. */
const maxUnmapped = 50;

type RejectedRow = Extract<SourceRow, { rejected: unknown }>;
/** A row that is not written because of another row. */
type Held = {
  position: number;
  kind: 'rejected' | 'waiting';
  code: ImportCode;
  field: string;
  /** Position of the other row. */
  other: number;
};

type Item = { position: number; line: number | null; person: Person };

const dayMs = 24 * 3_600_000;

/** Returns what the source says about a waiting person. */
function givenOf({ record }: Person): FieldChanges {
  return Object.fromEntries(
    shownOfWaiting.flatMap((field) => {
      const value = record?.facts[field];
      return value === undefined || value === null ? [] : [[field, [null, value]]];
    }),
  );
}

/** Returns whether the source does not give the value itself. */
const isDerived = ({ record }: Person, field: string, after: Readonly<Record<string, unknown>>) =>
  field === 'fullNameEn' &&
  record?.isLatinDerived === true &&
  after[field] === record.facts.fullNameEn;

/** Returns what the report shows of a person who is not written. The data of an erased user are in no report. */
function shownOf(kind: 'rejected' | 'waiting', person: Person, code?: string): FieldChanges | null {
  const { fullName, ...others } = givenOf(person);
  if (code === 'erased-user' || fullName === undefined) return null;
  return kind === 'rejected' ? { fullName } : { fullName, ...others };
}

/** Returns the former and the new id; nothing if the former one may be a tax number. */
const changeOfId = ({ externalId }: ImportRow, known: KnownId | undefined): FieldChanges =>
  known && !looksLikeTaxNumber(known.externalId)
    ? { externalId: [known.externalId, externalId] }
    : {};

/** Returns the fields before and after, without tax numbers. */
export function changesOf({ person, kind, code, write, kept = [] }: Prepared): FieldChanges | null {
  if (kind === 'waiting' || kind === 'rejected') return shownOf(kind, person, code);
  if (!write) return null;
  const { before, after } = changeOf(write.planned);
  const entries = Object.keys(after).map((field) => {
    const values = field === 'taxId' ? [null, null] : [before[field] ?? null, after[field] ?? null];
    return [field, isDerived(person, field, after) ? [...values, 'derived'] : values];
  });
  return Object.fromEntries([...entries, ...kept.map((field) => [`kept.${field}`, [null, null]])]);
}

const rowOf = (
  { position, line, person }: Item,
  prepared: Prepared,
  hasSameName = false,
): ImportRow => ({
  position,
  line,
  externalId: person.externalId,
  userId: prepared.userId ?? null,
  username:
    prepared.write?.planned.row.expected_version === null
      ? prepared.write.planned.row.username
      : null,
  kind: prepared.kind,
  code: prepared.code ?? (hasSameName ? 'same-name' : null),
  field: prepared.field ?? null,
  changes: changesOf(prepared),
  record: prepared.write ? (person.record ?? 'absent') : null,
  candidates: prepared.candidates,
});

/** Returns whether a user loses the account at once, or gets an end within the longest grace that did not exist before. */
function losesAccount({ row, before }: PlannedUser, { grace }: SourceSettings, at: number) {
  if (row.sets_disabled === 1 && row.disabled === 1) return true;
  const { valid_until: end = null } = row;
  const { valid_until: endBefore } = before;
  if (end === null || endBefore === undefined) return false;
  const longest = Math.max(...Object.values(grace)) * dayMs;
  return end <= at + longest && (endBefore === null || end < endBefore);
}

/** Compares one import. */
class Comparison {
  readonly #deps: CompareDeps;
  readonly #source: Source;
  readonly #importId: string;
  readonly #reserved = new Set<string>();
  readonly #ids = new Set<string>();
  /** Rows of known users with a new id, and by which id the source named them before. */
  readonly #newIds = new Map<number, KnownId>();
  /** Of users whom only rejected rows with a new id name: they do not leave. */
  readonly #held = new Set<string>();
  readonly #duplicates = new DuplicateFinder();
  /** Of the rows that may be written, and of those that have one user. */
  readonly #kinds = new Map<number, RowKind>();
  /** Rows by which users get an address, without persons of whom an administrator has decided. */
  readonly #givingEmail = new Set<number>();
  /** Rows that are not stored. */
  readonly #unchanged = new Map<number, Item>();
  readonly #lines: (number | null)[] = [];
  /** Hash of a record → its first row. */
  readonly #records = new Map<string, number>();
  readonly #unmapped = new Map<string, UnmappedValue>();
  readonly counts = noCounts();
  readonly changedFields = new Map<string, number>();
  changed = 0;
  /** Users whom the source names and whose accounts end nevertheless. */
  ending = 0;
  /** Rows whose id cannot be read: then no person can be called missing. */
  unidentified = 0;
  #position = 0;
  #batch: Item[] = [];
  #rejected: ImportRow[] = [];

  constructor(deps: CompareDeps, source: Source, importId: string) {
    this.#deps = deps;
    this.#source = source;
    this.#importId = importId;
  }

  get named() {
    return this.#ids.size;
  }

  /** @throws {ImportFileError} if each row is rejected, or there is none. Call it before persons are added who are missing. */
  checkPersons(): void {
    if (this.#position === 0) throw new ImportFileError('no-persons');
    if (this.counts.rejected === this.#position) throw new ImportFileError('all-rejected');
  }

  async add(row: SourceRow): Promise<void> {
    const position = this.#position;
    this.#position += 1;
    const { line } = row;
    this.#lines[position] = line;
    if ('rejected' in row) {
      const { externalId } = row;
      if (externalId === undefined) this.unidentified += 1;
      else {
        this.#ids.add(externalId);
        this.#duplicates.add(position, { externalId });
      }
      await this.#reject(position, row);
      return;
    }
    const { record } = row;
    this.#countUnmapped(row.unmapped ?? []);
    const first = this.#firstOf(record, position);
    if (first !== undefined) {
      const { externalId } = record;
      const copy = { line, rejected: 'copy-of-row', externalId };
      await this.#reject(position, copy, givenOf({ externalId, record }), this.#lines[first]);
      return;
    }
    this.#ids.add(record.externalId);
    this.#duplicates.add(position, {
      externalId: record.externalId,
      username: record.isUsernameGiven && record.username,
      email: record.facts.email,
      taxIdHash: record.taxIdHash,
      agreedId: this.#agreedIdOf(record),
    });
    this.#batch.push({ position, line, person: { externalId: record.externalId, record } });
    if (this.#batch.length >= batchSize) await this.flush();
  }

  #countUnmapped(values: readonly Unmapped[]): void {
    for (const { by, value } of values) {
      const key = `${by} ${value}`;
      const known = this.#unmapped.get(key) ?? { by, value, count: 0 };
      this.#unmapped.set(key, { ...known, count: known.count + 1 });
    }
  }

  /** Returns the values that stand in no table, the commonest first. */
  unmapped(): UnmappedValue[] {
    return [...this.#unmapped.values()].sort((a, b) => b.count - a.count).slice(0, maxUnmapped);
  }

  /** Returns the earlier row that is equal in all values; notes this one otherwise. */
  #firstOf(record: SourceRecord, position: number): number | undefined {
    // 128 bits tell all rows of a file apart, and need little memory
    const key = hash('sha256', JSON.stringify(record), 'buffer').toString('latin1', 0, 16);
    const first = this.#records.get(key);
    if (first === undefined) this.#records.set(key, position);
    return first;
  }

  /** A username is compared with those of all rows anyway. */
  #agreedIdOf({ facts }: SourceRecord): Identity['agreedId'] {
    const { matchBy } = this.#source.settings;
    if (matchBy === null || matchBy === 'username') return undefined;
    const { [matchBy]: value } = facts;
    return value ? { field: matchBy, value } : undefined;
  }

  /** @throws {ImportFileError} after too many rejected rows */
  async #reject(
    position: number,
    row: RejectedRow,
    { fullName }: FieldChanges = {},
    otherLine: number | null = null,
  ): Promise<void> {
    this.counts.rejected += 1;
    if (this.counts.rejected > maxRejected)
      throw new ImportFileError('too-many-rejected', row.line === null ? {} : { row: row.line });
    this.#rejected.push({
      position,
      line: row.line,
      externalId: row.externalId ?? null,
      userId: null,
      username: null,
      kind: 'rejected',
      code: row.rejected,
      field: row.field ?? null,
      changes: fullName ? { fullName } : null,
      record: null,
      otherLine,
    });
    if (this.#rejected.length >= batchSize) await this.#addRejected();
  }

  async #addRejected(): Promise<void> {
    const rows = this.#rejected;
    this.#rejected = [];
    await addRows(this.#deps.db, this.#importId, rows);
    this.#deps.onProgress(rows.length);
    // other requests are served between two batches
    await setImmediate();
  }

  /** Compares the persons who have been added. */
  async flush(): Promise<void> {
    if (this.#rejected.length > 0) await this.#addRejected();
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const { db, hashUsername, hashExternalId, now, onProgress } = this.#deps;
    const hashes = { hashUsername, hashExternalId };
    const prepared = await prepareBatch(
      { queries: db, ...hashes, source: this.#source, at: now(), reserved: this.#reserved },
      batch.map(({ person }) => person),
    );
    const sameNames = await findSameNames(db, this.#source.name, prepared);
    const rows: ImportRow[] = [];
    for (const [index, item] of batch.entries()) {
      const one = prepared[index];
      const row = one && this.#rowToStore(item, one, sameNames.has(one));
      if (row) rows.push(row);
    }
    await addRows(db, this.#importId, rows);
    onProgress(batch.length);
    // other requests are served between two batches
    await setImmediate();
  }

  /** Counts a compared person. Returns undefined for one whose row is not stored. */
  #rowToStore(item: Item, one: Prepared, hasSameName: boolean): ImportRow | undefined {
    if (one.isStranger) return undefined;
    this.counts[one.kind] += 1;
    this.#noteUser(item.position, one);
    if (one.write) this.#count(one.kind, one.write.planned);
    if (one.kind === 'unchanged' && !one.write) {
      this.#unchanged.set(item.position, item);
      return undefined;
    }
    if (one.write) this.#noteWrite(item.position, one, one.write.planned);
    return rowOf(item, one, hasSameName);
  }

  #noteUser(position: number, { kind, code, userId, knownBy }: Prepared): void {
    if (knownBy) this.#newIds.set(position, knownBy);
    if (userId === undefined || (kind !== 'linked' && code !== 'duplicate-user')) return;
    this.#duplicates.addUser(position, userId);
    // so that it names the other row
    this.#kinds.set(position, kind);
  }

  #lineOf = (position: number | undefined) =>
    position === undefined ? null : (this.#lines[position] ?? null);

  /** Notes which rejected rows give users a new id. `isIncrement`: the source may still name the former one. */
  async noteChangedIds(isIncrement: boolean): Promise<void> {
    const changed = [...this.#newIds].filter(
      ([, { externalId, hasLeft }]) => !this.#ids.has(externalId) && (hasLeft || !isIncrement),
    );
    for (const [, { externalId }] of changed) this.#held.add(externalId);
    const positions = changed.map(([position]) => position);
    const rows = await takeRows(this.#deps.db, this.#importId, positions);
    const found = this.#duplicates.duplicates();
    const changedRows = rows.map((row) => ({
      ...row,
      code: 'changed-id',
      field: 'externalId',
      changes: { ...row.changes, ...changeOfId(row, this.#newIds.get(row.position)) },
      otherLine: this.#lineOf(found.get(row.position)?.other),
    }));
    await addRows(this.#deps.db, this.#importId, changedRows);
  }

  #noteWrite(position: number, { kind, isDecided = false }: Prepared, { row }: PlannedUser): void {
    this.#kinds.set(position, kind);
    if (!isDecided && row.sets_email === 1 && row.email) this.#givingEmail.add(position);
  }

  #count(kind: RowKind, planned: PlannedUser): void {
    // these count already
    if (kind === 'left' || kind === 'created') return;
    const { changed } = planned;
    if (losesAccount(planned, this.#source.settings, this.#deps.now())) this.ending += 1;
    const isIdentity = (field: string) => identityFields.includes(field);
    if (changed.some((field) => isIdentity(field) || field === 'groups')) this.changed += 1;
    for (const field of changed.filter((one) => shiftableFields.includes(one)))
      this.changedFields.set(field, (this.changedFields.get(field) ?? 0) + 1);
  }

  /** Returns what becomes of rows beside other rows of the file. */
  #outcomesBesideOthers(): Held[] {
    const found = this.#duplicates.duplicates();
    const duplicates = [...found].map(
      ([position, { rejected: code, field, other }]): Held => ({
        position,
        kind: 'rejected',
        code,
        field,
        other,
      }),
    );
    const sameEmails = [...this.#duplicates.sameEmails()].filter(
      ([position]) => this.#givingEmail.has(position) && !found.has(position),
    );
    return [
      ...duplicates,
      ...sameEmails.map(
        ([position, other]): Held => ({
          position,
          // an administrator decides about new users; for known ones, the source must be corrected
          kind: this.#kinds.get(position) === 'created' ? 'waiting' : 'rejected',
          code: 'duplicate-email',
          field: 'email',
          other,
        }),
      ),
    ];
  }

  /** Rejects the rows that cannot be different persons, and holds new users with one address. */
  async holdDuplicates(): Promise<void> {
    const held = this.#outcomesBesideOthers().flatMap((one) => {
      const kind = this.#unchanged.has(one.position) ? 'unchanged' : this.#kinds.get(one.position);
      return kind === undefined ? [] : [{ ...one, before: kind }];
    });
    for (const { kind, before } of held) {
      this.counts[before] -= 1;
      this.counts[kind] += 1;
    }
    const positions = held.map(({ position }) => position);
    const taken = await takeRows(this.#deps.db, this.#importId, positions);
    const stored = new Map(taken.map((row) => [row.position, row]));
    const rows = held.flatMap((one) => this.#heldRow(one, stored.get(one.position)) ?? []);
    await addRows(this.#deps.db, this.#importId, rows);
  }

  /** Returns the row as the report shows it: without the username of a new user, with the name of the file and the other row. */
  #heldRow(held: Held, stored: ImportRow | undefined): ImportRow | undefined {
    const { position, kind, code, field, other } = held;
    const unchanged = this.#unchanged.get(position);
    const row = unchanged ? rowOf(unchanged, { person: unchanged.person, kind }) : stored;
    if (!row) return undefined;
    const record = unchanged?.person.record ?? row.record;
    const person = {
      externalId: row.externalId ?? '',
      record: record === 'absent' ? undefined : (record ?? undefined),
    };
    return {
      ...row,
      username: null,
      kind,
      code,
      field,
      changes: record ? shownOf(kind, person) : row.changes,
      record: null,
      otherLine: this.#lineOf(other),
    };
  }

  /** Yields the ids of the persons in this state whom the source does not name, some at a time. */
  async *#absent(state: 'present' | 'unsettled'): AsyncGenerator<string[]> {
    for (let after = ''; ; ) {
      const page = { state, after, limit: batchSize };
      const links = await linksIn(this.#deps.db, this.#source.name, page);
      const last = links.at(-1);
      if (!last) return;
      after = last.externalId;
      const isNamed = (id: string) => this.#ids.has(id) || this.#held.has(id);
      yield links.flatMap(({ externalId }) => (isNamed(externalId) ? [] : [externalId]));
    }
  }

  /** Adds persons whom the source does not name: who are missing, or whose leaving could not be written. */
  async addAbsent(state: 'present' | 'unsettled'): Promise<void> {
    for await (const ids of this.#absent(state)) {
      for (const externalId of ids) {
        const person = { externalId, record: undefined };
        this.#batch.push({ position: this.#position, line: null, person });
        this.#position += 1;
      }
      await this.flush();
    }
  }

  async countAbsent(): Promise<number> {
    let count = 0;
    for await (const ids of this.#absent('present')) count += ids.length;
    return count;
  }
}

/** Compares the rows. Returns what decides whether the import may go on. @throws {ImportFileError} */
export async function compareRows(
  deps: CompareDeps,
  { source, importId, isIncrement }: { source: Source; importId: string; isIncrement: boolean },
  rows: AsyncIterable<SourceRow>,
): Promise<Compared & { unmapped: UnmappedValue[] }> {
  const presentBefore = await countPresent(deps.db, source.name);
  const comparison = new Comparison(deps, source, importId);
  for await (const row of rows) await comparison.add(row);
  await comparison.flush();
  await comparison.holdDuplicates();
  await comparison.noteChangedIds(isIncrement);
  // an increment without changes is nothing unusual
  if (!isIncrement) comparison.checkPersons();
  // a row without an id may be that of any person
  const isReadable = comparison.unidentified === 0;
  if (!isIncrement && isReadable) await comparison.addAbsent('present');
  await comparison.addAbsent('unsettled');
  return {
    counts: comparison.counts,
    ending: comparison.ending,
    withheld: !isIncrement && !isReadable ? await comparison.countAbsent() : 0,
    changed: comparison.changed,
    changedFields: comparison.changedFields,
    presentBefore,
    named: comparison.named,
    isFirst: source.approvedAt === null,
    unmapped: comparison.unmapped(),
  };
}
