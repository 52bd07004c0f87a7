// Which applications have access to what is known of a user, whatever protocol they speak, in words for «my data».

import {
  type AccessAnswer,
  type LearnableScope,
  learnableScopes,
} from '@brama/contract/api/connected-apps';
import type { Language } from '@brama/contract/paths';
import type { ConnectedApp, Protocol } from './protocol.ts';

const collators: Record<Language, Intl.Collator> = {
  uk: new Intl.Collator('uk'),
  en: new Intl.Collator('en'),
};

const isLearnable = (scope: string): scope is LearnableScope =>
  learnableScopes.some((one) => one === scope);

function answerFrom(access: ConnectedApp, language: Language) {
  const { application, since, firstParty, scopes, services } = access;
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
    async of(userId: string, language: Language): Promise<AccessAnswer['applications']> {
      const found = await Promise.all(all().map((accesses) => accesses.of(userId)));
      return found
        .flat()
        .map((access) => answerFrom(access, language))
        .sort(
          (one, other) =>
            Number(one.firstParty) - Number(other.firstParty) ||
            collators[language].compare(one.title, other.title),
        );
    },

    async end(userId: string, applicationId: string): Promise<void> {
      for (const accesses of all()) await accesses.end(userId, applicationId);
    },
  };
}
