import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inlineStyleHashes, manualOf } from './site.ts';

test('inline styles of the page are hashed', () => {
  // the SHA-256 hash of empty content
  expect(inlineStyleHashes('<link rel="stylesheet" href="/a.css"><style></style>')).toEqual([
    "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  ]);
});

test('the manual is listed for each language that the build contains', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'brama-manual-'));
  try {
    expect(await manualOf(dist, 'uk')).toBeUndefined();
    await writeFile(join(dist, 'integration_manual.pdf'), 'x'.repeat(1025));
    expect(await manualOf(dist, 'uk')).toEqual({ path: '/integration_manual.pdf', kilobytes: 2 });
    expect(await manualOf(dist, 'en')).toBeUndefined();
    await writeFile(join(dist, 'integration_manual_en.pdf'), 'x');
    expect(await manualOf(dist, 'en')).toEqual({
      path: '/integration_manual_en.pdf',
      kilobytes: 1,
    });
  } finally {
    await rm(dist, { recursive: true });
  }
});
