// Applications that the button wizard can recognise by id: the sandbox, and those of the signed-in user. The request
// names no id, so it cannot be used to find other applications.

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
  async function findOwn(request: FastifyRequest, language: Language): Promise<Known[]> {
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
        own: await findOwn(request, language),
      };
    },
  );
}
