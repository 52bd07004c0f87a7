// Finds the application of a service address. An index in memory names the application; its record, which is read for each request,
// decides.

import { parseAppId } from '@brama/contract/app-id';
import type { Application } from '../application.ts';
import type { ProtocolContext } from '../protocol.ts';
import { matchesPrefix, parseService, type ServiceUrl, type UrlReason } from './service-url.ts';
import { type CasSettings, settingsOf } from './settings.ts';

/** Why no application was found. */
export type ServiceReason = UrlReason | 'unregistered' | 'ambiguous';

export type FoundService = {
  application: Application;
  settings: CasSettings;
  /** The normalised address. */
  href: string;
};

/** `nearest`: applications with an address on the same host. */
export type UnknownService = { reason: ServiceReason; nearest: readonly Application[] };

export type FindService = (text: string) => Promise<FoundService | UnknownService>;

type Prefix = { url: URL; applications: Application[] };

/** Origin → its registered addresses, the longest path first. */
type Index = { readAt: number; byOrigin: Map<string, Prefix[]> };

/** How long a request may use the cached addresses. */
const longestUseMs = 5_000;
/** After a miss the index is read again at most this often. */
const missPauseMs = 1_000;
/** How long a sign-out may use the cached answer whether any application uses CAS. */
const signOutUseMs = 60_000;

type Deps = {
  applications: Pick<ProtocolContext['stores']['applications'], 'all' | 'byId'>;
  baseUrl: string;
  log: Pick<ProtocolContext['log'], 'warn'>;
  now: () => number;
};

function indexOf(applications: readonly Application[]) {
  const byOrigin = new Map<string, Prefix[]>();
  for (const application of applications) {
    if (application.protocol.type !== 'cas') continue;
    for (const url of settingsOf(application).prefixes) {
      const prefixes = byOrigin.get(url.origin) ?? [];
      byOrigin.set(url.origin, prefixes);
      const same = prefixes.find((one) => one.url.href === url.href);
      if (same) same.applications.push(application);
      else prefixes.push({ url, applications: [application] });
    }
  }
  for (const prefixes of byOrigin.values())
    prefixes.sort((one, other) => other.url.pathname.length - one.url.pathname.length);
  return byOrigin;
}

function prefixOf({ byOrigin }: Index, service: ServiceUrl): Prefix | undefined {
  return byOrigin.get(service.url.origin)?.find(({ url }) => matchesPrefix(service, url));
}

function applicationsOn({ byOrigin }: Index, hostname: string): Application[] {
  const found = [...byOrigin.values()]
    .flat()
    .filter(({ url }) => url.hostname === hostname)
    .flatMap(({ applications }) => applications);
  return [...new Set(found)];
}

export function createServiceFinder({ applications, baseUrl, log, now }: Deps) {
  const ownOrigin = new URL(baseUrl).origin;
  /** Addresses that were warned about. */
  const warnedAbout = new Set<string>();
  let index: Index = { readAt: Number.NEGATIVE_INFINITY, byOrigin: new Map() };
  let reading: Promise<void> | undefined;

  function warnOfConflicts() {
    for (const { url, applications: all } of [...index.byOrigin.values()].flat()) {
      const ids = all.map(({ id }) => id);
      const key = `${url.href} ${ids.join(' ')}`;
      if (ids.length < 2 || warnedAbout.has(key)) continue;
      warnedAbout.add(key);
      log.warn({ applications: ids }, 'applications register the same service; it is refused');
    }
  }

  async function read() {
    const readAt = now();
    index = { readAt, byOrigin: indexOf(await applications.all()) };
    warnOfConflicts();
  }

  /** Reads the index again if it is older. Requests that come meanwhile wait for the same reading. */
  async function refresh(olderThanMs: number): Promise<void> {
    const age = now() - index.readAt;
    if (age >= 0 && age < olderThanMs) return;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  /** Returns the applications with the longest registered address; several if they register the same. */
  async function findCandidates(service: ServiceUrl): Promise<readonly Application[]> {
    await refresh(longestUseMs);
    const found = prefixOf(index, service);
    if (found) return found.applications;
    await refresh(missPauseMs);
    return prefixOf(index, service)?.applications ?? [];
  }

  /** Reads the record again: a service that was removed since the last reading is refused at once. */
  async function findRegistered(
    service: ServiceUrl,
    id: string,
  ): Promise<FoundService | undefined> {
    const appId = parseAppId(id);
    const application = appId && (await applications.byId(appId));
    if (application?.protocol.type !== 'cas') return undefined;
    const settings = settingsOf(application);
    const isRegistered = settings.prefixes.some((one) => matchesPrefix(service, one));
    return isRegistered ? { application, settings, href: service.href } : undefined;
  }

  const findService: FindService = async (text) => {
    const service = parseService(text);
    if ('reason' in service) return { reason: service.reason, nearest: [] };
    const isOwn = service.url.origin === ownOrigin;
    const [only, ...others] = isOwn ? [] : await findCandidates(service);
    if (others.length > 0) return { reason: 'ambiguous', nearest: [] };
    const found = only && (await findRegistered(service, only.id));
    if (found) return found;
    // the record has changed since it was read, and the page must not name the removed address
    if (only) await refresh(missPauseMs);
    return { reason: 'unregistered', nearest: applicationsOn(index, service.url.hostname) };
  };

  return {
    findService,
    /** Returns the id of the only application with this service in the index. */
    applicationIdOf(text: string): string | undefined {
      const service = parseService(text);
      const prefix = 'reason' in service ? undefined : prefixOf(index, service);
      return prefix?.applications.length === 1 ? prefix.applications[0]?.id : undefined;
    },
    warmUp: () => refresh(longestUseMs),
    /** Returns whether any application uses CAS, also if another node has added it a minute ago. */
    async hasApplications(): Promise<boolean> {
      await refresh(signOutUseMs);
      return index.byOrigin.size > 0;
    },
  };
}
