// Finds the browser for tests, pictures and benchmarks. It comes from the Linux distribution, never from Playwright's
// download. The headless shell is preferred, because it needs a third less processor time.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Arguments of every launch. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // without it the headless shell rounds the widths of letters, and text wraps elsewhere than in people's browsers
  '--font-render-hinting=none',
];

const places = () => [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
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
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    apt('update');
    // the second for distributions that pack both in one
    for (const name of ['chromium-headless-shell', 'chromium']) {
      apt('install', '-y', '--no-install-recommends', name);
      const installed = find();
      if (installed) return installed;
    }
  }
  throw new Error(
    'Chromium is needed: `apt-get install chromium`, or name yours with CHROMIUM=/path.',
  );
}
