// Brings commits to the disk without blocking the event loop (decision 0048). SQLite itself only hands its write-ahead log to
// the operating system at a commit.

import { closeSync, fdatasync, openSync } from 'node:fs';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import SqliteFile from 'better-sqlite3';

type Sync = (fileDescriptor: number) => Promise<void>;

type Options = {
  /** Called once if the disk fails. Nothing can be acknowledged after that. */
  onFailure(error: Error): void;
  /** Waits for the disk, on a thread of libuv. */
  sync?: Sync;
};

/** A commit with relaxed durability reaches the disk after this time. */
const relaxedMs = 1_000;

/** Makes the committed content of a write-ahead log durable. Requests that wait at the same time share one `fdatasync`. */
export class DiskSync {
  readonly #log: number;
  readonly #sync: Sync;
  readonly #onFailure: Options['onFailure'];
  /** Whether a commit came after the last sync had begun. */
  #isBehind = false;
  #relaxed: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: Error | undefined;

  /** Opens the log that an open connection has created. SQLite deletes it only with its last connection. */
  constructor(databaseFile: string, { onFailure, sync = promisify(fdatasync) }: Options) {
    // Windows refuses to flush a file that is open for reading only
    this.#log = openSync(`${databaseFile}-wal`, 'r+');
    this.#sync = sync;
    this.#onFailure = onFailure;
  }

  /** Must be called after every commit. No response waits for a commit with relaxed durability; a timer syncs it soon. */
  noteCommit({ relaxedDurability = false } = {}) {
    if (!relaxedDurability) this.#isBehind = true;
    else this.#relaxed ??= setTimeout(() => void this.#syncRelaxed(), relaxedMs).unref();
  }

  /** Resolves when all commits so far, except relaxed ones, are on the disk; returns undefined if they are. @throws SQLITE_IOERR_FSYNC */
  settled(): Promise<void> | undefined {
    if (!this.#isBehind && !this.#failure) return this.#running;
    // a running sync may not contain the last commits
    this.#next ??= this.#startNext();
    return this.#next;
  }

  async #startNext(): Promise<void> {
    await this.#running?.catch(() => undefined);
    // other requests of this turn of the event loop join
    await endOfTurn();
    this.#next = undefined;
    if (this.#failure) throw this.#failure;
    this.#isBehind = false;
    // this sync includes them
    this.#stopTimer();
    this.#running = this.#sync(this.#log).then(
      () => {
        this.#running = undefined;
      },
      (cause) => this.#fail(cause),
    );
    return this.#running;
  }

  /** After an error Linux forgets which pages it could not write, so a later success would prove nothing. */
  #fail(cause: Error): never {
    const error = new SqliteFile.SqliteError(cause.message, 'SQLITE_IOERR_FSYNC');
    this.#running = undefined;
    this.#failure = Object.assign(error, { cause });
    // after the responses to those who wait
    setImmediate(this.#onFailure, error);
    throw error;
  }

  /** Includes the commits with relaxed durability. */
  settledAll(): Promise<void> | undefined {
    if (this.#relaxed) this.#isBehind = true;
    return this.settled();
  }

  async #syncRelaxed() {
    // a failure has been reported
    await this.settledAll()?.catch(() => undefined);
  }

  #stopTimer() {
    clearTimeout(this.#relaxed);
    this.#relaxed = undefined;
  }

  close() {
    this.#stopTimer();
    closeSync(this.#log);
  }
}
