// `npm run docs`: writes the generated parts of the documents and .env.example. Tests check that they are up to date.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../children.ts';
import { withApplicationFields } from './application-docs.ts';
import { withEvents } from './event-docs.ts';
import { withUserFields } from './manifest-docs.ts';
import { envExample, withSettings } from './settings-docs.ts';

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
