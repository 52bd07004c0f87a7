// One change: what happens in a transaction, and what follows its commit. An event is stored in the transaction. Its log line, the email
// to the user and other work follow the commit.

import type { EventDetails } from '@brama/contract/events/event-details';
import {
  type AccountNotice,
  type CountedType,
  type EventFacts,
  type EventName,
  type EventType,
  eventTable,
  type Level,
  type NoticeOf,
  events as table,
} from '@brama/contract/events/event-table';
import type { Language } from '@brama/contract/paths';
import { type Log, logSecurityEvent } from '../audit/security-events.ts';
import type { Database, Queries } from '../database/connect.ts';
import type { EndedSession } from '../sessions/revocation.ts';
import type { Actor, EventOrigin, NewEvent } from './event.ts';
import type { NoticeDetails, NotifyUser } from './notice.ts';
import type { EventStore } from './store.ts';

export type ChangeDeps = {
  events: EventStore;
  /** Absent where changes send no emails. */
  notifyUser?: NotifyUser;
};

/** Who causes a change, and from where. */
export type Cause = {
  actor: Actor;
  /** Whom the events concern that name no other user. */
  userId?: string | undefined;
  sessionUid?: string | undefined;
  /** The administrator, if the administration API has been called. */
  actorId?: string;
  /** Id of the API token. */
  byToken?: string | undefined;
  /** The user of the operating system who runs a command. */
  systemUser?: string | undefined;
  /** Id of the bulk change. */
  bulk?: string;
  origin?: EventOrigin;
  /** Of the page, for emails to a user who has never signed in. Default: `uk`. */
  language?: Language;
  log: Log & { error(facts: object, message: string): void };
};

/** Facts of log lines that stand in the columns of an event. */
type ColumnFact = 'user' | 'session' | 'method' | 'network' | 'application';
/** Facts of log lines that are stored as details of the same name. */
const detailFacts = ['how', 'reason', 'role', 'token'] as const;

type OwnFacts<Type> = Type extends EventName ? Omit<EventFacts<Type>, ColumnFact> : unknown;

type HappenedOf<Type extends EventType> = {
  type: Type;
  /** These override the cause. */
  actor?: Actor;
  userId?: string | undefined;
  sessionUid?: string | undefined;
  /** `null`: another user did it, whose network and browser say nothing to this one. */
  origin?: null;
  applicationId?: string | undefined;
  method?: NewEvent['method'];
  details?: EventDetails;
  /** Overrides the level of the log line. */
  level?: Level | undefined;
  /** The email to the user. */
  notice?: ({ name: NoticeOf<Type> } & NoticeDetails) | undefined;
} & OwnFacts<Type>;

/** An event with the facts of its log line. The columns and details of the event need not be repeated as facts. */
export type Happened = {
  [Type in Exclude<EventType, CountedType>]: HappenedOf<Type>;
}[Exclude<EventType, CountedType>];

type Facts = Partial<Record<string, unknown>>;

/** Logs the end of each session. */
export function logEnded(log: Log, ended: readonly EndedSession[], reason: string): void {
  for (const { uid: session, userId: user } of ended)
    logSecurityEvent(log, 'session.ended', { session, user, reason });
}

/** Returns for each user how many sessions have ended. */
export function countEnded(ended: readonly EndedSession[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { userId } of ended) counts.set(userId, (counts.get(userId) ?? 0) + 1);
  return counts;
}

/** Its methods need no `this`. */
export class Change {
  /** Those of the transaction. */
  readonly queries: Queries;
  readonly #deps: ChangeDeps;
  readonly #cause: Cause;
  readonly #stored: NewEvent[] = [];
  readonly #afterCommit: (() => unknown)[] = [];

  constructor(deps: ChangeDeps, queries: Queries, cause: Cause) {
    this.queries = queries;
    this.#deps = deps;
    this.#cause = cause;
  }

  /** Stores events. Their log lines and emails follow the commit. */
  readonly record = async (happened: Happened | readonly Happened[]): Promise<void> => {
    const all = 'type' in happened ? [happened] : happened;
    const events = all.map((one) => this.#eventOf(one));
    await this.#store(events);
    for (const [index, event] of events.entries()) {
      const { level, notice, ...facts } = all[index] as Happened;
      this.afterCommit(() => this.#log(event, facts, level));
      if (notice) this.notify(notice.name, event.userId, notice);
    }
  };

  /**
   * Stores for each user how many sessions have ended, and logs each session after the commit. `always`: the event of this user is stored
   * also if no session has ended.
   */
  readonly sessionsEnded = async (
    ended: readonly EndedSession[],
    reason: string,
    { always }: { always?: string } = {},
  ): Promise<void> => {
    const counts = countEnded(ended);
    if (always !== undefined && !counts.has(always)) counts.set(always, 0);
    const [only, another] = ended;
    // of several sessions that the user has ended, the event names none
    const own = another ? undefined : only?.uid;
    const sessionUid = this.#cause.actor === 'user' ? own : this.#cause.sessionUid;
    const events = [...counts].map(([userId, sessions]) =>
      this.#eventOf({ type: 'session.ended', userId, reason, sessionUid, details: { sessions } }),
    );
    await this.#store(events);
    this.logEnded(ended, reason);
  };

  /** Logs ended sessions after the commit. Their user sees another event. */
  readonly logEnded = (ended: readonly EndedSession[], reason: string): void => {
    this.afterCommit(() => logEnded(this.#cause.log, ended, reason));
  };

  /** Sends the email after the commit. */
  readonly notify = (
    notice: AccountNotice,
    userId: string | undefined,
    { alsoTo, formerEmail, hasEndedOthers, factorsCountFrom }: NoticeDetails = {},
  ): void => {
    const { actor, origin, language = 'uk' } = this.#cause;
    const { notifyUser } = this.#deps;
    if (!notifyUser) throw new Error(`no emails here: ${notice}`);
    const about = { alsoTo, formerEmail, hasEndedOthers, factorsCountFrom, language };
    this.afterCommit(() => {
      if (userId !== undefined)
        notifyUser(notice, {
          ...about,
          userId,
          origin: actor === 'administrator' ? undefined : origin,
        });
    });
  };

  /** Runs `work` once the change is stored. */
  readonly afterCommit = (work: () => unknown): void => {
    this.#afterCommit.push(work);
  };

  /** Returns whether one of these events has happened. */
  hasHappened(types: readonly EventType[]): boolean {
    return this.#stored.some(({ type }) => types.includes(type));
  }

  /**
   * Runs in their order what follows the commit. The caller has committed the transaction, so a failure neither stops the rest nor fails
   * the request.
   */
  async committed(): Promise<void> {
    const { actorId: administrator, log } = this.#cause;
    if (administrator !== undefined)
      for (const { type: how, userId: user, applicationId: application } of this.#stored)
        logSecurityEvent(log, 'administration.changed', {
          how,
          administrator,
          ...(user !== undefined && { user }),
          ...(application !== undefined && { application }),
        });
    for (const work of this.#afterCommit)
      try {
        await work();
      } catch (err) {
        log.error({ err }, 'work after a change failed');
      }
  }

  async #store(events: readonly NewEvent[]): Promise<void> {
    for (const event of events) this.#stored.push(event);
    const [event, another] = events;
    if (another) await this.#deps.events.recordMany(this.queries, events);
    else if (event) await this.#deps.events.record(this.queries, event);
  }

  #eventOf(happened: Happened): NewEvent {
    const cause = this.#cause;
    const { type, applicationId, method, details, userId = cause.userId } = happened;
    const origin = happened.origin === null ? undefined : cause.origin;
    const facts: Facts = happened;
    const own = detailFacts.filter((name) => facts[name] !== undefined);
    const all: EventDetails = {
      ...Object.fromEntries(own.map((name) => [name, facts[name]])),
      ...details,
      ...(cause.byToken !== undefined && { byToken: cause.byToken }),
      ...(cause.systemUser !== undefined && { systemUser: cause.systemUser }),
      ...(cause.bulk !== undefined && { bulk: cause.bulk }),
    };
    return {
      type,
      actor: happened.actor ?? cause.actor,
      ...(cause.actorId !== undefined && { actorId: cause.actorId }),
      userId,
      applicationId,
      method,
      // the administrator's, or that of the user
      sessionUid: 'sessionUid' in happened ? happened.sessionUid : cause.sessionUid,
      network: origin?.network,
      label: origin?.label,
      ...((details || Object.keys(all).length > 0) && { details: all }),
    };
  }

  #log(event: NewEvent, given: Facts, level: Level | undefined): void {
    const { log } = table.get(event.type) ?? {};
    if (!log) return;
    const facts: Facts = {
      ...given,
      user: event.userId,
      session: event.sessionUid,
      method: event.method,
      network: event.network,
      application: event.applicationId,
    };
    const line = [...log.required, ...log.optional].filter((name) => facts[name] !== undefined);
    const type = event.type as EventName;
    logSecurityEvent(
      this.#cause.log,
      type,
      Object.fromEntries(line.map((name) => [name, facts[name]])) as EventFacts<typeof type>,
      level ?? eventTable[type].log.level,
    );
  }
}

/** Runs `work` in one transaction, and then what follows it. Returns its result. An error undoes everything. */
export async function inChange<Result>(
  db: Database,
  deps: ChangeDeps,
  cause: Cause,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  const { change, result } = await db.transaction().execute(async (queries) => {
    const change = new Change(deps, queries, cause);
    return { change, result: await work(change) };
  });
  await change.committed();
  return result;
}
