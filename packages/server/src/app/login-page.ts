// The sign-in page, and what the application somebody comes from demands of a sign-in.

import type { FastifyRequest } from 'fastify';
import { meetsRequirements } from '../applications/authorization-requests/authorization-request.ts';
import { createAuthorizationRequestFinder } from '../applications/routes.ts';
import type { SignInRequirements } from '../http/authentication-requirements.ts';
import { createLoginPage } from '../pages/login-page.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

export function composeLoginPage({ site }: ServerDeps, core: Core) {
  const { applications, browsers, authorizationRequests, pairwiseSubject } = core;
  const findAuthorizationRequest = createAuthorizationRequestFinder({
    browsers,
    authorizationRequests,
  });

  async function findSignInRequirements(
    request: FastifyRequest,
  ): Promise<SignInRequirements | undefined> {
    const pending = await findAuthorizationRequest(request);
    if (typeof pending !== 'object') return undefined;
    const { demands, loginHint } = pending;
    const { methods, methodsWithoutLevel } = demands;
    return {
      isMetBy: (session) => meetsRequirements(session, demands, pairwiseSubject),
      methods,
      isVoluntary: methodsWithoutLevel !== undefined,
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
    findSignInRequirements,
  });
  return { findSignInRequirements, loginPage };
}
