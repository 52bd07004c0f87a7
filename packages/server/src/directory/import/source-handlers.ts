// Lists, shows and changes sources of users.

import { isDeepStrictEqual } from 'node:util';
import type { Handlers, InputChecks } from '../../admin/handler.ts';
import { isoTime, isoTimeOrNull } from '../../admin/times.ts';
import { validate } from '../../admin/validate.ts';
import type { Queries } from '../../database/connect.ts';
import { fail } from '../../errors.ts';
import { countPersons } from '../../users/sources/link-store.ts';
import {
  changeSource,
  findSource,
  listSources,
  type Source,
} from '../../users/sources/source-store.ts';
import { importSummary, usernamesOfImports } from './import-handlers.ts';
import { lastOfSources } from './import-store.ts';
import { mappingSchema } from './mapping/mapping.ts';

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
  mapping: source.mapping as Record<string, unknown> | null,
});

const found = (source: Source | undefined): Source => source ?? fail('admin.not-found');

const read = async (queries: Queries, name: string) => found(await findSource(queries, name));

/** @throws `request.invalid` for a mapping that no import can use. */
function checkMapping(mapping: unknown): void {
  if (mapping === null || mapping === undefined) return;
  const checked = validate(mappingSchema, mapping);
  if ('issues' in checked)
    fail('request.invalid', {
      issues: checked.issues.map(({ path, reason }) => ({ path: ['mapping', ...path], reason })),
    });
}

export const createSourceInputChecks = () =>
  ({
    updateSource: async ({ body: { mapping } }) => checkMapping(mapping),
  }) satisfies InputChecks;

const fields = ['title', 'position', 'settings', 'mapping'] as const;

export function createSourceHandlers({
  now,
}: {
  now(): number;
}): Handlers<'listSources' | 'readSource' | 'updateSource'> {
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

    async updateSource({ params: { name }, body, version, queries, record }) {
      checkMapping(body.mapping);
      const stored = await read(queries, name);
      if (stored.version !== version) fail('admin.version-conflict');
      const changed = fields.filter((field) => !isDeepStrictEqual(body[field], stored[field]));
      if (changed.length === 0) return shown(stored);
      if (!(await changeSource(queries, stored, body, now()))) fail('admin.version-conflict');
      await record({ type: 'source.changed', details: { source: name, fields: changed } });
      return shown(await read(queries, name));
    },
  };
}
