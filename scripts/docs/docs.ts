// `npm run docs`: writes the generated parts of docs/operate.md, docs/manifest.md and .env.example. Tests check that they are up to
// date.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../children.ts';
import { withEvents } from './event-docs.ts';
import { withUserFields } from './manifest-docs.ts';
import { envExample, withSettings } from './settings-docs.ts';

const manual = join(root, 'docs/operate.md');
writeFileSync(manual, withEvents(withSettings(readFileSync(manual, 'utf8'))));
const manifests = join(root, 'docs/manifest.md');
writeFileSync(manifests, withUserFields(readFileSync(manifests, 'utf8')));
writeFileSync(join(root, '.env.example'), envExample());
console.log('docs/operate.md, docs/manifest.md and .env.example are up to date.');
