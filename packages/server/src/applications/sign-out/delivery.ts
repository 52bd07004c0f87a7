// Notifies applications that a session is over. A sign-out notifies at once; a timer notifies after other ends of sessions and
// retries failed notifications.

import { setTimeout } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { LogoutAttempt } from '../../database/tables/application-tables.ts';
import { certificateErrorCode } from '../../outbound/request.ts';

/** A user who signs out waits at most this long for the notifications. */
export const signOutWaitMs = 1_500;
const maxConcurrent = 40;
/** A receiver that does not respond must not delay the others. */
export const maxConcurrentPerReceiver = 4;
const intervalMs = 5_000;

/** A notification to send now; `attempt` counts from 1. */
export type Leased<Item> = {
  id: string;
  receiver: string;
  item: Item;
  attempt: number;
  isLast: boolean;
};

export type DueQuery = {
  most: number;
  ids?: readonly string[];
  /** At most `most` for one receiver, including the receivers `inProgress`. */
  perReceiver?: { most: number; inProgress: readonly string[] };
};

export type NotificationQueue<Item> = {
  /** Leases up to `most` due notifications until the next attempt, the oldest first. They are due again unless completed. */
  lease(query: DueQuery): Promise<Leased<Item>[]>;
  /** Removes a notification: the application was notified, or does not receive notifications. */
  complete(id: string): Promise<void>;
  /** Returns those of these notifications that are still to be sent. */
  pending(ids: readonly string[]): Promise<string[]>;
};

type Deps<Item> = {
  queue: NotificationQueue<Item>;
  /**
   * Returns whether the application receives notifications.
   * @throws if the application was not notified
   */
  send(item: Item): Promise<boolean>;
  /** What the log says about a notification. */
  factsOf(item: Item): Promise<{ application?: string | undefined; client?: string }>;
  /** What administrators see of the notifications. */
  activity: { notified(applicationId: string, attempt: LogoutAttempt): void };
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>;
};

/** Returns a reason without text from outside: the registered address of an application may contain secrets. */
function reasonOf(error: unknown): string {
  const { response, code, name } = error as {
    response?: { status: number };
    code?: unknown;
    name?: string;
  };
  if (response) return `status ${response.status}`;
  const certificateCode = certificateErrorCode(error);
  if (certificateCode !== undefined) return `certificate ${certificateCode}`;
  return typeof code === 'string' ? code : (name ?? 'unknown');
}

export class LogoutDelivery<Item> {
  readonly #deps: Deps<Item>;
  /** A notification being sent → its receiver. */
  readonly #sending = new Map<Promise<void>, string>();
  #round: Promise<void> | undefined;
  #needsRound = false;
  #timer: NodeJS.Timeout | undefined;
  #isStopped = false;

  constructor(deps: Deps<Item>) {
    this.#deps = deps;
  }

  /** Sends these notifications before all others. Resolves when that is done, or after `maxWaitMs`. */
  async notify(ids: readonly string[], maxWaitMs: number): Promise<void> {
    const sending = this.#notifyNow(ids).catch((err: unknown) => this.#warn(err));
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

  #warn(err: unknown): void {
    this.#deps.log.warn({ err }, 'logout notifications failed');
  }

  async #notifyNow(ids: readonly string[]): Promise<void> {
    const leased = await this.#deps.queue.lease({ most: ids.length, ids });
    const byReceiver = Map.groupBy(leased, ({ receiver }) => receiver);
    await Promise.all([...byReceiver.values()].map((some) => this.#sendInTurn(some)));
  }

  /** Sends a few at once to one receiver. After failures the others wait for their next attempt. */
  async #sendInTurn(notifications: Leased<Item>[]): Promise<void> {
    const waiting = notifications.values();
    const sendSome = async () => {
      for (const one of waiting) if (!(await this.#send(one))) return;
    };
    await Promise.all(Array.from({ length: maxConcurrentPerReceiver }, sendSome));
  }

  /** Runs one round at a time; a round requested meanwhile follows it. */
  #startRound(): void {
    this.#needsRound = true;
    this.#round ??= this.#sendDue()
      .catch((err: unknown) => this.#warn(err))
      .finally(() => {
        this.#round = undefined;
        if (this.#needsRound) this.#startRound();
      });
  }

  /** Starts all due notifications within the limits. */
  async #sendDue(): Promise<void> {
    let leased: Leased<Item>[];
    do {
      this.#needsRound = false;
      const most = maxConcurrent - this.#sending.size;
      if (this.#isStopped || most <= 0) return;
      const inProgress = [...this.#sending.values()];
      const perReceiver = { most: maxConcurrentPerReceiver, inProgress };
      leased = await this.#deps.queue.lease({ most, perReceiver });
      for (const notification of leased) this.#startSending(notification);
    } while (leased.length > 0);
  }

  #startSending(notification: Leased<Item>): void {
    const { receiver } = notification;
    const sending = this.#send(notification).then(() => {
      const ofReceiver = [...this.#sending.values()].filter((one) => one === receiver);
      const wasFull =
        this.#sending.size >= maxConcurrent || ofReceiver.length >= maxConcurrentPerReceiver;
      this.#sending.delete(sending);
      if (wasFull) this.#startRound();
    });
    this.#sending.set(sending, receiver);
  }

  /** Returns whether the application was notified. */
  async #send({ id, item, attempt, isLast }: Leased<Item>): Promise<boolean> {
    const { queue, send, log } = this.#deps;
    try {
      const isNotified = await send(item);
      await queue.complete(id);
      if (isNotified)
        this.#note((await this.#factsOf(item)).application, { result: 'delivered', reason: null });
      return true;
    } catch (error) {
      const text = isLast ? 'logout notification given up' : 'logout notification failed';
      const about = await this.#factsOf(item);
      const reason = reasonOf(error);
      // no later attempt succeeds before an administrator acts
      const needsAdministrator = isLast || certificateErrorCode(error) !== undefined;
      log[needsAdministrator ? 'warn' : 'info']({ ...about, tries: attempt, reason }, text);
      this.#note(about.application, { result: isLast ? 'given-up' : 'failed', reason });
      return false;
    }
  }

  async #factsOf(item: Item): ReturnType<Deps<Item>['factsOf']> {
    // the database may be what has failed
    return this.#deps.factsOf(item).catch(() => ({}));
  }

  #note(applicationId: string | undefined, attempt: LogoutAttempt): void {
    if (applicationId !== undefined) this.#deps.activity.notified(applicationId, attempt);
  }
}
