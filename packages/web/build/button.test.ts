import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buttonFacts } from './button.ts';

let dist: string;
beforeAll(async () => {
  dist = await mkdtemp(join(tmpdir(), 'brama-button-'));
});
afterAll(() => rm(dist, { recursive: true }));

const pinned = { file: 'v1/kpi-id-signin.0123456789ab.js', integrity: 'sha384-x' };

test('the manual is told of in the languages in which the build has it', async () => {
  expect(await buttonFacts(dist, pinned, 'uk')).not.toHaveProperty('manual');
  await writeFile(join(dist, 'integration_manual.pdf'), 'x'.repeat(1025));
  expect(await buttonFacts(dist, pinned, 'uk')).toMatchObject({
    pinned,
    manual: { path: '/integration_manual.pdf', kilobytes: 2 },
  });
  expect(await buttonFacts(dist, pinned, 'en')).not.toHaveProperty('manual');
  await writeFile(join(dist, 'integration_manual_en.pdf'), 'x');
  expect(await buttonFacts(dist, pinned, 'en')).toMatchObject({
    manual: { path: '/integration_manual_en.pdf', kilobytes: 1 },
  });
});
