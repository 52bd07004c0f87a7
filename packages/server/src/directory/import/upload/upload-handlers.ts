// Starts an import by a file that an administrator sends, or by the stored file of an earlier import.

import type { Actor, Handlers } from '../../../admin/handler.ts';
import type { Queries } from '../../../database/connect.ts';
import { fail } from '../../../errors.ts';
import type { Change } from '../../../events/change.ts';
import { findSource, type Source } from '../../../users/sources/source-store.ts';
import { found, refusing, showImport } from '../import-handlers.ts';
import { importOptions, limitFrom } from '../import-options.ts';
import { findImport, type Import, lockImport } from '../import-store.ts';
import { ImportRefused, isOutdated, openImport } from '../run-import.ts';
import { type FileDeps, hasFile } from './file-store.ts';
import { refuseFile } from './read-columns.ts';
import { receiveFile } from './receive-file.ts';

/** Returns who starts an import by a request. */
export const byOf = (actor: Actor) => ({
  actor_id: actor.user.id,
  token_id: 'token' in actor ? actor.token.id : null,
  system_user: null,
});

/** @throws `admin.not-found`, `admin.conflict` for a source that no file can be imported into */
async function sourceFor(queries: Queries, name: string, field: string): Promise<Source> {
  const source = (await findSource(queries, name)) ?? fail('admin.not-found');
  if (source.kind !== 'file')
    fail('admin.conflict', { fields: { [field]: 'does not come from a file' } });
  if (source.mapping === null) fail('admin.conflict', { fields: { [field]: 'has no mapping' } });
  return source;
}

/** Returns whether the file of the import may be imported again, if it is stored. */
const isRepeatable = async (queries: Queries, one: Import) =>
  one.state === 'compared' || (one.state === 'waiting' && (await isOutdated(queries, one)));

async function repeat(
  { queries, record }: Pick<Change, 'queries' | 'record'>,
  actor: Actor,
  one: Import,
  at: number,
): Promise<string> {
  const source = await sourceFor(queries, one.source, 'id');
  if (!(await isRepeatable(queries, one)))
    fail('admin.conflict', {
      fields: { id: 'is no dry run, and the source has not changed since' },
    });
  if (!(await hasFile(queries, one.file_of, at))) throw new ImportRefused('no-file');
  const { options, file_name: fileName, mapping, file_of, file_hash } = one;
  const file = { file_of, file_hash };
  const by = byOf(actor);
  const given = { source, isDryRun: false, options, fileName, mapping, by, file };
  const id = await openImport({ queries, record }, given, at);
  await record({ type: 'import.started', details: { source: source.name, import: id } });
  return id;
}

export function createUploadHandlers(deps: FileDeps): Handlers<'startImport' | 'repeatImport'> {
  const { now } = deps;
  return {
    async startImport({ actor, query, body, queries, inChange }) {
      const { source: name, isDryRun, fileName = null, ...limits } = query;
      const source = await sourceFor(queries, name, 'source');
      const { mapping } = source;
      const options = importOptions.parse({
        limits: {
          leavers: limitFrom(limits.maxLeavers),
          created: limitFrom(limits.maxCreated),
          changed: limitFrom(limits.maxChanged),
        },
      });
      const given = { source, isDryRun, options, fileName, mapping, by: byOf(actor) };
      const receive = () => receiveFile(deps, inChange, given, body);
      const id = await refusing('source', () => receive().catch(refuseFile));
      return showImport(queries, actor, found(await findImport(queries, id)), now());
    },

    async repeatImport({ actor, params: { id }, queries, record }) {
      const one = found(await lockImport(queries, id));
      const next = await refusing('id', () => repeat({ queries, record }, actor, one, now()));
      return showImport(queries, actor, found(await findImport(queries, next)), now());
    },
  };
}
