// `brama sources`: creates, shows and changes sources of users, guesses a mapping, and decides who a person of a source is.

import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { sourceSettings } from '@brama/contract/admin/imports/source-settings';
import { searchKey } from '@brama/contract/sign-in/login-name';
import { dump } from 'js-yaml';
import { z } from 'zod';
import type { FullConfig } from '../app/config.ts';
import { loadKeys } from '../crypto/keys.ts';
import type { Database } from '../database/connect.ts';
import { readDocument } from '../directory/apply/parse/document.ts';
import { issueLine } from '../directory/apply/parse/issue.ts';
import { readSource } from '../directory/apply/parse/source.ts';
import { type LinkRefusal, linkPerson } from '../directory/import/link-person.ts';
import { guessMapping } from '../directory/import/mapping/guess-mapping.ts';
import type { Fields } from '../directory/import/mapping/mapping.ts';
import { readTable } from '../directory/import/read/read-rows.ts';
import type { Table } from '../directory/import/read/row.ts';
import { ImportFileError } from '../directory/import/reasons.ts';
import {
  mappingSchemas,
  matchByReason,
  matchesByRule,
} from '../directory/import/source-mapping.ts';
import { valuesOf } from '../directory/import/upload/read-columns.ts';
import type { Change } from '../events/change.ts';
import { createExternalIdHash, type HashExternalId } from '../users/sources/erased-persons.ts';
import {
  addSource,
  changeSource,
  findSource,
  listSources,
  type Source,
  type SourceValues,
  sourceKinds,
} from '../users/sources/source-store.ts';
import { printJson, printList, timeText } from './api/print.ts';
import { exitCodes } from './line/exit-codes.ts';
import { UsageError } from './line/read-line.ts';
import type { Given } from './line/spec.ts';
import type { areas } from './line/table.ts';
import { withArguments } from './line/with-arguments.ts';
import { inCommand, withDatabase } from './run-command.ts';

type Arguments = Given<(typeof areas)['sources']>;
type Of<Command extends Arguments['command']> = Extract<Arguments, { command: Command }>;

const nameForm = /^[a-z][a-z0-9-]{0,63}$/;

/** What `sources set` reads and `sources show` prints. */
const sourceFile = z.strictObject({
  kind: z.enum(sourceKinds).default('file'),
  title: z
    .strictObject({ uk: z.string().min(1).max(100), en: z.string().min(1).max(100) })
    .nullable()
    .default(null),
  position: z.int().min(0).max(1000).optional(),
  settings: sourceSettings.prefault({}),
  mapping: z.unknown().default(null),
});

function checkArguments(given: Arguments): Arguments {
  if (given.command === 'set' && !nameForm.test(given.operands[0]))
    throw new UsageError(
      'sources set: a name has small Latin letters, digits and dashes, at most 64, and begins with a letter',
    );
  if (given.command === 'link' && given.options.new === (given.options.user !== undefined))
    throw new UsageError('sources link: give --user or --new');
  return given;
}

const refuse = (message: string): number => {
  console.error(`${message} Nothing was changed.`);
  return exitCodes.refused;
};

type Values = Omit<SourceValues, 'position'> &
  Pick<Source, 'kind'> & { position?: number | undefined };

/** Required fields of a mapping of a file, and what is said of one that has no column. */
const requiredFields: Readonly<Record<string, string>> = {
  'mapping.fields.externalId':
    'name the column that identifies a person and never changes, such as a number of the other system.',
  'mapping.fields.fullName': 'name the column of the full name, or of its parts.',
};

/** `sources guess` notes the columns of the file, so that `sources set` can list them. */
const columnsComment = '# Columns of the file: ';

/** Returns what is said of a required field without a column. */
function missingColumn(path: string, text: string): string | undefined {
  const { [path]: words } = requiredFields;
  const line = text.split('\n').find((one) => one.startsWith(columnsComment));
  const columns = line ? ` The file has: ${line.slice(columnsComment.length).trim()}` : '';
  return words && words + columns;
}

/** Returns the values, or what is wrong with them. */
function valuesFrom(text: string): Values | string[] {
  const document = readDocument(text, {});
  if (document.issues.length > 0) return document.issues.map(issueLine);
  const parsed = sourceFile.safeParse(document.value);
  const linesOf = ({ issues }: z.ZodError, within: string) =>
    issues.map(({ path, message }) => {
      const place = [within, ...path].join('.');
      return `${place || 'the file'}: ${missingColumn(place, text) ?? message}`;
    });
  if (!parsed.success) return linesOf(parsed.error, '').map((line) => line.replace(/^\./, ''));
  const { mapping, ...values } = parsed.data;
  const read = mappingSchemas[values.kind].nullable().safeParse(mapping);
  if (!read.success) return linesOf(read.error, 'mapping');
  return matchesByRule(values.kind, values.settings, read.data)
    ? [`settings.matchBy: ${matchByReason}`]
    : { ...values, mapping: read.data };
}

/** Returns the values of a file, or prints what is wrong with it. */
function readValues(folder: string, file: string): Values | undefined {
  const read = readSource(file === '-' ? '-' : resolve(folder, file));
  const values = 'error' in read ? [read.error] : valuesFrom(read.text);
  if (!Array.isArray(values)) return values;
  for (const problem of values) console.error(`${file}: ${problem}`);
  return undefined;
}

async function set(change: Change, name: string, values: Values): Promise<string> {
  const { queries, record } = change;
  const at = Date.now();
  const known = await findSource(queries, name);
  const fields = Object.keys(values);
  if (!known) {
    await addSource(queries, { name, ...values }, at);
    await record({ type: 'source.created', details: { source: name, fields } });
    return `Created the source ${name}.`;
  }
  if (known.kind !== values.kind)
    return `The source ${name} is of the kind ${known.kind}, which stays.`;
  const changed = { ...values, position: values.position ?? known.position };
  if (isDeepStrictEqual(fileOf(known), changed))
    return `The source ${name} has these values already. Nothing was changed.`;
  if (!(await changeSource(queries, known, changed, at)))
    return `The source ${name} was changed meanwhile: run the command again.`;
  await record({ type: 'source.changed', details: { source: name, fields } });
  return `Changed the source ${name}. An import that waits must be compared again.`;
}

const fileOf = ({ kind, title, position, settings, mapping }: Source) => ({
  kind,
  title,
  position,
  settings,
  mapping,
});

/** Returns the proposed groups with the values of the file; an administrator names the groups of each. */
async function filledGroups(table: Table, { groups }: Partial<Fields>): Promise<Partial<Fields>> {
  if (!groups || Array.isArray(groups) || 'value' in groups || !groups.values) return {};
  const values = (await valuesOf(table, groups.column)) ?? [];
  return { groups: { ...groups, values: Object.fromEntries(values.map((value) => [value, []])) } };
}

async function guess(folder: string, file: string): Promise<number> {
  try {
    const table = await readTable(createReadStream(resolve(folder, file)));
    const { headers } = table;
    const { fields, username, missing, groupColumns, unused, system } = guessMapping(headers);
    const filled = { ...fields, ...(await filledGroups(table, fields)) };
    const lines = [
      `# Guessed from the headers of the file (system: ${system}). Check every line.`,
      `${columnsComment}${headers.join(', ')}`,
      ...missing.map((field) => `# Not found: ${field}. Name its column.`),
      ...groupColumns.map((column) => `# Groups may be given by: ${column}`),
      ...('groups' in filled
        ? ['# Name the groups of each value in “groups”, such as [students.fiot].']
        : []),
      ...unused.map((column) => `# Not used: ${column}`),
    ];
    const mapping = { version: 1, username, fields: filled };
    console.log(`${lines.join('\n')}\n${dump({ mapping }, { flowLevel: 5 })}`.trimEnd());
    return exitCodes.done;
  } catch (error) {
    if (error instanceof ImportFileError) return refuse(`${file}: ${error.reason}.`);
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return refuse(`${file}: it cannot be read (${code}).`);
  }
}

const linkRefusals: Record<LinkRefusal, (externalId: string, username: string) => string> = {
  'linked-already': (externalId) => `${externalId} is linked to a user already.`,
  erased: (externalId) => `${externalId} was erased.`,
  'no-row': (externalId) =>
    `No row with the id ${externalId} waits or was rejected. Check the id, or give --force.`,
  'another-person': (_, username) => `${username} is another person of this source already.`,
};

/** Decides who a person is whom an import could not match. The next import of the source writes it. */
async function link(
  change: Change,
  given: Of<'link'>,
  hashExternalId: HashExternalId,
): Promise<string | undefined> {
  const { queries } = change;
  const [name, externalId] = given.operands;
  const source = await findSource(queries, name);
  if (!source) return `There is no source ${name}.`;
  const { user: username = '' } = given.options;
  const user =
    username === ''
      ? undefined
      : await queries
          .selectFrom('users')
          .select('id')
          .where('username_key', '=', searchKey(username))
          .where('erased_at', 'is', null)
          .executeTakeFirst();
  if (username !== '' && !user) return `There is no user ${username}.`;
  const { force: isForced } = given.options;
  const decision = { source, externalId, userId: user?.id ?? null, isForced };
  const refusal = await linkPerson(change, hashExternalId, decision, Date.now());
  return refusal && linkRefusals[refusal](externalId, username);
}

type Context = {
  config: FullConfig;
  db: Database;
  log: Parameters<typeof inCommand>[1];
  folder: string;
};

async function run(
  { config, db, log, folder }: Context,
  given: Exclude<Arguments, { command: 'guess' }>,
): Promise<number> {
  if (given.command === 'list') {
    const items = (await listSources(db)).map(({ name, kind, position, title, approvedAt }) => ({
      name,
      kind,
      position,
      title,
      approvedAt: approvedAt === null ? null : new Date(approvedAt).toISOString(),
    }));
    return printList({ items }, given.options.json, {
      source: ({ name }) => name,
      kind: ({ kind }) => kind,
      position: ({ position }) => position,
      title: ({ title }) => title?.en,
      'first import': ({ approvedAt }) => timeText(approvedAt),
    });
  }
  if (given.command === 'show') {
    const source = await findSource(db, given.operands[0]);
    if (!source) return refuse(`There is no source ${given.operands[0]}.`);
    if (given.options.json) printJson({ name: source.name, ...fileOf(source) });
    else console.log(dump(fileOf(source)).trimEnd());
    return exitCodes.done;
  }
  if (given.command === 'link') {
    const problem = await inCommand(db, log, (change) =>
      link(change, given, createExternalIdHash(loadKeys(config).data)),
    );
    if (problem !== undefined) return refuse(problem);
    console.log('Stored. The next import of the source writes it.');
    return exitCodes.done;
  }
  const [name, file] = given.operands;
  const values = readValues(folder, file);
  if (!values) return exitCodes.refused;
  console.log(await inCommand(db, log, (change) => set(change, name, values)));
  return exitCodes.done;
}

/** `folder` is the base of a relative file path. */
export function runSources(
  args: readonly string[],
  config: () => FullConfig,
  folder: string,
): Promise<number> {
  return withArguments('sources', args, checkArguments, async (given) => {
    if (given.command === 'guess') return guess(folder, given.operands[0]);
    const read = config();
    return withDatabase(read, ['dataKey'], (db, log) =>
      run({ config: read, db, log, folder }, given),
    );
  });
}
