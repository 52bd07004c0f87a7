// `npm run release:button`: stores the button script of this build in the repository. Websites that pin it can load it
// after every later release.

import { cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pinnedName } from '../../packages/web/build/released.ts';
import { root } from '../children.ts';

const built = join(root, 'packages/web/dist/v1');
const released = join(root, 'packages/signin-button/released');

const there = new Set(await readdir(released));
const names = (await readdir(built)).filter((name) => pinnedName.test(name) && !there.has(name));
for (const name of names) await cp(join(built, name), join(released, name));
console.log(names.length > 0 ? `Commit ${names.join(', ')}` : 'The present one is there already.');
