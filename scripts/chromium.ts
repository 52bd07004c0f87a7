// Where the browser is that tests, pictures and benchmarks drive. It comes from the distribution:
// Playwright's own download is never used.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = () => [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Installs it where that is possible. @throws one clear line when there is none. */
export function findChromium(): string {
  const find = () => places().find((place) => place && existsSync(place));
  const found = find();
  if (found) return found;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.error('Installing Chromium…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']])
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const installed = find();
    if (installed) return installed;
  }
  throw new Error(
    'Chromium is needed: `apt-get install chromium`, or name yours with CHROMIUM=/path.',
  );
}
