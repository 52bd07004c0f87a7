// Says why a user cannot open an application, for the explanation why a user cannot sign in.

import { parseAppId } from '@brama/contract/app-id';
import type { Queries } from '../../database/connect.ts';
import type { User } from '../../users/user.ts';
import { hasAccess } from '../access/access.ts';
import { explainInLanguages } from '../access/explain.ts';
import { acceptedMethods, type LevelSettings } from '../levels/method-levels.ts';
import type { Protocol } from '../protocol.ts';
import type { ApplicationStore } from '../store.ts';

type Deps = {
  store: ApplicationStore;
  protocols: ReadonlyMap<string, Protocol>;
  levels: LevelSettings;
};

/**
 * Returns the methods by which users sign in to the application. Also returns who has access if the user has not, and whether a
 * membership would give it. Returns undefined for an unknown application.
 */
export async function checkApplication(
  { store, protocols, levels }: Deps,
  queries: Queries,
  user: User,
  applicationId: string,
) {
  const id = parseAppId(applicationId);
  const application = id && (await store.byId(id));
  if (!application) return undefined;
  const { access, minimumLevel, protocol } = application;
  const signInMethods = protocols.get(protocol.type)?.signInMethodsOf?.(application) ?? null;
  return {
    methods: acceptedMethods({ signInMethods, minimumLevel }, levels),
    refusal: hasAccess(user, application) ? null : await explainInLanguages(queries, access, user),
    wouldOpenTo: (group: string) =>
      hasAccess({ ...user, groups: [...user.groups, group] }, application),
  };
}
