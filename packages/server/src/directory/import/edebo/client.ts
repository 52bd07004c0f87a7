// The client of the web interface of ЄДЕБО: one token at a time, pages of a list, repetition after faults that pass. Written from
// public clients of the interface, and never called against the register itself.

import { setTimeout as sleep } from 'node:timers/promises';
import type { PostToOneAddress } from '../../../outbound/one-address.ts';
import { certificateErrorCode, OutboundAddressError } from '../../../outbound/request.ts';
import { EdeboError, isTransient } from './edebo-error.ts';
import { type IssuedToken, rowsIn, tokenIn } from './reply.ts';
import type { EdeboSettings } from './settings.ts';

export type EdeboClientDeps = {
  settings: EdeboSettings;
  post: PostToOneAddress;
  now: () => number;
  /** For tests. */
  wait?: (ms: number) => Promise<unknown>;
  timeoutMs?: number;
  /** Does not repeat a request after a fault that passes. */
  isImpatient?: boolean;
};

/** A list of the interface. Its rows have a number that is unique in the list. */
export type EdeboList = {
  path: string;
  query: Readonly<Record<string, unknown>>;
  /** In camel case. */
  idField: string;
};

/** A page of 1000 cards takes two to three MiB. */
const maxPageBytes = 32 * 1024 * 1024;
const maxTokenBytes = 64 * 1024;
const defaultTimeoutMs = 60_000;
/** Waits before the repetitions of a request. */
const waitsMs: readonly number[] = [1000, 5000, 20_000];
const longestWaitMs = 60_000;
/** A token is not used in its last minute. */
const marginMs = 60_000;
/** Of one list: the largest university has about 100 000 cards, and staff has 100 rows a page. */
const mostPages = 5000;

/** Drops the error itself, because some errors contain the address or headers. */
function errorOfTransport(error: unknown): EdeboError {
  if (error instanceof EdeboError) return error;
  if (error instanceof OutboundAddressError) return new EdeboError('address-refused');
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') return new EdeboError('timeout');
  const known = certificateErrorCode(error) ?? (typeof code === 'string' ? code : undefined);
  return new EdeboError('unreachable', known && /^\w{1,40}$/.test(known) ? known : undefined);
}

type HeldToken = { promise: Promise<IssuedToken>; until: number };

export class EdeboClient {
  readonly #deps: EdeboClientDeps;
  #held: HeldToken | undefined;
  #clockDifferenceMs: number | undefined;

  constructor(deps: EdeboClientDeps) {
    this.#deps = deps;
  }

  /** The clock of the register minus ours, by its last response; undefined before the first. */
  get clockDifferenceMs(): number | undefined {
    return this.#clockDifferenceMs;
  }

  get universityId(): number {
    return this.#deps.settings.universityId;
  }

  /** Requests a token, unless the client has one: `doctor` checks the credentials by it. @throws {EdeboError} */
  async connect(): Promise<void> {
    await this.#repeated(() => this.#token().promise);
  }

  /**
   * Yields the pages of a list until an empty one. A shorter page is not taken for the last one, because the register may have
   * a smaller limit than the request.
   * @throws {EdeboError}
   */
  async *pages(list: EdeboList): AsyncGenerator<unknown[]> {
    let lastId: unknown;
    for (let pageNo = 0; pageNo < mostPages; pageNo += 1) {
      const rows = await this.#page(list.path, { ...list.query, pageNo });
      if (rows.length === 0) return;
      const id = idOf(rows[0], list.idField);
      if (id !== undefined && id === lastId) throw new EdeboError('endless-list', `page ${pageNo}`);
      lastId = id;
      yield rows;
    }
    throw new EdeboError('endless-list', `page ${mostPages}`);
  }

  async #page(path: string, query: Record<string, unknown>): Promise<unknown[]> {
    const body = JSON.stringify(query);
    return this.#repeated(async () => {
      const held = this.#token();
      try {
        return await this.#rows(path, body, held);
      } catch (error) {
        if (!(error instanceof EdeboError) || error.code !== 'unauthorized') throw error;
        this.#drop(held);
        return this.#rows(path, body, this.#token());
      }
    });
  }

  async #rows(path: string, body: string, held: HeldToken): Promise<unknown[]> {
    const { token } = await held.promise;
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json; charset=utf-8',
      authorization: `Bearer ${token}`,
    };
    return rowsIn(await this.#post(path, headers, body, maxPageBytes));
  }

  async #post(path: string, headers: Record<string, string>, body: string, maxBytes: number) {
    const { post, now, timeoutMs = defaultTimeoutMs } = this.#deps;
    const reply = await post({ path, headers, body, maxBytes, timeoutMs }).catch((error) => {
      throw errorOfTransport(error);
    });
    if (reply.serverTime !== undefined) this.#clockDifferenceMs = reply.serverTime - now();
    if (reply.status === 503 && reply.retryAfterSeconds !== undefined)
      await this.#wait(Math.min(reply.retryAfterSeconds * 1000, longestWaitMs));
    return reply;
  }

  #wait(ms: number): Promise<unknown> {
    const { wait = sleep } = this.#deps;
    return wait(ms);
  }

  /** Repeats a request after a fault that passes, with longer and longer waits. */
  async #repeated<T>(request: () => Promise<T>): Promise<T> {
    for (const ms of this.#deps.isImpatient ? [] : waitsMs) {
      try {
        return await request();
      } catch (error) {
        const mayPass =
          error instanceof EdeboError && (isTransient(error) || error.code === 'token-conflict');
        if (!mayPass) throw error;
        await this.#wait(ms);
      }
    }
    return request();
  }

  /** Simultaneous calls share one request. A failed one is not kept. */
  #token(): HeldToken {
    if (this.#held && this.#deps.now() < this.#held.until) return this.#held;
    const promise = this.#issue();
    const held: HeldToken = { promise, until: Number.POSITIVE_INFINITY };
    promise.then(
      ({ lifetimeSeconds }) => {
        held.until = this.#deps.now() + Math.max(lifetimeSeconds * 1000 - marginMs, 1000);
      },
      () => this.#drop(held),
    );
    this.#held = held;
    return held;
  }

  /** Keeps a newer token. */
  #drop(held: HeldToken): void {
    if (this.#held === held) this.#held = undefined;
  }

  async #issue(): Promise<IssuedToken> {
    const { user, password, appKey } = this.#deps.settings;
    const form = new URLSearchParams({
      grant_type: 'password',
      username: user,
      password,
      app_key: appKey,
    });
    const headers = {
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
    };
    return tokenIn(await this.#post('/oauth/token', headers, `${form}`, maxTokenBytes));
  }
}

function idOf(row: unknown, field: string): unknown {
  const { [field]: camel, [`${field[0]?.toUpperCase()}${field.slice(1)}`]: pascal } = (row ??
    {}) as Record<string, unknown>;
  return camel ?? pascal;
}
