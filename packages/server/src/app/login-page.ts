// The sign-in page, and what the application somebody comes from demands of a sign-in.

import type { FastifyRequest } from 'fastify';
import { satisfies } from '../applications/authorization-requests/authorization-request.ts';
import { createPendingOf } from '../applications/routes.ts';
import type { Demand } from '../http/authentication-requirements.ts';
import { createLoginPage } from '../pages/login-page.ts';
import type { Core } from './core.ts';
import type { Parts } from './deps.ts';

export function composeLoginPage({ site }: Parts, core: Core) {
  const { applications, browsers, pendingRequests, subjectOf } = core;
  const pendingOf = createPendingOf({ browsers, pendingRequests });

  async function demandOf(request: FastifyRequest): Promise<Demand | undefined> {
    const pending = await pendingOf(request);
    if (typeof pending !== 'object') return undefined;
    const { demands, loginHint } = pending;
    const { methods, methodsWithoutLevel } = demands;
    return {
      isMetBy: (session) => satisfies(session, demands, subjectOf),
      methods,
      isWish: methodsWithoutLevel !== undefined,
      loginHint,
    };
  }

  const loginPage = createLoginPage({
    site,
    applicationTitle: async (id, language) => {
      const application = await applications.byId(id.toLowerCase());
      return application?.title[language];
    },
    titlesByNames: async (names, language) => {
      const all = await applications.all();
      return all.flatMap(({ name, title }) => (names.includes(name) ? [title[language]] : []));
    },
    demandOf,
  });
  return { demandOf, loginPage };
}
