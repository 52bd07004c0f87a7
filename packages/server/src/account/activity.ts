// What has happened to the account of a user in the last 90 days, page by page, for the account page.

import type { ActivityEvent, ActivityPage } from '@brama/contract/api/activity';
import { type ActivityKind, events } from '@brama/contract/events/event-table';
import { activityParameter } from '@brama/contract/pages/account/sections';
import type { Language } from '@brama/contract/paths';
import { methodIds } from '@brama/contract/sign-in/methods';
import type { FastifyRequest } from 'fastify';
import type { EventCounter } from '../events/counter.ts';
import { eventLifetimeMs } from '../events/event.ts';
import type { EventPosition, EventStore, StoredEvent } from '../events/store.ts';
import type { SignedIn } from '../sessions/store.ts';

type Deps = {
  events: { store: EventStore; counter: EventCounter };
  /** Returns undefined for an application that no longer exists. */
  applicationTitle(id: string, language: Language): Promise<string | undefined>;
  /** Returns how the user gets back in after all sessions have ended and the password is void. */
  recoveryOf(signedIn: SignedIn): Promise<ActivityPage['recovery']>;
  now: () => number;
};

const pageSize = 15;

/** Returns undefined for an event that is not listed, or that a newer release has stored. */
function kindOf({ type, details }: StoredEvent): ActivityKind | undefined {
  const { activity } = events.get(type) ?? {};
  const kind =
    typeof activity === 'string'
      ? activity
      : activity && (activity.kinds[details[activity.by] ?? ''] ?? activity.otherwise);
  return (kind ?? undefined) as ActivityKind | undefined;
}

/** Reads where a page begins; undefined for the first page, and for any other text. */
function positionOf(request: FastifyRequest): EventPosition | undefined {
  const { [activityParameter]: given } = request.query as Record<string, unknown>;
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(`${given}`) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

/** Returns a function that reads a page of events as the account page shows them. */
export function createActivityList({
  events: { store, counter },
  applicationTitle,
  now,
}: Omit<Deps, 'recoveryOf'>) {
  async function titlesOf(stored: readonly StoredEvent[], language: Language) {
    const ids = new Set(stored.flatMap(({ application_id: id }) => id ?? []));
    const titles = [...ids].map(async (id) => [id, await applicationTitle(id, language)] as const);
    return new Map(await Promise.all(titles));
  }

  function shown(
    event: StoredEvent,
    titles: ReadonlyMap<string, string | undefined>,
    sessionUid: string,
  ): ActivityEvent[] {
    const kind = kindOf(event);
    if (!kind || event.at <= now() - eventLifetimeMs) return [];
    const { id, at, count, network, browser, system, application_id, details } = event;
    return [
      {
        id,
        kind,
        count,
        network,
        browser,
        system,
        at: new Date(at).toISOString(),
        method: methodIds.find((method) => method === event.method) ?? null,
        application: (application_id !== null && titles.get(application_id)) || null,
        newBrowser: details.newBrowser === true,
        current: kind === 'sign-in' && event.session_uid === sessionUid,
      },
    ];
  }

  return async (
    { userId, uid }: { userId: string; uid: string },
    language: Language,
    before?: EventPosition,
  ): Promise<Pick<ActivityPage, 'events' | 'older'>> => {
    await counter.flushUser(userId);
    const found = await store.ofUser(userId, { before, limit: pageSize + 1 });
    const stored = found.slice(0, pageSize);
    const titles = await titlesOf(stored, language);
    const last = found.length > pageSize ? stored.at(-1) : undefined;
    return {
      events: stored.flatMap((event) => shown(event, titles, uid)),
      older: last ? `${last.at}.${last.id}` : null,
    };
  };
}

export type ActivityList = ReturnType<typeof createActivityList>;

export function createActivity(list: ActivityList, { recoveryOf }: Pick<Deps, 'recoveryOf'>) {
  return async (
    request: FastifyRequest,
    signedIn: SignedIn,
    language: Language,
  ): Promise<ActivityPage> => {
    const before = positionOf(request);
    return {
      ...(await list(signedIn.session, language, before)),
      isFirst: before === undefined,
      recovery: await recoveryOf(signedIn),
    };
  };
}

export type Activity = ReturnType<typeof createActivity>;
