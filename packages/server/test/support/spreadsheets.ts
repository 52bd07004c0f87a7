// Invented .xlsx files, which a test can damage in any place.

import { crc32, deflateRawSync } from 'node:zlib';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** Returns the address of a cell, both numbers from 1. */
const addressOf = (row: number, column: number) => `${String.fromCharCode(64 + column)}${row}`;

/** A text, or the XML of a cell after its address. */
export type SheetCell = string | { xml: string };

function cellXml(cell: SheetCell, address: string): string {
  if (typeof cell === 'object') return `<c r="${address}" ${cell.xml}</c>`;
  if (cell === '') return '';
  return `<c r="${address}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
}

/** Returns the XML of a sheet. An undefined row is not in the file. */
export function sheetXml(rows: readonly (readonly SheetCell[] | undefined)[]): string {
  const body = rows.map((cells, index) => {
    const row = index + 1;
    const inner = cells?.map((cell, at) => cellXml(cell, addressOf(row, at + 1))).join('');
    return inner === undefined ? '' : `<row r="${row}">${inner}</row>`;
  });
  return `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body.join('')}</sheetData></worksheet>`;
}

const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** Returns the parts of a file with these sheets, by name. Style 1 is a date. */
export function spreadsheetParts(sheets: Record<string, string>): Record<string, string> {
  const names = Object.keys(sheets);
  const parts: Record<string, string> = {
    'xl/workbook.xml': `<workbook xmlns:r="${relations}"><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Type="${relations}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/styles.xml':
      '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/></cellXfs></styleSheet>',
  };
  for (const [index, name] of names.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheets[name] ?? '';
  return parts;
}

type Claims = { unpackedBytes?: number; flags?: number; crc?: number };

/** Returns a ZIP archive. `claims` are what the directory says of all entries, right or wrong. */
export function zipOf(parts: readonly (readonly [string, string | Buffer])[], claims: Claims = {}) {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, given] of parts) {
    const content = Buffer.from(given);
    const packed = deflateRawSync(content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(claims.flags ?? 0, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(claims.crc ?? crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims.unpackedBytes ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\0'), fields, place, Buffer.from(name));
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), fields, Buffer.from(name), packed]);
    files.push(file);
    offset += file.length;
  }
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, ...directory, end]);
}

/** Returns a file with these sheets. */
export const spreadsheetOf = (sheets: Record<string, string>) =>
  zipOf(Object.entries(spreadsheetParts(sheets)));
