// Sources of users and their imports: what they would change or have changed, and the decision of an administrator.

import { z } from 'zod';
import { tooManyReason } from '../limits.ts';
import { type AdminRoute, givenFlag, idOf, line, pageOf, pageQuery, time } from '../route.ts';
import {
  importCodes,
  importFailures,
  importStates,
  registerFacts,
  rowKinds,
  stopCodes,
} from './codes.ts';
import { maxImportBytes } from './columns.ts';
import { sourceSettings } from './source-settings.ts';

const sourceName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/, 'may hold small Latin letters and digits, with - between them');
const sourceParams = z.strictObject({ name: sourceName.describe('Name of the source.') });

const title = z.strictObject({ uk: line(100), en: line(100) }).nullable();

/** A mapping has a few fields. The server checks them. */
const maxMappingFields = 10;

const mapping = z
  .record(z.string().max(64), z.unknown())
  .refine((given) => Object.keys(given).length <= maxMappingFields, tooManyReason(maxMappingFields))
  .meta({ maxProperties: maxMappingFields })
  .nullable()
  .describe('How the columns of a file become fields; null if there is none yet.');

const counts = z.object(
  Object.fromEntries(rowKinds.map((kind) => [kind, z.int()])) as Record<
    (typeof rowKinds)[number],
    z.ZodInt
  >,
);

const importSummary = z.object({
  id: z.uuid(),
  source: z.string(),
  state: z.enum(importStates),
  isDryRun: z.boolean().describe('It only shows what would change.'),
  fileName: z.string().nullable(),
  startedById: z.uuid().nullable().describe('The administrator who has started it.'),
  startedBy: z
    .string()
    .nullable()
    .describe('The username of who has started it, or the user of the operating system.'),
  createdAt: time,
  finishedAt: time.nullable(),
  counts: counts.describe('Rows by what becomes of them.'),
});

const importResponse = importSummary
  .extend({
    fileHash: z.string().nullable().describe('SHA-256 of the file.'),
    isIncrement: z.boolean().describe('It names only persons who have changed.'),
    stops: z
      .array(
        z.object({
          code: z.enum(stopCodes),
          count: z.int().nullable(),
          limit: z.int().nullable(),
          field: z.string().nullable(),
        }),
      )
      .describe('Why an administrator must approve it.'),
    error: z.enum(importFailures).nullable().describe('Why it has failed.'),
    rejectedBy: z
      .array(z.object({ code: z.enum(importCodes), count: z.int() }))
      .describe('Rejected rows by reason, the commonest first.'),
    sameNames: z
      .int()
      .describe(
        'New users with the full name of a user whom the source does not name: rows with the code `same-name`.',
      ),
    removedAddresses: z
      .int()
      .describe(
        'Known users who lose their email address by an empty cell: rows with the code `address-removed`.',
      ),
    unmapped: z
      .array(z.object({ by: z.enum(registerFacts), value: z.string(), count: z.int() }))
      .describe(
        'Values of the register that stand in no table and give no groups, the commonest first, at most 50.',
      ),
    errorPlace: z
      .object({
        row: z.int().nullable().describe('As a spreadsheet counts rows.'),
        column: z.int().nullable().describe('Counted from 1.'),
        columns: z.array(z.string()).describe('Headers that the mapping names and the file lacks.'),
        sheet: z
          .string()
          .nullable()
          .describe('The sheet that the mapping names and the file lacks.'),
        sheets: z.array(z.string()).describe('In this case, the sheets of the file.'),
      })
      .nullable()
      .describe('Where in the file it has failed, if that is known.'),
    hasFile: z
      .boolean()
      .describe('The uploaded file is still stored: the import can be repeated without it.'),
    obstacle: z
      .enum(['own-import', 'new-administrator', 'outdated'])
      .nullable()
      .describe(
        'Why the caller cannot approve a waiting import: the caller has started it, has been an administrator for less than 24 hours, or the source has changed since.',
      ),
    startedAt: time.nullable().describe('When the writing began.'),
    compared: z
      .int()
      .nullable()
      .describe('Rows that are compared so far, about every three seconds.'),
    written: z.int().nullable().describe('Users who are written so far, of a running import.'),
    decidedAt: time.nullable(),
    decidedBy: z.string().nullable().describe('Who has approved or refused it.'),
    expiresAt: time.describe('Deleted then.'),
  })
  .meta({ id: 'Import' });

const source = z
  .object({
    name: z.string(),
    title: z.object({ uk: z.string(), en: z.string() }).nullable(),
    kind: z.enum(['file', 'edebo']),
    position: z
      .int()
      .describe('Of several sources that have a value, the one with the lowest position decides.'),
    settings: sourceSettings,
    mapping,
    approvedAt: time.nullable().describe('When the first import was approved.'),
    createdAt: time,
    updatedAt: time,
    version: z.int(),
  })
  .meta({ id: 'Source' });

const listedSource = source
  .omit({ settings: true, mapping: true })
  .extend({
    persons: z.int().describe('Persons whom the source names.'),
    lastImport: importSummary.nullable().describe('The last import that was no dry run.'),
    lastDoneAt: time.nullable().describe('When an import of the source was last written.'),
  })
  .meta({ id: 'ListedSource' });

const candidate = z.object({
  userId: z.uuid(),
  username: z.string(),
  fullName: z.string().nullable(),
});

const importRow = z.object({
  line: z.int().nullable().describe('The row of the file; null if the file does not name it.'),
  externalId: z.string().nullable().describe('By which the source names the person.'),
  userId: z.uuid().nullable(),
  username: z.string().nullable(),
  fullName: z.string().nullable(),
  kind: z.enum(rowKinds),
  code: z
    .enum(importCodes)
    .nullable()
    .describe('Why it is rejected or waits, or what is to be looked at.'),
  field: z.string().nullable(),
  otherLine: z.int().nullable().describe('The other row of the file that is the cause.'),
  changes: z
    .array(
      z.object({
        field: z.string(),
        before: z.unknown().describe('Never a tax number.'),
        after: z.unknown().describe('Never a tax number.'),
        isKept: z
          .boolean()
          .describe('The source has another value, which stays away from a user with a role.'),
        isDerived: z
          .boolean()
          .describe('The source does not give it: it is the full name in Latin letters.'),
      }),
    )
    .describe('Field by field.'),
  candidates: z
    .array(candidate)
    .describe(
      'Of a waiting row, or one with a changed id: users who may be the person, at most 10.',
    ),
  decision: z
    .object({
      user: candidate.nullable().describe('Null: the person becomes a new user.'),
      isWritten: z.boolean().describe('A later import has linked the person to the user.'),
    })
    .nullable()
    .describe('Of such a row: who the person is, if that has been decided since.'),
});

const importGroups = z
  .object({
    groups: z
      .array(
        z.object({
          name: z.string(),
          title: z.object({ uk: z.string(), en: z.string() }).nullable(),
          members: z.int().describe('Users who are members now.'),
          joining: z.int().describe('Users whom the import makes members.'),
          leaving: z.int().describe('Users whose membership the import ends.'),
          ending: z
            .int()
            .describe('Users whose membership gets an end, as after the days of grace.'),
          lastEnd: time.nullable().describe('The latest of these ends.'),
        }),
      )
      .describe('Groups whose members the import changes, at most 1000.'),
    withoutGroup: z.int().describe('New users who are in no group.'),
  })
  .meta({ id: 'ImportGroups' });

const maxGivenLimit = 24;
/** As `importLimit` has them: at most a million users, and at most all. */
const givenLimit = (whose: string) =>
  z
    .string()
    .max(maxGivenLimit)
    .regex(
      /^(?:(?:\d{1,6}|1000000)(?:,(?:\d{1,2}(?:\.\d{1,3})?|100)%)?|(?:\d{1,2}(?:\.\d{1,3})?|100)%)$/,
      'must be a number, a share or both, such as 50, 5% or 50,5%',
    )
    .optional()
    .describe(`Replaces the limit of the source for ${whose}: such as 50, 5% or 50,5%.`);

const header = z.string().min(1).max(256);
const maxDistinctValues = 200;

const columns = z
  .object({
    format: z.enum(['separated', 'json-lines', 'spreadsheet']),
    encoding: z
      .enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1251'])
      .nullable()
      .describe('Of a text.'),
    separator: z.string().nullable().describe('Of a table in a text.'),
    sheets: z.array(z.string()).describe('Of a spreadsheet, in their order.'),
    headers: z.array(z.string()),
    guess: z
      .object({
        system: z.enum(['1c', 'moodle', 'google-workspace', 'unknown']),
        mapping: z
          .record(z.string(), z.unknown())
          .nullable()
          .describe('Null if a required field has no column.'),
        fields: z.record(z.string(), z.unknown()),
        username: z.record(z.string(), z.unknown()),
        missing: z.array(z.string()).describe('Required fields without a column.'),
        groupColumns: z.array(z.string()).describe('Columns that may give groups by a table.'),
        unused: z.array(z.string()),
      })
      .describe('What the columns seem to mean.'),
    sample: z
      .object({
        rows: z.int().describe('How many rows it has.'),
        columns: z
          .array(
            z.object({
              header: z.string(),
              values: z
                .array(z.string())
                .describe(
                  'The first different values, at most 3; none that look like tax numbers.',
                ),
              isHidden: z
                .boolean()
                .describe('The values are not shown: they are, or look like, tax numbers.'),
              empty: z.int().describe('Rows without a value.'),
              isUnique: z.boolean().describe('No value stands in two rows.'),
              isRowNumber: z.boolean().describe('The values count the rows: 1, 2, 3.'),
            }),
          )
          .describe('In the order of the headers.'),
      })
      .describe('What the first rows of the file have.'),
    values: z
      .array(z.string())
      .nullable()
      .describe(
        `Different values of the column \`valuesOf\`; null if there are more than ${maxDistinctValues}, or if they look like tax numbers.`,
      ),
  })
  .meta({ id: 'FileColumns' });

const importParams = idOf('import');
const path = '/api/admin/imports' as const;

export const importRoutes = {
  listSources: {
    method: 'GET',
    path: '/api/admin/sources',
    summary: 'Lists the sources of users, the one that decides first at the top.',
    permission: 'imports.read',
    response: z.object({ items: z.array(listedSource) }),
  },
  readSource: {
    method: 'GET',
    path: '/api/admin/sources/:name',
    summary: 'Returns a source of users.',
    permission: 'imports.read',
    params: sourceParams,
    response: source,
    versioned: true,
  },
  createSource: {
    method: 'POST',
    path: '/api/admin/sources',
    summary: 'Creates a source of users.',
    permission: 'users.import',
    body: z.strictObject({
      name: sourceName,
      kind: z.enum(['file', 'edebo']),
      title: title.default(null),
      position: z
        .int()
        .min(0)
        .max(1000)
        .optional()
        .describe('By default 10 more than that of the last source.'),
      settings: sourceSettings.prefault({}),
      mapping: mapping.default(null),
    }),
    response: source,
    status: 201,
    createdPath: 'name',
    sensitive: 'no-tokens',
  },
  readColumns: {
    method: 'POST',
    path: '/api/admin/sources/columns',
    summary:
      'Reads the columns of a file and guesses what they mean. Stores nothing. Refuses a file that cannot be read, with `fileReason`.',
    permission: 'users.import',
    query: z.strictObject({
      sheet: z.string().min(1).max(64).optional().describe('A sheet of a spreadsheet.'),
      valuesOf: header.optional().describe('The header of a column whose values are returned.'),
    }),
    upload: { maxBytes: maxImportBytes },
    reads: true,
    response: columns,
  },
  linkPerson: {
    method: 'POST',
    path: '/api/admin/sources/:name/links',
    summary:
      'Decides who a person of a source is whom an import could not match. The next import of the source writes it.',
    permission: 'users.import',
    params: sourceParams,
    body: z.strictObject({
      externalId: z.string().min(1).max(128).describe('By which the source names the person.'),
      userId: z.uuid().nullable().describe('Null: the person becomes a new user.'),
    }),
    sensitive: 'no-tokens',
  },
  readRegister: {
    method: 'POST',
    path: '/api/admin/sources/:name/read',
    summary:
      'Imports a source from the state register. A server reads it and compares it; one import at a time reads the register. Without the settings of the register, the request is refused.',
    permission: 'users.import',
    params: sourceParams,
    body: z.strictObject({
      isDryRun: z.boolean().default(false).describe('Only shows what would change.'),
      isFull: z
        .boolean()
        .default(false)
        .describe('Reads the whole list, also if only what has changed since is due.'),
    }),
    response: importResponse,
    status: 201,
    sensitive: 'no-tokens',
  },
  updateSource: {
    method: 'PUT',
    path: '/api/admin/sources/:name',
    summary:
      'Replaces title, position, settings and mapping of a source. An import that waits must then be compared again.',
    permission: 'users.import',
    params: sourceParams,
    body: z.strictObject({
      title,
      position: z.int().min(0).max(1000),
      settings: sourceSettings,
      mapping,
    }),
    response: source,
    sensitive: 'no-tokens',
    versioned: true,
  },
  startImport: {
    method: 'POST',
    path,
    summary:
      'Imports a file. The answer comes when the file is stored, encrypted; a server then compares it. It is kept for at most 24 hours.',
    permission: 'users.import',
    query: z.strictObject({
      source: sourceName.describe('The source whose people the file names.'),
      fileName: line(255).optional().describe('Only shown.'),
      isDryRun: givenFlag.default(false).describe('Only shows what would change.'),
      maxLeavers: givenLimit('users who leave'),
      maxCreated: givenLimit('new users'),
      maxChanged: givenLimit('changed users'),
    }),
    upload: { maxBytes: maxImportBytes },
    response: importResponse,
    status: 201,
    createdPath: 'id',
    sensitive: 'no-tokens',
  },
  listImports: {
    method: 'GET',
    path,
    summary: 'Lists imports, the newest first. They are kept for 30 days.',
    permission: 'imports.read',
    query: pageQuery.extend({
      source: sourceName.optional().describe('Only imports of this source.'),
      state: z.enum(importStates).optional().describe('Only imports in this state.'),
    }),
    response: pageOf(importSummary),
  },
  readImport: {
    method: 'GET',
    path: `${path}/:id`,
    summary: 'Returns an import: its progress, what it changes, and why it waits.',
    permission: 'imports.read',
    params: importParams,
    response: importResponse,
  },
  listImportRows: {
    method: 'GET',
    path: `${path}/:id/rows`,
    summary:
      'Lists the rows of an import: whom they concern, what changes, and why some are rejected. Reading an import is recorded as an event, at most once an hour.',
    permission: 'imports.read',
    params: importParams,
    query: pageQuery.extend({
      kind: z.enum(rowKinds).optional().describe('Only rows of this kind.'),
      code: z.enum(importCodes).optional().describe('Only rows with this code.'),
    }),
    response: pageOf(importRow),
  },
  readImportGroups: {
    method: 'GET',
    path: `${path}/:id/groups`,
    summary: 'Counts by group whom an import makes members and whose membership it ends.',
    permission: 'imports.read',
    params: importParams,
    response: importGroups,
  },
  approveImport: {
    method: 'POST',
    path: `${path}/:id/approve`,
    summary:
      'Lets a waiting import be written. Another administrator than the one who has started it approves it, and only if the source has not changed since.',
    permission: 'users.import',
    params: importParams,
    response: importResponse,
    sensitive: 'no-tokens',
  },
  repeatImport: {
    method: 'POST',
    path: `${path}/:id/repeat`,
    summary:
      'Imports the file of a dry run, or of a waiting import whose source has changed since, with the present mapping.',
    permission: 'users.import',
    params: importParams,
    response: importResponse,
    status: 201,
    sensitive: 'no-tokens',
  },
  refuseImport: {
    method: 'POST',
    path: `${path}/:id/refuse`,
    summary: 'Ends a waiting import. It changes no user.',
    permission: 'users.import',
    params: importParams,
    response: importResponse,
    sensitive: 'no-tokens',
  },
} as const satisfies Record<string, AdminRoute>;
