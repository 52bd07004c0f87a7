// Lists, shows, creates and changes sources of users, and decides who their persons are.

import { isDeepStrictEqual } from 'node:util';
import type { Handlers, InputChecks } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import { validate } from '../../admin/validate.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import type { HashExternalId } from '../../users/sources/erased-persons.ts';
import { countPersons } from '../../users/sources/link-store.ts';
import type { SourceSettings } from '../../users/sources/source-settings.ts';
import {
  addSource,
  changeSource,
  findSource,
  listSources,
  type Source,
  type SourceKind,
} from '../../users/sources/source-store.ts';
import { importSummary, usernamesOfImports } from './import-handlers.ts';
import { lastOfSources } from './import-store.ts';
import { type LinkRefusal, linkPerson } from './link-person.ts';
import { mappingSchemas, matchByReason, matchesByRule } from './source-mapping.ts';

type Mapping = Record<string, unknown> | null;

const summaryOf = (source: Source) => ({
  name: source.name,
  title: source.title,
  kind: source.kind,
  position: source.position,
  approvedAt: isoTimeOrNull(source.approvedAt),
  createdAt: isoTime(source.createdAt),
  updatedAt: isoTime(source.updatedAt),
  version: source.version,
});

const shown = (source: Source) => ({
  ...summaryOf(source),
  settings: source.settings,
  mapping: source.mapping as Mapping,
});

const found = (source: Source | undefined): Source => source ?? fail('admin.not-found');

const read = async (queries: Queries, name: string) => found(await findSource(queries, name));

type Given = { mapping?: Mapping | undefined; settings?: SourceSettings | undefined };

/** Returns the mapping with its defaults. @throws `request.invalid` for a mapping that no import of this kind can use */
function checkedMapping(kind: SourceKind, { mapping, settings }: Given): Mapping {
  const checked = validate(mappingSchemas[kind].nullable(), mapping ?? null);
  if ('issues' in checked)
    return fail('request.invalid', {
      issues: checked.issues.map(({ path, reason }) => ({ path: ['mapping', ...path], reason })),
    });
  const value = checked.value as Mapping;
  if (settings && matchesByRule(kind, settings, value))
    fail('request.invalid', { fields: { 'settings.matchBy': matchByReason } });
  return value;
}

export const createSourceInputChecks = () =>
  ({
    async createSource({ body: { kind, ...given } }) {
      if (kind) checkedMapping(kind, given);
    },
    async updateSource({ params: { name }, body, queries }) {
      const source = await findSource(queries, name);
      if (source) checkedMapping(source.kind, body);
    },
  }) satisfies InputChecks;

const fields = ['title', 'position', 'settings', 'mapping'] as const;

const refusals: Record<LinkRefusal, Record<string, string>> = {
  'linked-already': { externalId: 'is linked to a user already' },
  erased: { externalId: 'was erased' },
  'no-row': { externalId: 'is in no row that waits or was rejected' },
  'another-person': { userId: 'is another person of the source already' },
};

/** @throws `request.invalid` */
async function checkUser(queries: Queries, userId: string | null): Promise<void> {
  if (userId === null) return;
  const user = await queries
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  if (!user) fail('request.invalid', { fields: { userId: 'is not a user' } });
}

export function createSourceHandlers({
  now,
  hashExternalId,
}: {
  now(): number;
  hashExternalId: HashExternalId;
}): Handlers<'listSources' | 'readSource' | 'createSource' | 'updateSource' | 'linkPerson'> {
  return {
    async listSources({ queries }) {
      const sources = await listSources(queries);
      const persons = await countPersons(queries);
      const { last, doneAt } = await lastOfSources(queries);
      const usernames = await usernamesOfImports(queries, [...last.values()]);
      return {
        items: sources.map((source) => {
          const one = last.get(source.name);
          return {
            ...summaryOf(source),
            persons: persons.get(source.name) ?? 0,
            lastImport: one ? importSummary(one, usernames) : null,
            lastDoneAt: isoTimeOrNull(doneAt.get(source.name)),
          };
        }),
      };
    },

    readSource: async ({ params: { name }, queries }) => shown(await read(queries, name)),

    async createSource({ body: { name, kind, ...given }, queries, record }) {
      const values = { ...given, mapping: checkedMapping(kind, given) };
      if (!(await addSource(queries, { name, kind, ...values }, now())))
        fail('admin.conflict', { fields: { name: 'is taken' } });
      const details = { source: name, fields: ['kind', ...fields] };
      await record({ type: 'source.created', details });
      return shown(await read(queries, name));
    },

    async updateSource({ params: { name }, body: given, version, queries, record }) {
      const stored = await read(queries, name);
      const body = { ...given, mapping: checkedMapping(stored.kind, given) };
      if (stored.version !== version) fail('admin.version-conflict');
      const changed = fields.filter((field) => !isDeepStrictEqual(body[field], stored[field]));
      if (changed.length === 0) return shown(stored);
      if (!(await changeSource(queries, stored, body, now()))) fail('admin.version-conflict');
      await record({ type: 'source.changed', details: { source: name, fields: changed } });
      return shown(await read(queries, name));
    },

    async linkPerson({ params: { name }, body: { externalId, userId }, queries, record }) {
      const source = await read(queries, name);
      await checkUser(queries, userId);
      const decision = { source, externalId, userId };
      const refusal = await linkPerson({ queries, record }, hashExternalId, decision, now());
      if (refusal) fail('admin.conflict', { fields: refusals[refusal] });
      return undefined;
    },
  };
}
