// `npm run test:previous-release`: starts this release on an empty database, then the previous release on the same database, and then
// this one again. It installs the previous release from its commit, so it is part of a release and not of `npm test`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../children.ts';
import { contains, install, type Release, releasesAt, startOnce } from './release-commit.ts';

/** The first migration of releases that can start on the database of a newer one. */
const marks = 'packages/server/src/database/migrations/0042-migration-marks.ts';

async function goThereAndBack(previous: Release, folder: string): Promise<void> {
  if (!contains(previous, marks)) {
    console.log(`Skipped: ${previous.version} cannot start on the database of a newer release.`);
    return;
  }
  const other = join(folder, 'previous');
  install(previous, other);
  for (const place of [root, other, root]) await startOnce(place, join(folder, 'data'));
  console.log(`${previous.version} starts on the database of this release, and this one after it.`);
}

// a release commit itself is compared with the one before it
const [previous] = releasesAt(process.argv[2] ?? 'HEAD~1');
if (!previous) throw new Error('there is no release commit');
const folder = mkdtempSync(join(tmpdir(), 'brama-previous-'));
try {
  await goThereAndBack(previous, folder);
} catch (error) {
  console.error(`${previous.version}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
