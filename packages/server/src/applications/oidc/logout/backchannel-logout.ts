// Back-channel logout: notifies clients that a session is over (OpenID Connect Back-Channel Logout 1.0). A sign-out notifies
// at once; a timer notifies after other ends of sessions and retries failed notifications.

import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Provider } from 'oidc-provider';
import type { Grant } from '../adapters/grants.ts';
import type { LogoutNotification, LogoutQueue } from './logout-queue.ts';

/** A user who signs out waits at most this long for the notifications. */
export const signOutWaitMs = 1_500;
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
  /** A notification being sent → its client. */
  readonly #sending = new Map<Promise<void>, string>();
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
    await Promise.all(this.#sending.keys());
  }

  async #notifyNow(ids: readonly string[]): Promise<void> {
    const leased = await this.#deps.queue.lease({ most: ids.length, ids });
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
      const perClient = { most: maxConcurrentPerClient, inProgress: [...this.#sending.values()] };
      leased = await this.#deps.queue.lease({ most, perClient });
      for (const notification of leased) this.#startSending(notification);
    } while (leased.length > 0);
  }

  #startSending(notification: LogoutNotification): void {
    const { clientId } = notification.grant;
    const sending = this.#send(notification).then(() => {
      const ofClient = [...this.#sending.values()].filter((one) => one === clientId);
      const wasFull =
        this.#sending.size >= maxConcurrent || ofClient.length >= maxConcurrentPerClient;
      this.#sending.delete(sending);
      if (wasFull) this.#startRound();
    });
    this.#sending.set(sending, clientId);
  }

  async #send({ grant, attempt, isLast }: LogoutNotification): Promise<void> {
    const { queue, log } = this.#deps;
    try {
      await this.#call(grant);
      await queue.complete(grant.id);
    } catch (error) {
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
}
