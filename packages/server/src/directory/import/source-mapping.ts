// The mapping of a source: each kind has a schema of its own.

import type { SourceSettings } from '../../users/sources/source-settings.ts';
import type { SourceKind } from '../../users/sources/source-store.ts';
import { registerMapping } from './edebo/register-mapping.ts';
import { type Mapping, mappingSchema, resolveColumns } from './mapping/mapping.ts';
import { ImportMappingError } from './reasons.ts';

export const mappingSchemas = {
  file: mappingSchema,
  edebo: registerMapping,
} as const satisfies Record<SourceKind, unknown>;

export const matchByReason = 'needs a column of usernames in the mapping';

/** Returns whether usernames identify persons though a rule makes them of names. Each file may have a mapping of its own. */
export function matchesByRule(
  kind: SourceKind,
  { matchBy }: Pick<SourceSettings, 'matchBy'>,
  mapping: Record<string, unknown> | null,
): boolean {
  if (matchBy !== 'username') return false;
  const { username } = (mapping ?? {}) as Partial<Mapping>;
  return kind === 'edebo' || (username !== undefined && 'rule' in username);
}

/** Returns the sheet of a spreadsheet that the mapping names. */
export function sheetOf(mapping: unknown): { sheet?: string } {
  const { sheet } = (mapping ?? {}) as { sheet?: string };
  return sheet === undefined ? {} : { sheet };
}

/** Returns the mapping as this file writes its columns. @throws {ImportMappingError} */
export function mappingFor(mapping: unknown, headers: readonly string[]): Mapping {
  if (mapping === null || mapping === undefined) throw new ImportMappingError('no-mapping');
  const read = mappingSchema.safeParse(mapping);
  // an earlier version may have stored what is refused now; no cause, because it could repeat values
  if (!read.success) throw new ImportMappingError('invalid-mapping');
  const resolved = resolveColumns(read.data, headers);
  if ('missing' in resolved) throw new ImportMappingError('missing-columns', resolved.missing);
  return resolved.mapping;
}
