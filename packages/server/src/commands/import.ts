// `brama import`: imports the users of a source from a file, and lists, approves, refuses and continues imports.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { basename, resolve } from 'node:path';
import { maxAccessCodeHours } from '@brama/contract/admin/access-codes';
import type { ImportFailure } from '@brama/contract/admin/imports/codes';
import { explainFailure } from '@brama/contract/admin/imports/failure-words';
import type { Logger } from 'pino';
import type { FullConfig } from '../app/config.ts';
import type { Environment } from '../config/settings.ts';
import type { Database } from '../database/connect.ts';
import { createProgress } from '../directory/apply/progress.ts';
import { EdeboError, failureOf } from '../directory/import/edebo/edebo-error.ts';
import { untilRegisterIsFree } from '../directory/import/edebo/one-reading.ts';
import { changesSince, readRegister } from '../directory/import/edebo/read-register.ts';
import { registerMapping } from '../directory/import/edebo/register-mapping.ts';
import { fileRows } from '../directory/import/file-rows.ts';
import {
  type ImportOptions,
  importOptions,
  limitFrom,
  type Stop,
} from '../directory/import/import-options.ts';
import {
  countReasons,
  findImport,
  type Import,
  lastImports,
  type UnmappedValue,
} from '../directory/import/import-store.ts';
import type { SourceRow } from '../directory/import/plan/source-record.ts';
import { readTable } from '../directory/import/read/read-rows.ts';
import {
  ImportFileError,
  ImportMappingError,
  ImportSourceError,
} from '../directory/import/reasons.ts';
import {
  approveImport,
  compareImport,
  ImportRefused,
  type NewImport,
  noteRefusedFile,
  refuseImport,
  startImport,
  writeImport,
} from '../directory/import/run-import.ts';
import { mappingFor, sheetOf } from '../directory/import/source-mapping.ts';
import { logEnded } from '../events/change.ts';
import { findSource, type Source } from '../users/sources/source-store.ts';
import { printFields, printJson, printLines, printList, timeText } from './api/print.ts';
import { composeImport } from './compose-import.ts';
import { issueImportCodes } from './import-codes.ts';
import { printImportRows } from './import-rows.ts';
import { exitCodes } from './line/exit-codes.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { openSite } from './open-site.ts';
import { inCommand, withDatabase } from './run-command.ts';
import { systemUser } from './system-user.ts';
import type { OpenSite } from './user-emails.ts';

type Arguments = Given<(typeof areas)['import']>;
type Of<Command extends Arguments['command']> = Extract<Arguments, { command: Command }>;

/** Returns a limit such as `50`, `5%` or `50,5%`. @throws {UsageError} */
function limitOf(option: string, given: string | undefined) {
  const limit = limitFrom(given);
  if (given !== undefined && !limit)
    throw new UsageError(`--${option}: must be a number, a share or both, such as 50, 5% or 50,5%`);
  return limit;
}

/** @throws {UsageError} */
function optionsOf(options: Of<'users' | 'edebo'>['options']): ImportOptions {
  const limits = {
    leavers: limitOf('max-leavers', options['max-leavers']),
    created: limitOf('max-created', options['max-created']),
    changed: limitOf('max-changed', options['max-changed']),
  };
  const parsed = importOptions.safeParse({ limits });
  if (!parsed.success) throw new UsageError('a share is at most 100%, a number at most 1000000');
  return parsed.data;
}

function checkArguments(given: Arguments): Arguments {
  if (given.command === 'users' || given.command === 'edebo') optionsOf(given.options);
  return given;
}

const isoOf = (at: number | null) => (at === null ? null : new Date(at).toISOString());

const shownImport = (one: Import) => ({
  id: one.id,
  source: one.source,
  state: one.state,
  fileName: one.file_name,
  counts: one.counts,
  stops: one.stops,
  error: one.error,
  startedBy: one.system_user ?? one.actor_id,
  decidedBy: one.decided_by,
  createdAt: isoOf(one.created_at),
  finishedAt: isoOf(one.finished_at),
});

const stopWords: Record<Stop['code'], (stop: Stop) => string> = {
  'first-import': () => 'the first import of a source always waits',
  empty: () => 'the file names no person',
  halved: ({ count, limit }) => `the file names ${count} persons, before it were ${limit}`,
  'too-many-leavers': ({ count, limit }) =>
    `${count} would leave or lose their account, the limit is ${limit}`,
  'too-many-created': ({ count, limit }) => `${count} would be created, the limit is ${limit}`,
  'too-many-changed': ({ count, limit }) => `${count} would change, the limit is ${limit}`,
  'too-many-leavers-of-week': ({ count, limit }) =>
    `with the imports of the last 7 days, ${count} leave or lose their account, the limit is ${limit}`,
  'too-many-changed-of-week': ({ count, limit }) =>
    `with the imports of the last 7 days, ${count} change, the limit is ${limit}`,
  'leavers-withheld': ({ count }) =>
    `${count} are not named, but stay: the id of a rejected row cannot be read`,
  'shifted-column': ({ field, count, limit }) =>
    `${field} would change for ${count}, the limit is ${limit}: perhaps a column is shifted`,
};

const waitWords: Partial<Record<Import['state'], string>> = {
  compared: 'It would wait',
  waiting: 'It waits',
};

const countLine = ({ counts }: Import) =>
  Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${kind} ${count}`)
    .join(', ') || 'nothing';

const stateWords: Record<Import['state'], (one: Import) => string> = {
  comparing: () => 'It is being compared.',
  compared: () => 'A dry run: nothing has changed.',
  waiting: ({ id }) =>
    `Nothing has changed. It waits for another administrator: in the console, or brama import approve ${id} by another user of this machine.`,
  running: ({ id }) => `It is being written. After an interruption: brama import continue ${id}`,
  done: () => 'It is written.',
  failed: ({ error }) =>
    `It has failed. ${error === null ? '' : explainFailure(error as ImportFailure, 'en')}`,
  refused: () => 'It was refused: nothing has changed.',
  replaced: () => 'A later import took its place: nothing has changed.',
};

const listText = (counts: readonly { code: string; count: number }[]) =>
  counts.map(({ code, count }) => `${code} ${count}`).join(', ') || null;

const reported = (name: string, counts: readonly { code: string; count: number }[]) =>
  counts.length === 0 ? {} : { [name]: listText(counts) };

const unmappedCount = ({ by, value, count }: UnmappedValue) => ({
  code: `${by} “${value}”`,
  count,
});

async function printImport(db: Database, one: Import, isJson: boolean): Promise<void> {
  const reasons = await countReasons(db, one.id);
  const { unmapped_values: unmapped } = one;
  if (isJson) {
    printJson({ ...shownImport(one), ...reasons, unmapped });
    return;
  }
  const { rejectedBy, sameNames, removedAddresses } = reasons;
  printFields({
    import: one.id,
    source: one.source,
    state: one.state,
    file: one.file_name,
    rows: countLine(one),
    ...reported('rejected', rejectedBy),
    ...(sameNames > 0 && { 'new users': `same-name ${sameNames}` }),
    ...(removedAddresses > 0 && { 'known users': `address-removed ${removedAddresses}` }),
    ...reported('in no table', unmapped.map(unmappedCount)),
    'started by': one.system_user ?? one.actor_id,
    started: timeText(isoOf(one.created_at)),
    finished: timeText(isoOf(one.finished_at)),
  });
  printLines([
    ...one.stops.map(
      (stop) => `${waitWords[one.state] ?? 'It waited'} because ${stopWords[stop.code](stop)}.`,
    ),
    stateWords[one.state](one),
  ]);
}

const exitCodeOf = ({ state }: Import): number => {
  if (state === 'waiting') return exitCodes.waits;
  return state === 'failed' ? exitCodes.refused : exitCodes.done;
};

/** How many rows the progress expects. */
const usualRows = 10_000;
type Context = {
  config: FullConfig;
  db: Database;
  log: Logger;
  folder: string;
  runBy: string;
  env: Environment;
  open: OpenSite;
};

const refuse = (message: string): number => {
  console.error(`${message} Nothing was changed.`);
  return exitCodes.refused;
};

/** Returns why the file cannot be opened; an error without a code of the system stays. */
function errorOfFile(error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === undefined) return error;
  const reason = code === 'ENOENT' ? 'missing-file' : 'unreadable-file';
  return new ImportSourceError(reason, { cause: error });
}

/** Returns the bytes of a file, and afterwards their hash. They throw an ImportSourceError. */
function hashedFile(path: string) {
  const sha256 = createHash('sha256');
  let hash: string | null = null;
  async function* bytes(): AsyncGenerator<Buffer> {
    try {
      for await (const part of createReadStream(path)) {
        sha256.update(part);
        yield part;
      }
    } catch (error) {
      throw errorOfFile(error);
    }
    hash = sha256.digest('hex');
  }
  return { bytes: bytes(), hash: () => hash };
}

const invalidMapping =
  'The mapping of the source is no longer accepted. brama sources set says why, and stores another one.';

const mappingWords: Record<ImportMappingError['reason'], (columns: readonly string[]) => string> = {
  'no-mapping': () => 'The source has no mapping: brama sources guess FILE writes one.',
  'invalid-mapping': () => invalidMapping,
  'missing-columns': (columns) =>
    `The file has no columns ${columns.map((one) => `“${one}”`).join(', ')}.`,
};

/** Returns where in the file it cannot be read. */
const placeText = ({ row, column }: ImportFileError) =>
  [row === undefined ? '' : `, row ${row}`, column === undefined ? '' : `, column ${column}`].join(
    '',
  );

/** Returns the source, or why it cannot be used. */
async function sourceOfFile({ db }: Context, name: string): Promise<Source | string> {
  const source = await findSource(db, name);
  if (!source) return `There is no source ${name}.`;
  return source.kind === 'file' ? source : `The source ${name} does not come from a file.`;
}

type Reading = {
  source: Source;
  options: ImportOptions;
  fileName: string | null;
  mapping: unknown;
  isDryRun: boolean;
  isJson: boolean;
  rows(deps: ReturnType<typeof composeImport>, importId: string): AsyncIterable<SourceRow>;
  fileHash: () => string | null;
};

/** The file is refused because of its rows. */
const reasonsOfRows: readonly string[] = ['all-rejected', 'too-many-rejected'];

/** Compares the rows, writes the differences if it may, and prints how it ended. */
async function importRows(context: Context, reading: Reading): Promise<number> {
  const { config, db, log } = context;
  const { source, isDryRun, options, fileName, mapping, isJson, rows, fileHash } = reading;
  const progress = createProgress(process.stderr, () => performance.now());
  const onCompared = progress.phase('comparing', usualRows);
  const deps = composeImport(db, config, { onCompared, onWritten: () => undefined });
  const inChange = <R>(work: Parameters<typeof inCommand<R>>[2]) => inCommand(db, log, work);
  const by = { actor_id: null, token_id: null, system_user: context.runBy };
  const start = { source, isDryRun, options, fileName, mapping, by };
  const importId = await startImport(deps, inChange, start);
  try {
    const compared = { importId, source, rows: rows(deps, importId), fileHash };
    const one = await compareImport(deps, inChange, compared);
    progress.complete();
    return await finish(context, one, isJson);
  } catch (error) {
    progress.end();
    if (error instanceof ImportFileError && reasonsOfRows.includes(error.reason)) {
      const { rejectedBy } = await countReasons(db, importId);
      console.error(
        `Rejected rows: ${listText(rejectedBy)}. See brama import show ${importId} --rows rejected`,
      );
    }
    throw error;
  } finally {
    progress.end();
  }
}

type RefusedFile = ImportFileError | ImportMappingError | ImportSourceError;

const isRefusedFile = (error: unknown): error is RefusedFile =>
  error instanceof ImportFileError ||
  error instanceof ImportMappingError ||
  error instanceof ImportSourceError;

/** Returns what is said of a file that is refused. */
function refusalOf(error: RefusedFile, file: string, { mapping }: Source): string {
  if (error instanceof ImportMappingError) return mappingWords[error.reason](error.columns);
  if (error.reason === 'unknown-sheet')
    return `${file}: The spreadsheet has no sheet “${sheetOf(mapping).sheet}”, which the mapping of the source names.`;
  const place = error instanceof ImportFileError ? placeText(error) : '';
  return `${file}${place}: ${explainFailure(error.reason, 'en')}`;
}

/** Stores that the file is refused before its rows are read, so that the owners of the source are notified. */
async function noteRefused(
  { db, log, runBy }: Context,
  about: Omit<NewImport, 'mapping' | 'by'>,
  error: RefusedFile,
): Promise<void> {
  const inChange = <R>(work: Parameters<typeof inCommand<R>>[2]) => inCommand(db, log, work);
  const by = { actor_id: null, token_id: null, system_user: runBy };
  const refused = { ...about, mapping: about.source.mapping, by };
  await noteRefusedFile({ now: Date.now }, inChange, refused, error);
}

async function importUsers(context: Context, given: Of<'users'>): Promise<number> {
  const [name, file] = given.operands;
  const source = await sourceOfFile(context, name);
  if (typeof source === 'string') return refuse(source);
  const path = resolve(context.folder, file);
  const { 'dry-run': isDryRun, json: isJson } = given.options;
  const hashed = hashedFile(path);
  const about = { source, options: optionsOf(given.options), fileName: basename(path), isDryRun };
  let isRead = false;
  try {
    const table = await readTable(hashed.bytes, sheetOf(source.mapping));
    const mapping = mappingFor(source.mapping, table.headers);
    isRead = true;
    return await importRows(context, {
      ...about,
      mapping,
      isJson,
      rows: (deps) => fileRows(deps, table, mapping),
      fileHash: hashed.hash,
    });
  } catch (error) {
    if (!isRefusedFile(error)) throw error;
    if (!isRead && !isDryRun) await noteRefused(context, about, error);
    return refuse(refusalOf(error, file, source));
  }
}

async function importEdebo(context: Context, given: Of<'edebo'>): Promise<number> {
  const { config, db } = context;
  const [name] = given.operands;
  const { 'dry-run': isDryRun, json: isJson, full: isFull } = given.options;
  const source = await findSource(db, name);
  if (!source) return refuse(`There is no source ${name}.`);
  if (source.kind !== 'edebo') return refuse(`The source ${name} does not come from ЄДЕБО.`);
  if (source.mapping === null) return refuse(`The source ${name} has no mapping.`);
  const { edebo: settings } = config;
  if (!settings) return refuse('EDEBO_URL and the settings beside it are not set.');
  const { data: mapping } = registerMapping.safeParse(source.mapping);
  if (!mapping) return refuse(invalidMapping);
  const from = isFull ? undefined : await changesSince(db, source, mapping, Date.now());
  try {
    return await importRows(context, {
      source,
      options: { ...optionsOf(given.options), isIncrement: from !== undefined },
      fileName: null,
      mapping,
      isDryRun,
      isJson,
      async *rows(deps, importId) {
        await untilRegisterIsFree(deps, importId);
        yield* readRegister({ ...deps, settings }, mapping, from);
      },
      fileHash: () => null,
    });
  } catch (error) {
    if (error instanceof EdeboError)
      return refuse(`${explainFailure(failureOf(error), 'en')} (${error.code})`);
    if (error instanceof ImportFileError) return refuse(explainFailure(error.reason, 'en'));
    throw error;
  }
}

/** Writes an import that may run, and prints how it ended. */
async function finish({ config, db, log }: Context, one: Import, isJson: boolean): Promise<number> {
  if (one.state === 'running') {
    const progress = createProgress(process.stderr, () => performance.now());
    const { created, changed, linked, left } = one.counts;
    const onWritten = progress.phase('writing', Math.max(1, created + changed + linked + left));
    const deps = composeImport(db, config, { onCompared: () => undefined, onWritten });
    const inChange = <R>(work: Parameters<typeof inCommand<R>>[2]) => inCommand(db, log, work);
    const ended = await writeImport(deps, inChange, one.id);
    progress.complete();
    logEnded(log, ended, 'by-import');
  }
  const last = (await findImport(db, one.id)) ?? one;
  await printImport(db, last, isJson);
  if (!isJson && (last.counts.rejected > 0 || last.counts.waiting > 0))
    console.error(`Rejected and waiting rows: brama import show ${one.id} --rows rejected`);
  return exitCodeOf(last);
}

async function decide(context: Context, given: Of<'approve' | 'refuse'>): Promise<number> {
  const { config, db, log, runBy } = context;
  const [id] = given.operands;
  const one = await findImport(db, id);
  if (!one) return refuse(`There is no import ${id}.`);
  const deps = composeImport(db, config, {
    onCompared: () => undefined,
    onWritten: () => undefined,
  });
  const by = { userId: null, systemUser: runBy };
  const act = given.command === 'approve' ? approveImport : refuseImport;
  await inCommand(db, log, (change) => act(deps, change, id, by));
  const decided = (await findImport(db, id)) ?? one;
  return finish(context, decided, given.options.json);
}

async function show({ db }: Context, given: Of<'show'>): Promise<number> {
  const [id] = given.operands;
  const one = await findImport(db, id);
  if (!one) return refuse(`There is no import ${id}.`);
  const { json: isJson, rows: kind, limit = 50 } = given.options;
  if (kind === undefined) await printImport(db, one, isJson);
  else await printImportRows(db, id, { kind, limit, isJson });
  return exitCodes.done;
}

async function list({ db }: Context, given: Of<'list'>): Promise<number> {
  const { source, limit = 50, json: isJson } = given.options;
  const items = (await lastImports(db, source, limit)).map(shownImport);
  return printList({ items }, isJson, {
    import: ({ id }) => id,
    source: ({ source: name }) => name,
    state: ({ state }) => state,
    started: ({ createdAt }) => timeText(createdAt),
    created: ({ counts }) => counts.created,
    changed: ({ counts }) => counts.changed,
    left: ({ counts }) => counts.left,
    rejected: ({ counts }) => counts.rejected,
  });
}

const refusals: Record<ImportRefused['code'], string> = {
  'another-import': 'Another import of this source runs: wait for its end.',
  'not-waiting': 'The import does not wait for a decision.',
  outdated: 'Since the comparison the source has changed: import the file again.',
  'own-import': 'You have started this import: another person must approve it.',
  'new-administrator': 'Only a user who has been an administrator for 24 hours may approve it.',
  'no-file': 'The file is no longer stored: import it again.',
};

async function codes(context: Context, given: Of<'codes'>): Promise<number> {
  const [id] = given.operands;
  const { group = null, hours = maxAccessCodeHours, renew } = given.options;
  const one = await findImport(context.db, id);
  if (!one) return refuse(`There is no import ${id}.`);
  return issueImportCodes(context, one, { group, hours, renew });
}

async function run(context: Context, given: Arguments): Promise<number> {
  if (given.command === 'users') return importUsers(context, given);
  if (given.command === 'edebo') return importEdebo(context, given);
  if (given.command === 'list') return list(context, given);
  if (given.command === 'show') return show(context, given);
  if (given.command === 'codes') return codes(context, given);
  if (given.command !== 'continue') return decide(context, given);
  const [id] = given.operands;
  const one = await findImport(context.db, id);
  return one ? finish(context, one, given.options.json) : refuse(`There is no import ${id}.`);
}

/** `folder` is the base of a relative file path, `runBy` the user of the operating system. */
export function runImport(
  args: readonly string[],
  config: () => FullConfig,
  folder: string,
  runBy = systemUser(),
  { env = {}, open = openSite }: Partial<Pick<Context, 'env' | 'open'>> = {},
): Promise<number> {
  return withArguments('import', args, checkArguments, async (given) => {
    const read = config();
    return withDatabase(read, ['taxIdKey', 'dataKey'], async (db, log) => {
      try {
        return await run({ config: read, db, log, folder, runBy, env, open }, given);
      } catch (error) {
        if (!(error instanceof ImportRefused)) throw error;
        return refuse(refusals[error.code]);
      }
    });
  });
}
