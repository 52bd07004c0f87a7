// The mapping of a source: each kind has a schema of its own.

import type { SourceKind } from '../../users/sources/source-store.ts';
import { registerMapping } from './edebo/register-mapping.ts';
import { type Mapping, mappingSchema, resolveColumns } from './mapping/mapping.ts';
import { ImportMappingError } from './reasons.ts';

export const mappingSchemas = {
  file: mappingSchema,
  edebo: registerMapping,
} as const satisfies Record<SourceKind, unknown>;

/** Returns the sheet of a spreadsheet that the mapping names. */
export function sheetOf(mapping: unknown): { sheet?: string } {
  const { sheet } = (mapping ?? {}) as { sheet?: string };
  return sheet === undefined ? {} : { sheet };
}

/** Returns the mapping as this file writes its columns. @throws {ImportMappingError} */
export function mappingFor(mapping: unknown, headers: readonly string[]): Mapping {
  if (mapping === null || mapping === undefined) throw new ImportMappingError('no-mapping');
  const resolved = resolveColumns(mappingSchema.parse(mapping), headers);
  if ('missing' in resolved) throw new ImportMappingError('missing-columns', resolved.missing);
  return resolved.mapping;
}
