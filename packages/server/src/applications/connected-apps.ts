// The applications of all protocols that have access to data of a user, for "My data".

import {
  type AccessResponse,
  type LearnableScope,
  learnableScopes,
} from '@brama/contract/api/connected-apps';
import type { Language } from '@brama/contract/paths';
import { compareTitles } from './application.ts';
import type { ConnectedApp, Protocol } from './protocol.ts';

const isLearnable = (scope: string): scope is LearnableScope =>
  learnableScopes.some((one) => one === scope);

function toAnswer(app: ConnectedApp, language: Language) {
  const { application, since, firstParty, scopes, services } = app;
  return {
    id: application.id,
    title: application.title[language],
    since: new Date(since).toISOString(),
    firstParty,
    scopes: scopes.filter(isLearnable),
    services: services.map(({ title, indicator, scopes: names }) => ({
      title: title?.[language] ?? indicator,
      scopes: [...names],
    })),
  };
}

export function createConnectedApps(protocols: ReadonlyMap<string, Protocol>) {
  const all = () => [...protocols.values()].flatMap(({ connectedApps }) => connectedApps ?? []);
  return {
    /** Returns third-party applications first, then by title. */
    async list(userId: string, language: Language): Promise<AccessResponse['applications']> {
      const found = await Promise.all(all().map((apps) => apps.list(userId)));
      return found
        .flat()
        .map((app) => toAnswer(app, language))
        .sort(
          (one, other) =>
            Number(one.firstParty) - Number(other.firstParty) ||
            compareTitles(one, other, language),
        );
    },

    async disconnect(userId: string, applicationId: string): Promise<void> {
      for (const apps of all()) await apps.disconnect(userId, applicationId);
    },
  };
}
