// `npm run docs`: writes the generated parts of the documents and .env.example. Tests check that they are up to date.
// `npm run docs -- translated FILE…` notes that these translations agree with their originals.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../children.ts';
import { withApplicationFields } from './application-docs.ts';
import { withEvents } from './event-docs.ts';
import { withUserFields } from './manifest-docs.ts';
import { envExample, withSettings } from './settings-docs.ts';
import { findTranslations, withMark } from './translations.ts';

/** Page → what writes its generated parts. */
const pages: Readonly<Record<string, (text: string) => string>> = {
  'docs/operate.md': withEvents,
  'docs/settings.md': withSettings,
  'docs/manifest.md': (text) => withApplicationFields(withUserFields(text)),
};

for (const [page, write] of Object.entries(pages)) {
  const file = join(root, page);
  writeFileSync(file, write(readFileSync(file, 'utf8')));
}
writeFileSync(join(root, '.env.example'), envExample());
console.log(`${Object.keys(pages).join(', ')} and .env.example are up to date.`);

const [act, ...files] = process.argv.slice(2);
if (act === 'translated')
  for (const translation of findTranslations().filter(({ file }) => files.includes(file))) {
    writeFileSync(join(root, translation.file), withMark(translation));
    console.log(
      `${translation.file} is noted as a translation of ${translation.original} as it is now.`,
    );
  }
