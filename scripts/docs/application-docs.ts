// Generates the table of the fields of an application in docs/manifest.md.

import { entryMeanings } from '@brama/server/applications/manifest-entry';
import { withTable } from './manual-table.ts';

const rows = entryMeanings().map(([name, meaning]) => `| \`${name}\` | ${meaning} |`);

export const withApplicationFields = (manual: string) =>
  withTable(manual, 'fields of an application', ['| field | meaning |', '| --- | --- |', ...rows]);
