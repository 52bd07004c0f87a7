// Joins what the page of a user shows: one request, and one event.

import type { ApplicationResponse } from '@brama/contract/api/user';
import type { Language } from '@brama/contract/paths';
import type { Handlers } from '../../admin/handler.ts';
import { isoTime } from '../../admin/times.ts';
import { allowedActs } from '../../users/roles/allowed-acts.ts';
import { rolesOf } from '../../users/roles/role-store.ts';
import { recentRolesOf } from '../../users/roles/second-administrator.ts';
import type { User } from '../../users/user.ts';
import { invitationEnd } from './sign-in-check.ts';

type Parts = Handlers<'readUser' | 'readFactors' | 'listSessions' | 'checkSignIn'> & {
  userById(id: string): Promise<User | undefined>;
  /** Returns the applications that the user may open, in their order. */
  listApplications(user: User, language: Language): Promise<ApplicationResponse[]>;
  now(): number;
};

/** The titles in both languages; an application with one title has it in both. */
const shownApplication = ({ id, name, title, otherTitle = title }: ApplicationResponse) => ({
  id,
  name,
  title: { uk: title, en: otherTitle },
});

/** Returns the applications that the user may open; null for a user who was deleted meanwhile. */
async function applicationsOf(
  { userById, listApplications }: Pick<Parts, 'userById' | 'listApplications'>,
  id: string,
) {
  const user = await userById(id);
  if (!user) return null;
  return user.disabled ? [] : (await listApplications(user, 'uk')).map(shownApplication);
}

export const createAccountHandler = ({ now, ...parts }: Parts): Handlers<'readUserAccount'> => ({
  async readUserAccount(call) {
    const { actor, params, queries } = call;
    const may = (permission: (typeof actor.permissions)[number]) =>
      actor.permissions.includes(permission);
    // the parts record nothing of their own
    const quiet = { ...call, record: async () => undefined };
    const user = await parts.readUser(quiet);
    const factors = may('factors.read') ? await parts.readFactors(quiet) : null;
    const sessions = may('sessions.read') ? await parts.listSessions(quiet) : null;
    const applications = may('applications.read') ? await applicationsOf(parts, params.id) : null;
    const check = await parts.checkSignIn({ ...quiet, query: {} });
    const invitedUntil = await invitationEnd(queries, user, now());
    const roles = await rolesOf(queries, params.id);
    const recentRoles = await recentRolesOf(queries, params.id, now(), roles);
    await call.record({ type: 'user.viewed', userId: params.id, details: { how: 'account' } });
    return {
      user,
      factors,
      sessions: sessions?.items ?? null,
      applications,
      check,
      invitation: invitedUntil === undefined ? null : { expiresAt: isoTime(invitedUntil) },
      acts: allowedActs({ actor, userId: params.id, roles, recentRoles }),
    };
  },
});
