// The weight of the sign-in page, and the limits it may not pass: a build that is too heavy fails.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { filesOfPage, type Manifest } from './manifest.ts';
import type { LoginFile } from './prerender-login.ts';

const limitsKb = { scripts: 120, styles: 12, page: 14 };

async function gzipKb(dist: string, files: readonly string[]): Promise<number> {
  const sizes = files.map(async (file) => (await readFile(join(dist, `${file}.gz`))).length);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 1024;
}

export async function describeBudget(
  dist: string,
  manifest: Manifest,
  pages: readonly LoginFile[],
): Promise<string> {
  const files = filesOfPage(manifest, 'login.html');
  const weightKb = {
    scripts: await gzipKb(
      dist,
      files.filter((file) => file.endsWith('.js')),
    ),
    styles: await gzipKb(
      dist,
      files.filter((file) => file.endsWith('.css')),
    ),
    page: Math.max(...pages.map(({ html }) => gzipSync(html).length)) / 1024,
  };
  for (const part of ['scripts', 'styles', 'page'] as const) {
    if (weightKb[part] > limitsKb[part])
      throw new Error(
        `sign-in page: ${part} ${weightKb[part].toFixed(1)} KB gzip, limit ${limitsKb[part]}`,
      );
  }
  const { scripts, styles, page } = weightKb;
  return `sign-in page, gzip: ${scripts.toFixed(1)} KB scripts, ${styles.toFixed(1)} KB styles, ${page.toFixed(1)} KB page (${pages.length} prerendered)`;
}
