// Compares all rows of a source with the stored users, and stores what would be written. Nothing else is written. The rows are streamed:
// memory holds the ids of the persons, and one batch.

import { setImmediate } from 'node:timers/promises';
import type { ImportCode, RowKind } from '@brama/contract/admin/imports/codes';
import type { Database } from '../../../database/connect.ts';
import type { HashUsername } from '../../../users/lifecycle/former-usernames.ts';
import type { HashExternalId } from '../../../users/sources/erased-persons.ts';
import { countPresent, presentLinks } from '../../../users/sources/link-store.ts';
import type { SourceSettings } from '../../../users/sources/source-settings.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import { changeOf, type PlannedUser } from '../../apply/plan/plan-user.ts';
import {
  addRows,
  changeRow,
  type FieldChanges,
  type ImportRow,
  noCounts,
} from '../import-store.ts';
import { DuplicateFinder } from '../mapping/duplicates.ts';
import type { Prepared } from './prepare-batch.ts';
import { prepareBatch } from './prepare-batch.ts';
import type { Person, SourceRow } from './source-record.ts';
import type { Compared } from './stops.ts';

export type CompareDeps = {
  db: Database;
  hashUsername: HashUsername;
  hashExternalId: HashExternalId;
  now(): number;
  onProgress(rows: number): void;
};

/** Persons of one batch. Of a larger one, much is still in use at a collection of garbage, and is kept for long. */
const batchSize = 200;

type Item = { position: number; line: number | null; person: Person };

const identityFields = [
  'fullName',
  'fullNameEn',
  'givenName',
  'email',
  'studentId',
  'employeeId',
  'taxId',
];
/** Those that change for many at once if a column is shifted. */
const shiftableFields = [...identityFields, 'validFrom', 'validUntil'];

const dayMs = 24 * 3_600_000;

/** Returns the fields before and after, without tax numbers. */
function changesOf({ write, kept = [] }: Prepared): FieldChanges | null {
  if (!write) return null;
  const { before, after } = changeOf(write.planned);
  const entries = Object.keys(after).map((field) => {
    const values = field === 'taxId' ? [null, null] : [before[field] ?? null, after[field] ?? null];
    return [field, values];
  });
  return Object.fromEntries([...entries, ...kept.map((field) => [`kept.${field}`, [null, null]])]);
}

const rowOf = ({ position, line, person }: Item, prepared: Prepared): ImportRow => ({
  position,
  line,
  externalId: person.externalId,
  userId: prepared.userId ?? null,
  username:
    prepared.write?.planned.row.expected_version === null
      ? prepared.write.planned.row.username
      : null,
  kind: prepared.kind,
  code: prepared.code ?? null,
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
  readonly #duplicates = new DuplicateFinder();
  /** Of the rows that may be written. */
  readonly #kinds = new Map<number, RowKind>();
  readonly counts = noCounts();
  readonly changedFields = new Map<string, number>();
  changed = 0;
  /** Users whom the source names and whose accounts end nevertheless. */
  ending = 0;
  /** Rows whose id cannot be read: then no person can be called missing. */
  unidentified = 0;
  #position = 0;
  #batch: Item[] = [];

  constructor(deps: CompareDeps, source: Source, importId: string) {
    this.#deps = deps;
    this.#source = source;
    this.#importId = importId;
  }

  get named() {
    return this.#ids.size;
  }

  async add(row: SourceRow): Promise<void> {
    const position = this.#position;
    this.#position += 1;
    const { line } = row;
    if ('rejected' in row) {
      if (row.externalId === undefined) this.unidentified += 1;
      else this.#ids.add(row.externalId);
      await this.#reject(position, line, row.rejected as ImportCode, row.field, row.externalId);
      return;
    }
    const { record } = row;
    this.#ids.add(record.externalId);
    this.#duplicates.add(position, {
      externalId: record.externalId,
      username: record.isUsernameGiven && record.username,
      taxIdHash: record.taxIdHash,
    });
    this.#batch.push({ position, line, person: { externalId: record.externalId, record } });
    if (this.#batch.length >= batchSize) await this.flush();
  }

  async #reject(
    position: number,
    line: number | null,
    code: ImportCode,
    field: string | undefined,
    externalId: string | undefined,
  ): Promise<void> {
    this.counts.rejected += 1;
    await addRows(this.#deps.db, this.#importId, [
      {
        position,
        line,
        externalId: externalId ?? null,
        userId: null,
        username: null,
        kind: 'rejected',
        code,
        field: field ?? null,
        changes: null,
        record: null,
      },
    ]);
  }

  /** Compares the persons who have been added. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    if (batch.length === 0) return;
    const { db, hashUsername, hashExternalId, now, onProgress } = this.#deps;
    const hashes = { hashUsername, hashExternalId };
    const prepared = await prepareBatch(
      { queries: db, ...hashes, source: this.#source, at: now(), reserved: this.#reserved },
      batch.map(({ person }) => person),
    );
    const rows: ImportRow[] = [];
    for (const [index, item] of batch.entries()) {
      const one = prepared[index];
      if (!one) continue;
      this.counts[one.kind] += 1;
      if (one.write && one.kind !== 'created') this.#count(one.kind, one.write.planned);
      if (one.kind === 'unchanged' && !one.write) continue;
      rows.push(rowOf(item, one));
      if (one.write) this.#kinds.set(item.position, one.kind);
    }
    await addRows(db, this.#importId, rows);
    onProgress(batch.length);
    // other requests are served between two batches
    await setImmediate();
  }

  #count(kind: RowKind, planned: PlannedUser): void {
    // its end counts already
    if (kind === 'left') return;
    const { changed } = planned;
    if (losesAccount(planned, this.#source.settings, this.#deps.now())) this.ending += 1;
    const isIdentity = (field: string) => identityFields.includes(field);
    if (changed.some((field) => isIdentity(field) || field === 'groups')) this.changed += 1;
    for (const field of changed.filter((one) => shiftableFields.includes(one)))
      this.changedFields.set(field, (this.changedFields.get(field) ?? 0) + 1);
  }

  /** Rejects the rows that cannot be different persons. */
  async rejectDuplicates(): Promise<void> {
    const { db } = this.#deps;
    for (const [position, { rejected: code, field }] of this.#duplicates.duplicates()) {
      const kind = this.#kinds.get(position);
      if (kind === undefined) continue;
      this.counts[kind] -= 1;
      this.counts.rejected += 1;
      const nothing = { record: null, changes: null };
      await changeRow(db, this.#importId, position, { kind: 'rejected', code, field, ...nothing });
    }
  }

  /** Adds the persons whom the source no longer names. */
  async addAbsent(): Promise<void> {
    const { db } = this.#deps;
    for (let after = ''; ; ) {
      const links = await presentLinks(db, this.#source.name, { after, limit: batchSize });
      const last = links.at(-1);
      if (!last) break;
      after = last.externalId;
      for (const { externalId } of links) {
        if (this.#ids.has(externalId)) continue;
        this.#batch.push({
          position: this.#position,
          line: null,
          person: { externalId, record: undefined },
        });
        this.#position += 1;
      }
      await this.flush();
    }
  }
}

/** Compares the rows. Returns what decides whether the import may go on. */
export async function compareRows(
  deps: CompareDeps,
  { source, importId, isIncrement }: { source: Source; importId: string; isIncrement: boolean },
  rows: AsyncIterable<SourceRow>,
): Promise<Compared> {
  const presentBefore = await countPresent(deps.db, source.name);
  const comparison = new Comparison(deps, source, importId);
  for await (const row of rows) await comparison.add(row);
  await comparison.flush();
  await comparison.rejectDuplicates();
  // a row without an id may be that of any person
  if (!isIncrement && comparison.unidentified === 0 && comparison.named > 0)
    await comparison.addAbsent();
  return {
    counts: comparison.counts,
    ending: comparison.ending,
    changed: comparison.changed,
    changedFields: comparison.changedFields,
    presentBefore,
    named: comparison.named,
    isFirst: source.approvedAt === null,
  };
}
