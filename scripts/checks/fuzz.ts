// `npm run fuzz -- MINUTES [NAME]`: fuzzes each parser of external data, and schedules of sign-ins and revocations, for that many
// minutes each. With NAME, only those whose name contains it.

import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../children.ts';

const [minutes = '1', name] = process.argv.slice(2);
if (!/^[1-9]\d{0,3}$/.test(minutes)) {
  console.error('usage: npm run fuzz -- MINUTES [NAME]');
  process.exit(2);
}
const child = spawn(
  process.execPath,
  [
    join(root, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--root',
    root,
    '--reporter=verbose',
    'packages/server/test/fuzz',
    ...(name === undefined ? [] : ['-t', name]),
  ],
  { cwd: root, stdio: 'inherit', env: { ...process.env, FUZZ_MINUTES: minutes } },
);
child.once('exit', (code) => process.exit(code ?? 1));
