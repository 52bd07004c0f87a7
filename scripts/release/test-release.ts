// `npm run test:release`: installs the newest release commit from a clean clone, builds it and starts it. It needs the
// network and takes minutes, so it is part of a release and not of `npm test`.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { install, releasesAt, startOnce } from './release-commit.ts';

const [release] = releasesAt(process.argv[2]);
if (!release) {
  console.error('There is no commit with the subject “chore(release): version X.Y.Z”.');
  process.exit(1);
}

const folder = mkdtempSync(join(tmpdir(), 'brama-release-'));
try {
  install(release, join(folder, 'release'));
  await startOnce(join(folder, 'release'), join(folder, 'data'));
  console.log(`Version ${release.version} (${release.commit}) installs, builds and starts.`);
} catch (error) {
  const reason = error instanceof Error ? error.message : error;
  console.error(`Version ${release.version} (${release.commit}): ${reason}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
