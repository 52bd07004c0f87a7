// Reports what happens to a user. The event is stored in the transaction of the change. Its log line, the email to the user and other
// work follow the commit.

import type {
  AccountNotice,
  EventFacts,
  EventName,
  EventType,
} from '@brama/contract/events/event-table';
import type { MethodId } from '@brama/contract/pages/login-page';
import type { FastifyRequest } from 'fastify';
import { logSecurityEvent } from '../audit/security-events.ts';
import type { Queries } from '../database/connect.ts';
import type { EventDetails } from '../events/event.ts';
import type { EventStore } from '../events/store.ts';
import { eventOriginOf } from '../http/limits/event-origin.ts';
import type { NotifyUser } from '../pages/emails/account-notices.ts';
import { responseLanguage } from '../pages/language/language.ts';
import type { EndedSession } from '../sessions/revocation.ts';

export type ChangeDeps = {
  events: Pick<EventStore, 'record'>;
  notifyUser: NotifyUser;
};

/** The user whom the change concerns, and the session in which it happens. */
export type ChangedUser = { userId: string; sessionUid?: string | undefined };

/** The log line of every event has the user. */
type FactsOf<Type extends EventName> = Omit<EventFacts<Type>, 'user'>;

type More = {
  method?: MethodId;
  /** What the stored event adds. */
  details?: EventDetails;
  /** The email to the user. */
  notice?: AccountNotice;
  /** The secondary address of the user, which gets a copy of the email. */
  alsoTo?: string | undefined;
  /** The email says that the other sessions of the user have ended. */
  hasEndedOthers?: boolean;
  /** The email says from when new second factors count. */
  factorsCountFrom?: number | undefined;
};

export class Change {
  readonly #deps: ChangeDeps;
  readonly #request: FastifyRequest;
  readonly #user: ChangedUser;
  readonly #afterCommit: (() => void)[] = [];
  readonly #types = new Set<EventType>();

  constructor(deps: ChangeDeps, request: FastifyRequest, user: ChangedUser) {
    this.#deps = deps;
    this.#request = request;
    this.#user = user;
  }

  /** Stores the event in the transaction of the change. `facts` are those of its log line besides the user. */
  async happened<Type extends EventType & EventName>(
    queries: Queries,
    type: Type,
    facts: FactsOf<Type>,
    { method, details, notice, alsoTo, hasEndedOthers, factorsCountFrom }: More = {},
  ): Promise<void> {
    const request = this.#request;
    const { userId, sessionUid } = this.#user;
    const origin = eventOriginOf(request);
    this.#types.add(type);
    await this.#deps.events.record(queries, {
      type,
      userId,
      sessionUid,
      method,
      network: origin.network,
      label: origin.label,
      ...(details && { details }),
    });
    this.afterCommit(() => {
      // the compiler cannot see that each event with facts of this type has a user
      const line = { user: userId, ...facts } as unknown as EventFacts<Type>;
      logSecurityEvent(request.log, type, line);
      if (!notice) return;
      const language = responseLanguage(request);
      this.#deps.notifyUser(notice, {
        userId,
        language,
        origin,
        alsoTo,
        hasEndedOthers,
        factorsCountFrom,
      });
    });
  }

  /** Returns whether one of these events has happened. */
  hasHappened(types: readonly EventType[]): boolean {
    return types.some((type) => this.#types.has(type));
  }

  /** Stores that the user has ended these sessions, as one event. */
  async sessionsEnded(queries: Queries, ended: readonly EndedSession[]): Promise<void> {
    const [only, another] = ended;
    if (!only) return;
    const { userId } = this.#user;
    await this.#deps.events.record(queries, {
      type: 'session.ended',
      userId,
      // of several the event names none
      sessionUid: another ? undefined : only.uid,
      ...eventOriginOf(this.#request),
      details: { reason: 'by-user', sessions: ended.length },
    });
    this.logEnded(ended, 'by-user');
  }

  /** Logs ended sessions after the commit. */
  logEnded(ended: readonly EndedSession[], reason: string): void {
    const { log } = this.#request;
    const { userId: user } = this.#user;
    this.afterCommit(() => {
      for (const { uid: session } of ended)
        logSecurityEvent(log, 'session.ended', { session, user, reason });
    });
  }

  /** Runs `work` once the change is stored. */
  afterCommit(work: () => void): void {
    this.#afterCommit.push(work);
  }

  /** Runs what follows the commit. The caller has committed the transaction. */
  committed(): void {
    for (const work of this.#afterCommit) work();
  }
}
