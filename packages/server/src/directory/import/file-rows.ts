// Turns the rows of a file into persons of a source, by the mapping of the source. Tax numbers become keyed hashes at once.

import { externalIdOf, fromRow, type ImportEntry } from './mapping/from-row.ts';
import type { Mapping } from './mapping/mapping.ts';
import { usernameBase } from './mapping/username-rule.ts';
import type { SourceRow } from './plan/source-record.ts';
import type { Table } from './read/row.ts';

export type FileRowsDeps = {
  hashTaxId(taxId: string): string;
  /** TAX_ID_CHECK_DIGIT. */
  checksDigit: boolean;
};

const usernameOf = ({ username: rule }: Mapping, { username, parts }: ImportEntry) =>
  'rule' in rule
    ? { username: usernameBase(rule.rule, parts) }
    : { username, isUsernameGiven: true as const };

/** Yields the person of each row, or why it is rejected. */
export async function* fileRows(
  { hashTaxId, checksDigit }: FileRowsDeps,
  { rows }: Pick<Table, 'rows'>,
  mapping: Mapping,
): AsyncGenerator<SourceRow> {
  for await (const read of rows) {
    const line = read.row;
    if ('rejected' in read) {
      const externalId = read.readable && externalIdOf(read.readable, mapping);
      yield { line, rejected: read.rejected, externalId };
      continue;
    }
    const mapped = fromRow(mapping, read.cells, { checksDigit });
    if ('rejected' in mapped) {
      yield { line, ...mapped };
      continue;
    }
    const { entry } = mapped;
    const { externalId, fullName, fullNameEn, givenName, email, studentId, employeeId } = entry;
    const { taxId, data, groups, validFrom, validUntil } = entry;
    yield {
      line,
      record: {
        externalId,
        facts: { fullName, fullNameEn, givenName, email, studentId, employeeId, data },
        ...(entry.isLatinDerived && { isLatinDerived: true as const }),
        ...usernameOf(mapping, entry),
        taxIdHash: typeof taxId === 'string' ? hashTaxId(taxId) : taxId,
        memberships: groups === null ? [] : groups,
        validFrom,
        validUntil,
      },
    };
  }
}
