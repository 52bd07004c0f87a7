import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSite } from './web-build.ts';
import { WebBuildMissing } from './web-build-missing.ts';

test('a web application that is not built is named, so that commands print no stack', () => {
  const folder = mkdtempSync(join(tmpdir(), 'brama-web-'));
  const own = { methods: [], instance: {} as never, origin: 'http://localhost' };
  expect(() => readSite(join(folder, 'dist'), own)).toThrow(WebBuildMissing);
  rmSync(folder, { recursive: true });
});
