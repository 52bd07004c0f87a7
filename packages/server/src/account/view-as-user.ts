// Shows an administrator what a user sees: the lists of the applications page and the account page, read from data.

import type { ApplicationResponse } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import type { Actor, Handlers } from '../admin/handler.ts';
import { isoTimeOrNull } from '../admin/times.ts';
import { fail } from '../errors.ts';
import type { User } from '../users/user.ts';
import type { ActivityList } from './activity.ts';
import { portalList, type Remembered } from './portal-list.ts';

type Connected = { title: string; since: string; scopes: readonly string[] };

export type ViewDeps = {
  userById(id: string): Promise<User | undefined>;
  listApplications(user: User, language: Language): Promise<ApplicationResponse[]>;
  rememberedApplications(userId: string): Promise<readonly Remembered[]>;
  connectedApps: { list(userId: string, language: Language): Promise<readonly Connected[]> };
  activityList: ActivityList;
};

/** A user who cannot sign in sees no application. */
async function applicationsOf(deps: ViewDeps, user: User, language: Language) {
  const all = user.disabled ? [] : await deps.listApplications(user, language);
  const remembered = await deps.rememberedApplications(user.id);
  const lastUsed = new Map(remembered.map(({ id, lastUsedAt }) => [id, lastUsedAt]));
  const { applications, portal } = portalList(all, remembered, '');
  return applications.map(({ id, title, description, icon = null, category = null }) => ({
    id,
    title,
    description,
    icon,
    category,
    favorite: portal.favorites.includes(id),
    lastUsedAt: isoTimeOrNull(lastUsed.get(id) ?? null),
  }));
}

async function activityOf(
  { activityList }: ViewDeps,
  actor: Actor,
  id: string,
  language: Language,
) {
  if (!actor.permissions.includes('events.read')) return null;
  const { events } = await activityList({ userId: id, uid: '' }, language);
  return events.map(({ at, kind, count, application, network, browser }) => ({
    at,
    kind,
    count,
    application,
    network,
    browser,
  }));
}

export const createViewHandlers = (deps: ViewDeps): Handlers<'viewAsUser'> => ({
  async viewAsUser({ actor, params: { id }, body: { reason, language }, record }) {
    const user = (await deps.userById(id)) ?? fail('admin.not-found');
    await record({ type: 'user.view-opened', userId: id, details: { reason } });
    const connected = await deps.connectedApps.list(id, language);
    return {
      disabled: user.disabled,
      applications: await applicationsOf(deps, user, language),
      data: user.data,
      connectedApplications: connected.map(({ title, since, scopes }) => ({
        title,
        since,
        scopes: [...scopes],
      })),
      activity: await activityOf(deps, actor, id, language),
    };
  },
});
