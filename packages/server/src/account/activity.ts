// What has happened to the account of a user in the last 90 days, page by page, for the account page.

import type { AdminEventType } from '@brama/contract/admin/events';
import type { ActivityEvent, ActivityKind, ActivityPage } from '@brama/contract/api/activity';
import { activityParameter } from '@brama/contract/pages/account/sections';
import type { Language } from '@brama/contract/paths';
import { methodIds } from '@brama/contract/sign-in/methods';
import type { FastifyRequest } from 'fastify';
import type { EventCounter } from '../events/counter.ts';
import { type EventDetails, type EventType, eventLifetimeMs } from '../events/event.ts';
import type { EventPosition, EventStore, StoredEvent } from '../events/store.ts';
import type { SignedIn } from '../sessions/store.ts';

type Deps = {
  events: { store: Pick<EventStore, 'ofUser'>; counter: Pick<EventCounter, 'flushUser'> };
  /** Returns undefined for an application that no longer exists. */
  applicationTitle(id: string, language: Language): Promise<string | undefined>;
  /** Returns how the user gets back in after all sessions have ended and the password is void. */
  recoveryOf(signedIn: SignedIn): Promise<ActivityPage['recovery']>;
  now: () => number;
};

const pageSize = 15;

type KindOf = ActivityKind | ((details: EventDetails) => ActivityKind | undefined);

const endings: Record<string, ActivityKind> = {
  'sign-out': 'signed-out',
  'by-user': 'sessions-ended',
  'by-administrator': 'ended-by-administrator',
  'by-manifest': 'ended-by-administrator',
  'another-user': 'ended-by-another-user',
};
const passwordChanges: Record<string, ActivityKind> = {
  changed: 'password-changed',
  set: 'password-set',
  reset: 'password-reset',
  recovered: 'password-changed',
};

/** Events of the administration that are not listed do not change the account. */
const kinds: Record<Exclude<EventType, AdminEventType>, KindOf> = {
  'sign-in.succeeded': 'sign-in',
  'sign-in.refused': 'sign-in-refused',
  'session.ended': ({ reason = '' }) => endings[reason],
  'password.changed': ({ how = '' }) => passwordChanges[how],
  'password.change-refused': 'password-refused',
  'password.reset-asked': 'reset-asked',
  'google.linked': 'google-linked',
  'google.unlinked': 'google-unlinked',
  'passkey.added': 'passkey-added',
  'passkey.removed': 'passkey-removed',
  'second-factor.refused': 'second-factor-refused',
  'recovery-code.used': 'recovery-code-used',
  'browser.remembered': 'browser-remembered',
  'second-factor.added': ({ how }) =>
    how === 'replaced' ? 'second-factor-replaced' : 'second-factor-added',
  'second-factor.removed': 'second-factor-removed',
  'recovery-codes.created': 'recovery-codes-created',
  'browser.forgotten': 'browser-forgotten',
  'access.granted': 'access-granted',
  'access.declined': 'access-declined',
  'access.withdrawn': 'access-withdrawn',
  'device.allowed': 'device-allowed',
  'account.secured': 'account-secured',
  'secondary-email.added': 'secondary-email-added',
  'secondary-email.confirmed': 'secondary-email-confirmed',
  'secondary-email.removed': 'secondary-email-removed',
  'access-code.issued': 'access-code-issued',
  'access-code.used': 'access-code-used',
  'recovery.used': 'account-recovered',
  'factors.reset': 'factors-reset',
  'role.granted': 'role-granted',
  'role.revoked': 'role-revoked',
  'role.suspended': 'roles-suspended',
  'role.restored': 'roles-restored',
  'data.released': 'data-released',
};

/** Returns undefined for an event that a newer release has stored. */
function kindOf({ type, details }: StoredEvent): ActivityKind | undefined {
  const kind = kinds[type as keyof typeof kinds] as KindOf | undefined;
  return typeof kind === 'function' ? kind(details) : kind;
}

/** Reads where a page begins; undefined for the first page, and for any other text. */
function positionOf(request: FastifyRequest): EventPosition | undefined {
  const { [activityParameter]: given } = request.query as Record<string, unknown>;
  const [, at, id] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(`${given}`) ?? [];
  return at === undefined || id === undefined ? undefined : { at: Number(at), id };
}

export function createActivity({ events, applicationTitle, recoveryOf, now }: Deps) {
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
    request: FastifyRequest,
    signedIn: SignedIn,
    language: Language,
  ): Promise<ActivityPage> => {
    const { userId, uid } = signedIn.session;
    await events.counter.flushUser(userId);
    const before = positionOf(request);
    const found = await events.store.ofUser(userId, { before, limit: pageSize + 1 });
    const stored = found.slice(0, pageSize);
    const titles = await titlesOf(stored, language);
    const last = found.length > pageSize ? stored.at(-1) : undefined;
    return {
      events: stored.flatMap((event) => shown(event, titles, uid)),
      older: last ? `${last.at}.${last.id}` : null,
      isFirst: before === undefined,
      recovery: await recoveryOf(signedIn),
    };
  };
}

export type Activity = ReturnType<typeof createActivity>;
