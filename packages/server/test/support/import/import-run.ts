// Runs imports of records against a test database, as a command does.

import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { revokeUsers } from '../../../src/app/revoke-users.ts';
import type { Database } from '../../../src/database/connect.ts';
import { type ImportOptions, importOptions } from '../../../src/directory/import/import-options.ts';
import type { Import } from '../../../src/directory/import/import-store.ts';
import type { SourceRecord, SourceRow } from '../../../src/directory/import/plan/source-record.ts';
import {
  approveImport,
  compareImport,
  type ImportDeps,
  type InChange,
  type NewImport,
  startImport,
  writeImport,
} from '../../../src/directory/import/run-import.ts';
import { inChange } from '../../../src/events/change.ts';
import { EventStore } from '../../../src/events/store.ts';
import type { SourceSettings } from '../../../src/users/sources/source-settings.ts';
import { addSource, findSource } from '../../../src/users/sources/source-store.ts';

const quiet = { info() {}, warn() {}, error() {} };

/** An import without limits, unless a test sets them. */
const noLimits = {
  leavers: { percent: 100 },
  created: { percent: 100 },
  changed: { percent: 100 },
} as const;

const byRoot: NewImport['by'] = { actor_id: null, token_id: null, system_user: 'root' };

type Given = SourceRecord | SourceRow;

type CompareOptions = Partial<ImportOptions> & {
  isDryRun?: boolean;
  by?: NewImport['by'];
  mapping?: unknown;
};

async function* rowsOf(given: readonly Given[]): AsyncGenerator<SourceRow> {
  for (const [index, one] of given.entries())
    yield 'record' in one || 'rejected' in one ? one : { line: index + 2, record: one };
}

export function importsOf(db: Database, now: () => number, given: Partial<ImportDeps> = {}) {
  const deps: ImportDeps = {
    db,
    hashUsername: (key) => `hash of ${key}`,
    hashExternalId: (source, id) => `hash of ${id} in ${source}`,
    revokeUsers,
    recordEvents: (queries, events) => new EventStore(db, now).recordMany(queries, events),
    now,
    onCompared: () => undefined,
    onWritten: () => undefined,
    ...given,
  };
  const change: InChange = (work) =>
    inChange(
      db,
      { events: new EventStore(db, now) },
      { actor: 'server', systemUser: 'root', log: quiet as never },
      work,
    );

  async function source(name: string, position = 1, given: Partial<SourceSettings> = {}) {
    const settings = sourceSettings.parse({ overlapDays: 0, limits: noLimits, ...given });
    await addSource(
      db,
      { name, kind: 'file', title: null, position, settings, mapping: null },
      now(),
    );
  }

  /** Compares rows, which may do something meanwhile. */
  async function compareRows(
    name: string,
    rows: AsyncIterable<SourceRow>,
    { isDryRun = false, by = byRoot, mapping = null, ...options }: CompareOptions = {},
  ): Promise<Import> {
    const found = await findSource(db, name);
    if (!found) throw new Error('no such source');
    const importId = await startImport(deps, change, {
      source: found,
      isDryRun,
      options: importOptions.parse(options),
      fileName: null,
      mapping,
      by,
    });
    return compareImport(deps, change, { importId, source: found, rows, fileHash: () => null });
  }

  /** Compares. */
  const compare = (name: string, records: readonly Given[], options: CompareOptions = {}) =>
    compareRows(name, rowsOf(records), options);

  const approve = (id: string, systemUser = 'another') =>
    change((one) => approveImport(deps, one, id, { userId: null, systemUser }));
  const write = (id: string) => writeImport(deps, change, id);

  return {
    deps,
    change,
    source,
    compare,
    compareRows,
    approve,
    write,
    /** Compares, approves and writes. */
    async run(name: string, records: readonly Given[], options: CompareOptions = {}) {
      const compared = await compare(name, records, options);
      if (compared.state === 'waiting') await approve(compared.id);
      await write(compared.id);
      return compared;
    },
  };
}
