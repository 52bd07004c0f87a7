// `npm run docs`: writes what is generated in the manual. A test checks that it has been run.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../children.ts';
import { envExample, withSettings } from './settings-docs.ts';

const manual = join(root, 'docs/operate.md');
writeFileSync(manual, withSettings(readFileSync(manual, 'utf8')));
writeFileSync(join(root, '.env.example'), envExample());
console.log('docs/operate.md and .env.example are up to date.');
