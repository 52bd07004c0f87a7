// The weight of the sign-in page, and the limits it may not pass: a build that is too heavy fails.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOfPage, type Manifest } from './manifest.ts';
import type { BuiltPage } from './pages.ts';

const limitsKb = { scripts: 100, page: 14 };

async function gzipKb(dist: string, files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => (await readFile(join(dist, `${file}.gz`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

export async function describeBudget(
  dist: string,
  manifest: Manifest,
  pages: readonly BuiltPage[],
): Promise<string> {
  const files = filesOfPage(manifest, 'login.html');
  const login = pages.filter(({ file }) => file.startsWith('login.'));
  const weightKb = {
    scripts: await gzipKb(
      dist,
      files.filter((file) => file.endsWith('.js')),
    ),
    // with its style sheet and words
    page: Math.max(...login.map(({ html }) => gzipSync(html).length)) / 1024,
  };
  for (const part of ['scripts', 'page'] as const) {
    if (weightKb[part] > limitsKb[part])
      throw new Error(
        `sign-in page: ${part} ${weightKb[part].toFixed(1)} KB gzip, limit ${limitsKb[part]}`,
      );
  }
  const { scripts, page } = weightKb;
  return `sign-in page, gzip: ${scripts.toFixed(1)} KB scripts, ${page.toFixed(1)} KB page (${pages.length} pages prerendered)`;
}
