// Back-channel logout: notifies clients that a session is over (OpenID Connect Back-Channel Logout 1.0). A sign-out notifies
// at once; a timer notifies after other ends of sessions and retries failed notifications.

import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Grant } from '../adapters/grants.ts';
import type { LogoutNotification, LogoutQueue } from './logout-queue.ts';

/** The time limit of one attempt, which the library sets. */
const attemptTimeoutMs = 2_500;
/** A user who signs out waits at most this long for the notifications. */
export const signOutWaitMs = 1_500;
/** The pauses after failed attempts; there is no attempt after the last pause. */
const retryPausesMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 3600_000];
const maxConcurrent = 40;
/** A client that does not respond must not delay the others. */
export const maxConcurrentPerClient = 4;
const intervalMs = 5_000;

/** Members of the library's clients that its published types lack. */
type LogoutClient = {
  backchannelLogoutUri?: string;
  backchannelLogout(sub: string, sid: string): Promise<unknown>;
};

type Deps = {
  queue: LogoutQueue;
  provider(): Promise<Provider>;
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
  now: () => number;
};

class UnknownClient extends Error {
  override name = 'UnknownClient';
}

/** Returns a reason without text from outside: the registered address of a client may contain secrets. */
function reasonOf(error: unknown): string {
  const { response, code, name } = error as {
    response?: { status: number };
    code?: unknown;
    name?: string;
  };
  if (response) return `status ${response.status}`;
  return typeof code === 'string' ? code : (name ?? 'unknown');
}

export class BackchannelLogout {
  readonly #deps: Deps;
  readonly #sending = new Set<Promise<void>>();
  /** Client id → how many of those. */
  readonly #sendingByClient = new Map<string, number>();
  #round: Promise<void> | undefined;
  #needsRound = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Notifies the clients of these grants before all others. Resolves when that is done, or after `maxWaitMs`. */
  async notify(grantIds: readonly string[], maxWaitMs: number): Promise<void> {
    const { log } = this.#deps;
    const sending = this.#notifyNow(grantIds).catch((err: unknown) =>
      log.warn({ err }, 'logout notifications failed'),
    );
    // other due notifications follow; the caller does not wait for them
    void sending.then(() => this.#startRound());
    await Promise.race([sending, setTimeout(maxWaitMs, undefined, { ref: false })]);
  }

  start(): void {
    this.#timer = setInterval(() => this.#startRound(), intervalMs);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    clearInterval(this.#timer);
    await this.#round;
    await Promise.all(this.#sending);
  }

  async #notifyNow(ids: readonly string[]): Promise<void> {
    const leased = await this.#deps.queue.lease({
      most: ids.length,
      nextDueAt: this.#nextDueAt,
      ids,
    });
    await Promise.all(leased.map((notification) => this.#send(notification)));
  }

  /** Runs one round at a time; a round requested meanwhile follows it. */
  #startRound(): void {
    this.#needsRound = true;
    this.#round ??= this.#sendDue()
      .catch((err: unknown) => this.#deps.log.warn({ err }, 'logout notifications failed'))
      .finally(() => {
        this.#round = undefined;
        if (this.#needsRound) this.#startRound();
      });
  }

  /** Starts all due notifications within the limits. */
  async #sendDue(): Promise<void> {
    let leased: LogoutNotification[];
    do {
      this.#needsRound = false;
      const most = maxConcurrent - this.#sending.size;
      if (this.#isStopped || most <= 0) return;
      const perClient = { most: maxConcurrentPerClient, inProgress: this.#sendingByClient };
      leased = await this.#deps.queue.lease({ most, nextDueAt: this.#nextDueAt, perClient });
      for (const notification of leased) this.#startSending(notification);
    } while (leased.length > 0);
  }

  #startSending(notification: LogoutNotification): void {
    const { clientId } = notification.grant;
    this.#sendingByClient.set(clientId, this.#countOf(clientId) + 1);
    const sending = this.#send(notification).then(() => {
      const remaining = this.#countOf(clientId) - 1;
      const wasFull =
        this.#sending.size >= maxConcurrent || remaining + 1 >= maxConcurrentPerClient;
      this.#sending.delete(sending);
      if (remaining === 0) this.#sendingByClient.delete(clientId);
      else this.#sendingByClient.set(clientId, remaining);
      if (wasFull) this.#startRound();
    });
    this.#sending.add(sending);
  }

  #countOf(clientId: string): number {
    return this.#sendingByClient.get(clientId) ?? 0;
  }

  async #send({ grant, attempt }: LogoutNotification): Promise<void> {
    const { queue, log } = this.#deps;
    try {
      await this.#call(grant);
      await queue.complete(grant.id);
    } catch (error) {
      const isLast = attempt > retryPausesMs.length;
      const text = isLast ? 'logout notification given up' : 'logout notification failed';
      const facts = { client: grant.clientId, tries: attempt, reason: reasonOf(error) };
      log[isLast ? 'warn' : 'info'](facts, text);
    }
  }

  async #call({ clientId, userId, sid }: Grant): Promise<void> {
    const { Client } = await this.#deps.provider();
    const client = (await Client.find(clientId)) as LogoutClient | undefined;
    // the application may come back, and its client was not notified: try again later
    if (!client) throw new UnknownClient();
    if (client.backchannelLogoutUri) await client.backchannelLogout(userId, sid);
  }

  readonly #nextDueAt = (attempt: number): number | null => {
    const pause = retryPausesMs[attempt - 1];
    return pause === undefined ? null : this.#deps.now() + attemptTimeoutMs + pause;
  };
}
