// `npm run test:previous-release`: starts this release on an empty database, then the previous release on the same database, and then
// this one again. Then it restores a backup of the previous release with this one. It installs the previous release from its commit, so
// it is part of a release and not of `npm test`.

import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../children.ts';
import {
  contains,
  install,
  type Release,
  releasesAt,
  runCommand,
  startOnce,
} from './release-commit.ts';

/** The first migration of releases that can start on the database of a newer one. */
const marks = 'packages/server/src/database/migrations/0042-migration-marks.ts';

/** @throws if a release does not start. */
async function goThereAndBack(previous: Release, other: string, folder: string): Promise<void> {
  for (const place of [root, other, root]) await startOnce(place, join(folder, 'data'));
  console.log(`${previous.version} starts on the database of this release, and this one after it.`);
}

const users = JSON.stringify({ users: [{ username: 'kept', fullName: 'Збережена Зоя' }] });

/** @throws if a user of the backup is missing. */
async function restoreBackup(previous: Release, other: string, folder: string): Promise<void> {
  const [old, restored] = [join(folder, 'old'), join(folder, 'restored')];
  const file = join(folder, 'backup');
  runCommand(other, old, ['migrate']);
  runCommand(other, old, ['apply', '-'], users);
  runCommand(other, old, ['backup', file, '--unencrypted']);
  mkdirSync(restored, { mode: 0o700 });
  for (const key of ['data.key', 'tax-id.key']) copyFileSync(join(old, key), join(restored, key));
  runCommand(root, restored, ['restore', file, '--no-changes']);
  await startOnce(root, restored);
  if (!runCommand(root, restored, ['export', '--users']).includes('"kept"'))
    throw new Error('a restored backup has no users');
  console.log(`This release restores a backup of ${previous.version}, and starts on it.`);
}

// a release commit itself is compared with the one before it
const [previous] = releasesAt(process.argv[2] ?? 'HEAD~1');
if (!previous) throw new Error('there is no release commit');
const folder = mkdtempSync(join(tmpdir(), 'brama-previous-'));
try {
  if (contains(previous, marks)) {
    const other = join(folder, 'previous');
    install(previous, other);
    await goThereAndBack(previous, other, folder);
    await restoreBackup(previous, other, folder);
  } else
    console.log(`Skipped: ${previous.version} cannot start on the database of a newer release.`);
} catch (error) {
  console.error(`${previous.version}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
