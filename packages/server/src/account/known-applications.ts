// What the page that makes buttons may say of ids: which is the sandbox, and which the signed-in user may open. No id is
// ever asked about, so nobody learns here which others exist.

import { type KnownApplicationsAnswer, knownApplicationsAnswer } from '@brama/contract/api/user';
import { type Language, paths } from '@brama/contract/paths';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { typed } from '../http/server.ts';
import { acceptedLanguage } from '../pages/language/language.ts';
import type { AccountDeps } from './routes.ts';

export type KnownApplicationDeps = Pick<
  AccountDeps,
  'sessionCookie' | 'userById' | 'listApplications'
> & {
  sandbox(): Promise<{ id: string; title: Record<Language, string> } | undefined>;
};

type Known = KnownApplicationsAnswer['own'][number];

export function registerKnownApplications(server: FastifyInstance, deps: KnownApplicationDeps) {
  async function ownOf(request: FastifyRequest, language: Language): Promise<Known[]> {
    const session = await deps.sessionCookie.find(request);
    const user = session && (await deps.userById(session.userId));
    const applications = user ? await deps.listApplications(user, language) : [];
    return applications.filter(({ sandbox }) => !sandbox).map(({ id, title }) => ({ id, title }));
  }

  typed(server).get(
    paths.knownApplications,
    { schema: { response: { 200: knownApplicationsAnswer } } },
    async (request, reply) => {
      reply.header('vary', 'accept-language, cookie');
      const language = acceptedLanguage(request);
      const sandbox = await deps.sandbox();
      return {
        sandbox: sandbox ? { id: sandbox.id, title: sandbox.title[language] } : null,
        own: await ownOf(request, language),
      };
    },
  );
}
