// Connects the sign-in page with the suspended authorization request that the user signs in for.

import { parseAppId } from '@brama/contract/app-id';
import type { FastifyRequest } from 'fastify';
import { meetsRequirements } from '../applications/suspended-requests/suspended-request.ts';
import type { SignInRequirements } from '../http/sign-in-requirements.ts';
import { createLoginPage } from '../pages/login-page.ts';
import type { Core } from './core.ts';
import type { ServerDeps } from './deps.ts';

export function composeLoginPage({ site, hasher }: ServerDeps, core: Core) {
  const { applications, findAuthorizationRequest, pairwiseSubject } = core;

  async function findSignInRequirements(
    request: FastifyRequest,
  ): Promise<SignInRequirements | undefined> {
    const suspended = await findAuthorizationRequest(request);
    if (typeof suspended !== 'object') return undefined;
    const { requirements, loginHint } = suspended;
    const { methods, methodsWithoutLevel } = requirements;
    return {
      isMetBy: (session) => meetsRequirements(session, requirements, pairwiseSubject),
      methods,
      isVoluntary: methodsWithoutLevel !== undefined,
      loginHint,
    };
  }

  const renderLoginPage = createLoginPage({
    site,
    applicationTitle: async (id, language) => {
      const appId = parseAppId(id);
      const application = appId && (await applications.byId(appId));
      return application?.title[language];
    },
    titlesByNames: async (names, language) => {
      const all = await applications.all();
      return all.flatMap(({ name, title }) => (names.includes(name) ? [title[language]] : []));
    },
    findSignInRequirements,
  });
  const loginPage: typeof renderLoginPage = (...shown) => {
    hasher.prepare?.();
    return renderLoginPage(...shown);
  };
  return { findSignInRequirements, loginPage };
}

export type LoginPageParts = ReturnType<typeof composeLoginPage>;
