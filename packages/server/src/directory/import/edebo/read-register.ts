// Reads a source from the register, for the command and for servers: since when, and one import at a time.

import type { Queries } from '../../../database/connect.ts';
import { createPostToOneAddress } from '../../../outbound/one-address.ts';
import type { Source } from '../../../users/sources/source-store.ts';
import { importsIn } from '../import-store.ts';
import type { SourceRow } from '../plan/source-record.ts';
import { EdeboClient, type EdeboClientDeps } from './client.ts';
import type { RegisterMapping } from './register-mapping.ts';
import { type RegisterRowsDeps, registerRows } from './register-rows.ts';

/** A comparison with all people of the register is due after so long. */
const wholeListMs = 7 * 24 * 3_600_000;

/**
 * Returns since when changes are needed. Undefined if the whole list is due, also after a change of the source. The list of employees has
 * no changes since a time.
 */
export async function changesSince(
  queries: Pick<Queries, 'selectFrom'>,
  source: Source,
  { list }: Pick<RegisterMapping, 'list'>,
  at: number,
): Promise<number | undefined> {
  if (list === 'staff') return undefined;
  const done = await importsIn(queries, source.name, ['done']);
  const whole = done.filter(({ options }) => !options.isIncrement).at(-1);
  if (whole?.source_version !== source.version) return undefined;
  if (whole.created_at < at - wholeListMs) return undefined;
  return done.at(-1)?.created_at;
}

export type ReadRegisterDeps = Omit<RegisterRowsDeps, 'client'> &
  Pick<EdeboClientDeps, 'settings' | 'wait'>;

/** Yields the persons of the list of the mapping; with `from`, those who have changed since then. @throws {EdeboError} */
export function readRegister(
  { settings, wait, ...deps }: ReadRegisterDeps,
  mapping: RegisterMapping,
  from: number | undefined,
): AsyncIterable<SourceRow> {
  const post = createPostToOneAddress(settings.url);
  const client = new EdeboClient({ settings, post, now: deps.now, ...(wait && { wait }) });
  return registerRows({ ...deps, client }, mapping, from);
}
