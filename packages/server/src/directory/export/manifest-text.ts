// The text of an exported manifest: JSON with one record per line, made piece by piece.

import type { ManifestOrigin } from '../apply/parse/manifest.ts';

type Records = Iterable<object> | AsyncIterable<object>;

/** Yields the records of a list with what stands before and between them; nothing for an empty list. */
async function* listText(name: string, records: Records): AsyncGenerator<string> {
  let before = `${JSON.stringify(name)}: [\n`;
  for await (const record of records) {
    yield before + JSON.stringify(record);
    before = ',\n';
  }
}

/** Yields the text, with what the export says about itself and without empty lists. Calls `onRecord` for each record with the name of its list. */
export async function* manifestText<List extends string>(
  origin: ManifestOrigin,
  lists: Partial<Record<List, Records>>,
  onRecord: (list: List) => void,
): AsyncGenerator<string> {
  // of the list before
  let end = '';
  yield `{\n"export": ${JSON.stringify(origin)}`;
  for (const [list, records] of Object.entries(lists) as [List, Records][]) {
    let before = `${end},\n`;
    for await (const text of listText(list, records)) {
      yield before + text;
      onRecord(list);
      before = '';
      end = '\n]';
    }
  }
  yield `${end}\n}\n`;
}
