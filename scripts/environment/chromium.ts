// Finds the browser for tests, pictures and benchmarks. It comes from the Linux distribution, never from Playwright's
// download. The headless shell is preferred, because it needs a third less processor time.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Arguments for every launch of the browser. */
export const launchArguments = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // otherwise the headless shell rounds letter widths, and text wraps differently from users' browsers
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

/** On Debian the only fonts with the widths of Arial, on which the fallback of our font depends. */
const liberation = '/usr/share/fonts/truetype/liberation';

/** Installs the browser and its fonts if possible. @throws an Error with one line if it is still missing. */
export function findChromium(): string {
  const find = () => places().find((place) => place && existsSync(place));
  const found = find();
  const isDebianRoot = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (found && (!isDebianRoot || existsSync(liberation))) return found;
  if (isDebianRoot) {
    console.error('Installing Chromium and its fonts…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const apt = (...args: string[]) =>
      spawnSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    apt('update');
    apt('install', '-y', '--no-install-recommends', 'fonts-liberation');
    if (found) return found;
    // some distributions have both programs in the package `chromium`
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
