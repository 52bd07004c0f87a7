import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeDatabase, type TestDatabase } from '../../../test/support/databases.ts';
import { isDatabaseUnavailable } from '../errors.ts';
import { DiskSync } from './disk-sync.ts';

let place: TestDatabase;
let disk: DiskSync;
/** Syncs that have begun, in order. */
let syncs: PromiseWithResolvers<void>[];
let failures: Error[];

beforeEach(async () => {
  place = await makeDatabase('sqlite');
  const file = 'sqliteFile' in place.address ? place.address.sqliteFile : '';
  syncs = [];
  failures = [];
  disk = new DiskSync(file, {
    onFailure: (error) => failures.push(error),
    sync(fileDescriptor) {
      expect(statSync(`/dev/fd/${fileDescriptor}`).ino).toBe(statSync(`${file}-wal`).ino);
      const sync = Promise.withResolvers<void>();
      syncs.push(sync);
      return sync.promise;
    },
  });
});
afterEach(async () => {
  disk.close();
  await place.close();
});

const begun = (count: number) => vi.waitFor(() => expect(syncs).toHaveLength(count));

/** Returns the names in the order in which their promises settle. */
function watch(waits: Record<string, Promise<void> | undefined>): string[] {
  const settled: string[] = [];
  for (const [name, wait] of Object.entries(waits))
    void wait?.then(
      () => settled.push(name),
      () => settled.push(`${name} failed`),
    );
  return settled;
}

test('without a commit there is nothing to wait for', () => {
  expect(disk.settled()).toBeUndefined();
});

test('requests that wait together share one sync, and later ones find nothing to wait for', async () => {
  disk.noteCommit();
  const settled = watch({ first: disk.settled(), second: disk.settled() });
  await begun(1);
  expect(settled).toEqual([]);
  syncs[0]?.resolve();
  await nextTurn();
  expect(settled).toEqual(['first', 'second']);
  expect(disk.settled()).toBeUndefined();
});

test('a commit during a sync waits for the next sync, a read only for the running one', async () => {
  disk.noteCommit();
  void disk.settled();
  await begun(1);
  const read = disk.settled();
  disk.noteCommit();
  const settled = watch({ read, write: disk.settled(), other: disk.settled() });
  syncs[0]?.resolve();
  await nextTurn();
  await begun(2);
  expect(settled).toEqual(['read']);
  syncs[1]?.resolve();
  await nextTurn();
  expect(settled).toEqual(['read', 'write', 'other']);
});

test('after a failed sync nothing is acknowledged, and no later sync is tried', async () => {
  disk.noteCommit();
  const settled = watch({ first: disk.settled() });
  await begun(1);
  disk.noteCommit();
  const second = disk.settled();
  const both = Promise.allSettled([second]);
  syncs[0]?.reject(Object.assign(new Error('i/o error'), { code: 'EIO' }));
  const [outcome] = await both;
  expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'SQLITE_IOERR_FSYNC' } });
  await nextTurn();
  expect(settled).toEqual(['first failed']);
  await expect(disk.settled()).rejects.toSatisfy(isDatabaseUnavailable);
  expect(syncs).toHaveLength(1);
  expect(failures).toHaveLength(1);
});
